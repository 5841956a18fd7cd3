"""The boundaries of time of each ruleset, and the clock that counts what lies between them."""
