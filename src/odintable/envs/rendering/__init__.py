"""Positions rendered as text, SVG and RGB arrays."""
