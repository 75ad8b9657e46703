"""The page's files, as the server delivers them."""
