"""Pages of Drive's lists: ``pageSize``, ``pageToken`` and ``nextPageToken``.

https://developers.google.com/workspace/drive/api/reference/rest/v3/comments/list
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.errors import Invalid
from workworld.paging import decode_cursor, encode_cursor

Json = dict[str, Any]
_MOST = 100


def page_size(asked: Mapping[str, Any], usual: int = 20, most: int = _MOST) -> int:
    """How many rows a page has.

    Args:
        asked: the request's arguments.
        usual: how many there are where nobody says it.
        most: how many there may be.

    Raises:
        Invalid: no number, or one out of bounds.
    """
    if not asked.get("pageSize"):
        return usual
    text = str(asked["pageSize"])
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= most:
        said = f"Invalid value '{text[:50]}'. Values must be within the range: [1, {most}]"
        raise Invalid("invalid_page_size", said)
    return int(text)


def page(
    told: Sequence[Json], asked: Mapping[str, Any], listing: str, noun: str, usual: int = 20
) -> Json:
    """The rows of the page that is asked for, below their noun, and the token of the next one.

    What is removed meanwhile makes no later page skip or repeat a row.

    Args:
        told: all rows, in their order, each with its ``id``.
        asked: the request's arguments.
        listing: which list of what, so that another one's token is refused.
        noun: what the rows are called.
        usual: how many make a page where nobody says it.

    Raises:
        Invalid: the size or the token is none.
    """
    size, start = page_size(asked, usual), 0
    if asked.get("pageToken"):
        place, _, last = decode_cursor(listing, str(asked["pageToken"])).partition(" ")
        ids = [str(each["id"]) for each in told]
        start = ids.index(last) + 1 if last in ids else int(place)
    rows = list(told[start : start + size])
    more: Json = {}
    if len(told) > start + size:
        more["nextPageToken"] = encode_cursor(listing, f"{start + size - 1} {rows[-1]['id']}")
    return {**more, noun: rows}
