"""Tables of people at this terminal: local ones, and tables on a server."""
