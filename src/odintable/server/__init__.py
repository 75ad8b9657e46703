"""The table server: games that lose no move and reveal no hidden card. See docs/server.md."""
