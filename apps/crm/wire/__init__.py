"""The vendor's shapes."""
