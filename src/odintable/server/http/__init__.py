"""The HTTP API: routes, schemas, authentication, security headers."""
