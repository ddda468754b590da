"""What the address of a page asks for: one of the known choices, and which page of a list."""

from __future__ import annotations

from collections.abc import Container

import flask

from workworld.paging import MOST_PAGES


def chosen(name: str, known: Container[str], usual: str) -> str:
    """What the address says of a filter, if that is one of those known; else what is usual."""
    value = flask.request.args.get(name, usual)
    return value if value in known else usual


def page_number() -> int:
    """Which page of a list the address asks for, from 1; the first if that is no number."""
    said = flask.request.args.get("page", "1")
    return min(max(int(said), 1), MOST_PAGES) if said.isdecimal() and len(said) < 9 else 1
