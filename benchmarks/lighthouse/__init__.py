"""How the page does on a phone: Lighthouse, as `make lighthouse` runs it."""
