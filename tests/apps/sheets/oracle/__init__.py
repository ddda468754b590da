"""What LibreOffice makes of formulas that are drawn by chance, and how that file is made."""
