"""WebSockets: connections, live tables, the registry of tables, message formats."""
