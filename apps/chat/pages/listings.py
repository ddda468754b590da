"""Listings as pages show them: whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from workworld.doors.web import page
from workworld.paging import Page

T = TypeVar("T")


def all_of(
    function: Callable[..., Any], present: Callable[..., Page[T]], **arguments: Any
) -> tuple[T, ...]:
    """Every row of a listing, page by page."""
    rows: list[T] = []
    cursor: str | None = ""
    while cursor is not None:
        found: Page[T] = page(function, present, cursor=cursor, **arguments)
        rows += found.items
        cursor = found.next_cursor
    return tuple(rows)
