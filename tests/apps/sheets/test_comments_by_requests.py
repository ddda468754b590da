"""Conversations by requests of the Sheets API, and as it tells them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.sheets.rest import Book, Client

INCLUDED = {"commentsViewMode": "COMMENTS_VIEW_MODE_INCLUDED"}


def begun(book: Book, text: str = "Is this right?", **more: Any) -> dict[str, Any]:
    place = {"rowIndex": 1, "columnIndex": 2}
    told = {"insertComment": {"content": text, "coordinate": place, **more}}
    found: dict[str, Any] = book.batch(told)["replies"][0]["insertComment"]["commentThread"]
    return found


def test_conversations_are_begun_answered_and_resolved(book: Book) -> None:
    book.put("C2", [["12"]])
    made = begun(book)
    assert made["headPost"]["content"] == "Is this right?"
    assert made["headPost"]["author"]["me"] is True
    assert (made["plainTextQuote"], made["status"]) == ("12", "OPEN")
    which = {"commentId": made["commentId"]}
    (reply,) = book.batch(
        {"addCommentReply": {**which, "post": {"content": "<b>Yes</b>"}}}
    )["replies"]  # fmt: skip
    post = reply["addCommentReply"]["post"]
    assert post["contentHtml"] == "&lt;b&gt;Yes&lt;/b&gt;"
    book.batch(
        {"updateCommentPost": {**which, "postId": post["postId"], "content": "No"}},
        {"addCommentReply": {**which, "post": {"commentAction": "RESOLVE"}}},
    )
    told = book.get(**INCLUDED)
    (thread,) = told["comments"]
    assert [each["content"] for each in thread["replies"]] == ["No", "Marked as resolved"]
    assert thread["status"] == "RESOLVED"
    (anchor,) = told["sheets"][0]["commentAnchors"]
    assert (anchor["anchorId"], anchor["range"]["startRowIndex"]) == (thread["anchorId"], 1)
    assert "comments" not in book.get()
    book.batch(
        {"deleteCommentReply": {**which, "postId": post["postId"]}}, {"deleteComment": which}
    )
    assert "comments" not in book.get(**INCLUDED)


@pytest.mark.parametrize(
    "wrong",
    [
        {"insertComment": {"content": ""}},
        {"insertComment": {"content": "x", "coordinate": {"sheetId": 9}}},
        {"insertComment": {"content": "x", "coordinate": {"rowIndex": 100_000}}},
        {"insertComment": {"content": "x", "assigneeEmailAddress": "no@nowhere.example"}},
        {"addCommentReply": {"commentId": "1", "post": {"content": "x"}}},
        {"updateCommentPost": {"commentId": "1", "postId": "2", "content": "x"}},
        {"deleteComment": {"commentId": "x"}},
    ],
)
def test_what_makes_no_sense_is_refused(book: Book, wrong: dict[str, Any]) -> None:
    assert book.refused(wrong)[0] == 400
    assert book.client.refusal("GET", book.path, commentsViewMode="ALL")[0] == 400


def test_readers_see_comments_if_they_ask_for_them(book: Book, other: Client) -> None:
    made = begun(book)
    reader = {"role": "reader", "type": "user", "emailAddress": address(other)}
    book.client.ask("POST", f"/drive/v3/files/{book.id}/permissions", reader)
    theirs = Book(other, book.id)
    usual = {"commentsViewMode": "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS"}
    assert "comments" not in theirs.get(**usual)
    assert theirs.get(**INCLUDED)["comments"][0]["commentId"] == made["commentId"]
    assert book.get(**usual)["comments"]
    assert theirs.refused({"deleteComment": {"commentId": made["commentId"]}})[0] == 403


def address(client: Client) -> str:
    me = client.book("Mine")
    listed = client.ask("GET", f"/drive/v3/files/{me.id}/permissions", query={"fields": "*"})
    return str(listed["permissions"][0]["emailAddress"])
