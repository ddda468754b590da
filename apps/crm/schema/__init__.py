"""What objects there are and which fields they have: declared once, beside the columns."""
