"""The query language of spreadsheets: what ``QUERY`` is given, read and worked out."""
