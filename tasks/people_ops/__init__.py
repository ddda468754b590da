"""Tasks of people operations: who is where, who comes and who goes."""
