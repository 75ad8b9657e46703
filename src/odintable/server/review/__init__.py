"""Replay and post-game analysis."""
