"""Conditions as a page draws them, one module a ruleset."""
