# `make play` and `make test` need nothing but a Python >= 3.12; the rest is for those who change Deník.

.PHONY: help play test test-long format messages lock

help:
	@echo "make play       start Deník on this computer (HOST=0.0.0.0: for phones at the table)"
	@echo "make test       every check and test"
	@echo "make test-long  kill and growth tests, some minutes"
	@echo "make format     lay out Python and templates"
	@echo "make messages   collect new texts for the translators"
	@echo "make lock       pin the newest allowed packages (needs uv)"

play:
	@sh scripts/play.sh

test:
	@sh scripts/with-test-environment.sh sh scripts/checks.sh

test-long:
	@sh scripts/with-test-environment.sh .venv/bin/python -m pytest -m long

format:
	@sh scripts/format.sh

messages:
	@sh scripts/messages.sh

lock:
	@sh scripts/lock.sh
