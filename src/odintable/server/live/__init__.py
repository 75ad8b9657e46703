"""Live play over WebSockets: connections, live tables, the registry of tables, message formats."""
