"""Fit the weights of the move and value heuristics: docs/fitting.md."""
