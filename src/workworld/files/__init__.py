"""Files: bytes with a name, uploaded by somebody and attached to things in apps."""
