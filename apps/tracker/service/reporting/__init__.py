"""What reports are computed of: the past of issues, as their history tells it."""
