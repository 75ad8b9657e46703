"""Tree search for all games: the compiled simulations, and what runs them within a budget."""
