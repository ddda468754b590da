"""Rich text: one document model, and what it is read from and written to.

A document is stored as the JSON of ``json_form``; HTML is always written anew from it.
"""
