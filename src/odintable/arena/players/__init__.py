"""Who takes part in a contest: bots, bots from a user's own code, and external engines."""
