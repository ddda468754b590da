"""What people are called: the name that follows from its parts."""

from __future__ import annotations


def full_name(first: str | None, last: str | None) -> str:
    """The name of a contact or lead from its parts, without the salutation."""
    return " ".join(part for part in (first, last) if part)
