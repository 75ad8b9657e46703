"""Positions drawn with Rich: the parts that every game uses."""
