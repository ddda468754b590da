"""Chat's pages, one module for each noun."""
