"""Positions drawn with Rich."""
