"""A game being played, and the fair shuffles it is dealt from."""
