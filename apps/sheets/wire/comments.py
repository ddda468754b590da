"""Conversations about a spreadsheet as Drive's API tells them.

https://developers.google.com/workspace/drive/api/reference/rest/v3/comments
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.models import Comment
from workworld.apps.sheets.service.comments import Conversation
from workworld.apps.sheets.wire.files import moment, user
from workworld.context import Context
from workworld.directory.models import Person
from workworld.directory.people import by_ids
from workworld.errors import NotFound

_Authors = Mapping[str, Person]


def comment(ctx: Context, found: Conversation) -> dict[str, Any]:
    """``Comment``: what was said first, with the answers to it."""
    return comments(ctx, [found])[0]


def comments(ctx: Context, found: Sequence[Conversation]) -> list[dict[str, Any]]:
    """Several ``Comment``, in their order."""
    authors = _authors(ctx, [said for each in found for said in each.comments])
    return [_comment(ctx, each, authors) for each in found]


def reply(ctx: Context, said: Comment) -> dict[str, Any]:
    """``Reply``: one answer."""
    return _reply(ctx, said, _authors(ctx, [said]))


def thread_id(wanted: str) -> int:
    """The conversation that a ``commentId`` names.

    Raises:
        NotFound: no conversation has such an id.
    """
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 12:
        raise NotFound("comment_not_found", f"Comment not found: {wanted[:100]}.")
    return int(wanted)


def _authors(ctx: Context, said: Sequence[Comment]) -> _Authors:
    return by_ids(ctx.session, sorted({each.author_id for each in said}))


def _comment(ctx: Context, found: Conversation, authors: _Authors) -> dict[str, Any]:
    first, *answers = found.comments
    thread = found.thread
    return {
        "kind": "drive#comment",
        "id": str(thread.id),
        **_said(ctx, first, authors),
        "deleted": False,
        "resolved": thread.is_resolved,
        "anchor": json.dumps({"type": "workbook-range", "uid": found.sheet.sheet_id,
                              "range": thread.ranges[0]}),
        "quotedFileContent": {"mimeType": "text/html", "value": thread.quoted},
        "replies": [_reply(ctx, each, authors) for each in answers],
    }  # fmt: skip


def _said(ctx: Context, comment: Comment, authors: _Authors) -> dict[str, Any]:
    author = authors[comment.author_id]
    return {
        "createdTime": moment(comment.created_us),
        "modifiedTime": moment(comment.edited_us or comment.created_us),
        "author": user(author, ctx.actor.person_id),
        "content": comment.text,
    }


def _reply(ctx: Context, comment: Comment, authors: _Authors) -> dict[str, Any]:
    deeds = {"resolve": {"action": "resolve"}, "reopen": {"action": "reopen"}}
    told = {"kind": "drive#reply", "id": comment.id, **_said(ctx, comment, authors)}
    told["deleted"] = False
    return told | deeds.get(comment.deed, {})
