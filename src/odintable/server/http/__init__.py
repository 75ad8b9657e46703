"""HTTP: routes, schemas, authentication, rate limits, security headers."""
