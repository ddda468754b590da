"""Tasks of incidents: what is done while they last, and what follows from them."""
