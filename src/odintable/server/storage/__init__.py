"""The storage of games: the store's interface, SQLite, group commits, backup."""
