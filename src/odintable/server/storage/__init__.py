"""Where games are stored: the store's interface, SQLite, group commits, backup."""
