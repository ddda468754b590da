"""What is built next, and for whom."""
