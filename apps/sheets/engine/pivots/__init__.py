"""Pivot tables: rows grouped along both sides, and what their values come to."""
