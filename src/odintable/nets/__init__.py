"""Nets that have learned to play: their weights, and what they say, without torch."""
