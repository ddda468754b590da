"""What spreadsheets have to do with other apps."""
