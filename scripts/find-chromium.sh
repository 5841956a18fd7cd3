#!/bin/sh
# Print the Chromium that drives the browser tests. DENIK_CHROMIUM names one to take.
for name in ${DENIK_CHROMIUM:-chromium chromium-browser google-chrome-stable google-chrome}; do
    command -v "$name" && exit
done
exit 1
