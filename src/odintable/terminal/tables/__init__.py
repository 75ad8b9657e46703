"""The tables that someone at this terminal plays at: here, or on a server."""
