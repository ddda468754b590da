"""Tellers: what happened, told as the facts of which each app's builder makes rows."""
