"""Sentences about moves, events and errors."""
