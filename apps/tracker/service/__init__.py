"""What the tracker does: operations, one module for each noun."""
