"""Telling people things."""
