"""What bots need to know about Ravens: settings, rules of thumb, and how nets are trained."""
