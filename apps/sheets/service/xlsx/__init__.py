"""Workbooks as files that other programs open (XLSX), written and read with openpyxl."""
