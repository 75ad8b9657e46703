"""The line protocol on standard input and output (docs/protocol.md)."""
