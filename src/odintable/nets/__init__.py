"""Trained nets: their file format, their weights and their evaluation, without torch."""
