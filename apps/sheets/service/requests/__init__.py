"""What edits a workbook: one function for each kind of request."""
