"""Attacks on a real server, while two innocent players measure how long their moves take."""
