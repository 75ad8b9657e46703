"""Both games for OpenSpiel."""
