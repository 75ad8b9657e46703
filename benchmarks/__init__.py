"""Benchmarks of speed, load, strength and reliability, and the fits of the heuristics."""
