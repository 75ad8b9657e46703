"""Nets that learn by self-play (docs/learning.md). The only package that imports torch."""
