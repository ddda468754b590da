"""Keeping to what people may do."""
