"""Codes and numbers of the rules as sentences in the viewer's language, one module a ruleset."""
