"""What may be done with spreadsheets."""
