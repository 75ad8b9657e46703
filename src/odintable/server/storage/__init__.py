"""The store interface, SQLite, group commit, backup."""
