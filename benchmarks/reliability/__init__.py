"""How reliable the displayed win probabilities are: `python -m benchmarks.reliability`."""
