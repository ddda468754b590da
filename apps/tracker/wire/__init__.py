"""Shapes of the vendor's REST API: rows into JSON, and JSON into what operations take."""
