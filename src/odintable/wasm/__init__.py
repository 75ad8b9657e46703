"""Builds the engine of the browser: compiled rules, search and nets as one WebAssembly module."""
