"""What worlds would send outside, if they had an outside: kept instead of sent."""
