"""Worker processes for bots, hints and win probabilities."""
