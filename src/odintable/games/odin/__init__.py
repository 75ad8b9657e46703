"""ODIN. Its modules are imported when they are first used (`GameSpec.modules`)."""
