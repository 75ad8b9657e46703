"""Whether the chances told can be taken at their word: `python -m benchmarks.reliability`."""
