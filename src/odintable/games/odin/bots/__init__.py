"""What bots need to know about ODIN: settings, rules of thumb, and how nets are trained."""
