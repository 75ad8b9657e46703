"""Lighthouse: how fast and accessible the page is on a phone (`make lighthouse`)."""
