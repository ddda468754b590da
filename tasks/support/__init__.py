"""Tasks of customer support: what customers tell, and what people make of it."""
