"""The pages of spreadsheets, one module for each noun."""
