"""Pages by keyset: the next page starts after the last row's key, not at an offset.

Rows that arrive or vanish meanwhile never make a later page skip or repeat one.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from pydantic import Field

from workworld.errors import Invalid
from workworld.randomness import digest

T = TypeVar("T")

_CHECK_LENGTH = 8
MOST_PAGES = 10_000
PageNumber = Annotated[int, Field(description="Which page, from 1.", ge=1, le=MOST_PAGES)]


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows of a listing, and the cursor that continues it (None on the last page)."""

    items: Sequence[T]
    next_cursor: str | None

    @property
    def has_more(self) -> bool:
        """Whether another page follows."""
        return self.next_cursor is not None


@dataclass(frozen=True, slots=True)
class NumberedPage(Generic[T]):
    """One page, counted from 1, of a listing that is cut into pages of equal size."""

    items: Sequence[T]
    total: int
    """How many rows the whole listing has."""
    number: int
    size: int

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-self.total // self.size)


def page_of(rows: Sequence[T], limit: int, listing: str, key: Callable[[T], str]) -> Page[T]:
    """A page from up to ``limit + 1`` fetched rows; the extra one only shows that more follow.

    Args:
        rows: the rows in the listing's order, starting after the cursor.
        limit: how many the page may hold.
        listing: which listing of what, so that another one's cursor is refused.
        key: the text by which the listing is ordered.
    """
    items = rows[:limit]
    more = len(rows) > limit
    return Page(items, encode_cursor(listing, key(items[-1])) if more else None)


def encode_cursor(listing: str, key: str) -> str:
    """An opaque cursor after the row with this key."""
    return base64.urlsafe_b64encode(f"{_check(listing, key)}{key}".encode()).decode()


def decode_cursor(listing: str, cursor: str) -> str:
    """The key inside a cursor of this listing.

    Raises:
        Invalid: ``invalid_cursor`` for a text that this listing did not give out.
    """
    try:
        text = base64.b64decode(cursor, altchars=b"-_", validate=True).decode()
    except ValueError:  # binascii.Error and UnicodeDecodeError are ValueErrors
        text = ""
    check, key = text[:_CHECK_LENGTH], text[_CHECK_LENGTH:]
    if check != _check(listing, key):
        raise Invalid("invalid_cursor", "The cursor was not given out by this listing.")
    return key


def _check(listing: str, key: str) -> str:
    """Tells a listing's own cursors from cut ones and from those of other listings."""
    return digest("cursor", listing, key).hex()[:_CHECK_LENGTH]
