"""The workbook engine, without web and database: formulas, values, formats and typed input."""
