"""The tracker's pages, one module for each noun."""
