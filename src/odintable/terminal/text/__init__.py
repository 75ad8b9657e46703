"""Sentences about moves, events, rules and errors."""
