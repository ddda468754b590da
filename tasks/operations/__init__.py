"""Tasks of running the place: duties, rotas and what has been agreed about them."""
