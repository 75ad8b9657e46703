"""A game being played (`match`) and its verifiable shuffles (`fair_shuffle`)."""
