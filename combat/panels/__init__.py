"""The hit panel's form of each ruleset: what the GM fills in, as an action of the rules."""
