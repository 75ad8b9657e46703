"""Serves the files of the web app."""
