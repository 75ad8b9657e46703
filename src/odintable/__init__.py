"""Odin's Table: Odin's Ravens and ODIN, for people and programs."""

# The only place that knows the version. Nothing heavy is imported here.
__version__ = "0.1.0"
