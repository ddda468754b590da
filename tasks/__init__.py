"""Task families, one package per business process, one module per family."""
