"""Whether the nets' chances can be taken at their word: `python -m benchmarks.reliability`."""
