"""Tree search for all games: compiled simulations, and the code that runs them within limits."""
