"""Getting things done with others."""
