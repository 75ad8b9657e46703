"""The screens and widgets of the full-screen program, one per file, made with Textual."""
