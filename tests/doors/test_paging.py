"""The vendors' forms of paging, each on a listing that ends as it should or does not."""

from collections.abc import Callable
from typing import Any

import pytest

from workworld.doors.paging import CursorPaging, NumberPaging, OffsetPaging, Paging, token_paging

ROWS = list(range(7))
Listing = Callable[[dict[str, Any]], dict[str, Any]]


def by_cursor(asked: dict[str, Any]) -> dict[str, Any]:
    start = int(asked.get("cursor", "0"))
    end = start + asked["limit"]
    cursor = str(end) if end < len(ROWS) else ""
    return {"rows": ROWS[start:end], "response_metadata": {"next_cursor": cursor}}


def by_token(asked: dict[str, Any]) -> dict[str, Any]:
    start = int(asked.get("pageToken", "0"))
    end = start + asked["pageSize"]
    return {"rows": ROWS[start:end]} | ({"nextPageToken": str(end)} if end < len(ROWS) else {})


def by_offset(asked: dict[str, Any]) -> dict[str, Any]:
    start = asked["startAt"]
    rows = ROWS[start : start + asked["maxResults"]]
    return {"rows": rows, "startAt": start, "total": len(ROWS)}


def by_number(asked: dict[str, Any]) -> dict[str, Any]:
    size = asked["count"]
    start = (asked["page"] - 1) * size
    return {"found": {"rows": ROWS[start : start + size]}, "paging": {"pages": -(-7 // size)}}


FORMS: dict[str, tuple[Paging, Listing]] = {
    "cursor": (CursorPaging("rows"), by_cursor),
    "token": (token_paging("rows"), by_token),
    "offset": (OffsetPaging("rows"), by_offset),
    "number": (NumberPaging("found.rows"), by_number),
}


@pytest.mark.parametrize(("paging", "listing"), FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_each_form_leads_to_the_end(paging: Paging, listing: Listing, size: int) -> None:
    found: list[int] = []
    asked: dict[str, Any] | None = paging.first(size)
    while asked is not None:
        answer = listing(asked)
        rows = answer.get("rows") or answer["found"]["rows"]
        found += rows
        asked = paging.following(asked, answer)
    assert found == ROWS


@pytest.mark.parametrize(
    ("paging", "answer"),
    [
        (CursorPaging("rows"), {"rows": []}),
        (token_paging("rows"), {"rows": [], "nextPageToken": ""}),
        (OffsetPaging("rows"), {"rows": [], "startAt": 0, "total": 7}),
        (OffsetPaging("rows"), {"rows": [1], "startAt": 5, "total": 7}),
    ],
)
def test_listing_of_another_form_is_noticed(paging: Paging, answer: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"neither|empty|not what"):
        paging.following(paging.first(2), answer)
