"""Pages of what Drive tells of a file: comments, replies and permissions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.sheets.rest import Book


def say(book: Book, text: str) -> str:
    """A new comment."""
    path = f"/drive/v3/files/{book.id}/comments"
    return str(book.client.ask("POST", path, {"content": text}, {"fields": "id"})["id"])


def comments(book: Book, **query: Any) -> Any:
    path = f"/drive/v3/files/{book.id}/comments"
    return book.client.ask("GET", path, query={"fields": "*", **query})


def test_a_page_that_begins_after_a_removed_comment_drops_none(book: Book) -> None:
    said = [say(book, f"Said {each}") for each in range(5)]
    whole = [each["id"] for each in comments(book)["comments"]]
    assert sorted(whole) == sorted(said)
    first = comments(book, pageSize=2)
    assert [each["id"] for each in first["comments"]] == whole[:2]
    gone = f"/drive/v3/files/{book.id}/comments/{whole[0]}"
    assert book.client.send("DELETE", gone).status_code == 204
    rest = comments(book, pageSize=3, pageToken=first["nextPageToken"])
    assert [each["id"] for each in rest["comments"]] == whole[2:]
    assert "nextPageToken" not in rest


def test_comments_since_a_moment_are_told(book: Book) -> None:
    say(book, "Said")
    (one,) = comments(book)["comments"]
    assert comments(book, startModifiedTime=one["modifiedTime"])["comments"] == [one]
    assert comments(book, startModifiedTime="2001-01-01T00:00:00")["comments"] == [one]
    assert comments(book, startModifiedTime="2999-01-01T00:00:00Z")["comments"] == []


@pytest.mark.parametrize(
    "query",
    [
        {"pageSize": "0"},
        {"pageSize": "101"},
        {"pageSize": "٣"},
        {"pageToken": "none"},
        {"startModifiedTime": "yesterday"},
    ],
)
def test_pages_that_make_no_sense_are_refused(book: Book, query: dict[str, str]) -> None:
    say(book, "Said")
    path = f"/drive/v3/files/{book.id}/comments"
    assert book.client.refusal("GET", path, fields="*", **query)[0] == 400


def test_a_token_is_of_one_list_only(book: Book) -> None:
    said = [say(book, f"Said {each}") for each in range(2)]
    token = comments(book, pageSize=1)["nextPageToken"]
    replies = f"/drive/v3/files/{book.id}/comments/{said[0]}/replies"
    assert book.client.refusal("GET", replies, fields="*", pageToken=token)[0] == 400
