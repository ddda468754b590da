"""The workbook engine: addresses, formulas, their calculation, formats and typed input; no web, no database."""
