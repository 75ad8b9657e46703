"""The screens of the full-screen program, one in each file, made with Textual."""
