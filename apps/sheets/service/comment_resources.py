"""Conversations about cells as the Sheets API tells them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import escape

from workworld.apps.sheets.models import Comment, Sheet, Thread
from workworld.apps.sheets.service.comments import Conversation
from workworld.apps.sheets.service.resources import grid_range
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory.models import Person
from workworld.directory.people import by_ids

Json = dict[str, Any]
_ACTIONS = {"resolve": "RESOLVE", "reopen": "REOPEN"}


def threads(ctx: Context, found: Sequence[Conversation]) -> list[Json]:
    """``CommentThread`` of some conversations."""
    people = by_ids(ctx.session, sorted({each.author_id for one in found for each in one.comments}))
    return [_thread(ctx, each, people) for each in found if each.comments]


def thread(ctx: Context, found: Conversation) -> Json:
    """``CommentThread`` of one conversation."""
    return threads(ctx, [found])[0]


def _thread(ctx: Context, found: Conversation, people: Mapping[str, Person]) -> Json:
    head, *replies = (_post(ctx, each, people[each.author_id]) for each in found.comments)
    told: Json = {
        "commentId": str(found.thread.id),
        "anchorId": str(found.thread.id),
        "headPost": head,
        "status": "RESOLVED" if found.thread.is_resolved else "OPEN",
    }
    if found.thread.quoted:
        told["plainTextQuote"] = found.thread.quoted
    return told | ({"replies": replies} if replies else {})


def post(ctx: Context, comment: Comment) -> Json:
    """``Post`` of one comment."""
    return _post(ctx, comment, by_ids(ctx.session, [comment.author_id])[comment.author_id])


def _post(ctx: Context, comment: Comment, author: Person) -> Json:
    told: Json = {
        "postId": comment.id,
        "author": {
            "displayName": author.name,
            "user": f"users/{author.id}",
            "me": author.id == ctx.actor.person_id,
        },
        "createTime": _moment(comment.created_us),
        "updateTime": _moment(comment.edited_us or comment.created_us),
        "content": comment.text,
        "contentHtml": str(escape(comment.text)).replace("\n", "<br>"),
    }
    if comment.deed in _ACTIONS:
        told["commentAction"] = _ACTIONS[comment.deed]
    return told


def _moment(microseconds: int) -> str:
    return f"{from_microseconds(microseconds):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


def anchor(sheet: Sheet, found: Thread) -> Json:
    """``CommentAnchor``: where a conversation is about."""
    told: Json = {"anchorId": str(found.id)}
    return told | ({"range": grid_range(sheet, found.ranges[0])} if found.ranges else {})
