"""Search for both games: a tree of simulations, compiled, and the clock that it keeps to."""
