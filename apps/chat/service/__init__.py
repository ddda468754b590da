"""What chat can do: one module per noun."""
