"""Comments on files.

https://developers.google.com/workspace/drive/api/reference/rest/v3/comments
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.api.drive_rows import a_body, drive, query
from workworld.apps.sheets.api.rows import Arguments
from workworld.apps.sheets.models import Comment, Thread
from workworld.apps.sheets.service import access, comments
from workworld.apps.sheets.service.comments import Conversation
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.wire import comments as wire
from workworld.apps.sheets.wire.payloads import Message
from workworld.context import Context
from workworld.errors import Invalid, NotFound

_COMMENT = Message(
    {
        **dict.fromkeys(("kind", "id", "content", "htmlContent", "anchor"), str),
        **dict.fromkeys(("createdTime", "modifiedTime"), str),
        **dict.fromkeys(("resolved", "deleted"), bool),
        **dict.fromkeys(("quotedFileContent", "author"), object),
        "replies": [object],
    },
    is_open=True,
)
_REPLY = Message(
    dict.fromkeys(("kind", "id", "content", "htmlContent", "action"), str), is_open=True
)


_DEEDS = {"resolve": "Marked as resolved", "reopen": "Opened again"}
"""What an answer says that only resolves a conversation, or opens it again."""


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "includeDeleted", "pageSize", "pageToken", "startModifiedTime")
    return {"workbook_id": arguments["fileId"]}


def _listed(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    told = wire.comments(ctx, [each for each in found if each.comments])
    return {"kind": "drive#commentList", "comments": told}


def _one(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    wanted = str(ctx.request.arguments["commentId"])
    each = next((each for each in found if str(each.thread.id) == wanted), None)
    if each is None:
        raise NotFound("comment_not_found", f"Comment not found: {wanted[:100]}.")
    return wire.comment(ctx, each)


def _accept_start(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments)
    body = a_body(arguments, _COMMENT)
    workbook = access.known(ctx, arguments["fileId"])
    first = grids_of(ctx.session, workbook.id)[0].sheet.sheet_id
    place = _anchor(body.get("anchor", ""))
    return {
        "workbook_id": workbook.id,
        "sheet_id": place.get("uid", first),
        "range_text": place.get("range", "A1"),
        "text": _content(body),
    }


def _anchor(text: str) -> dict[str, Any]:
    """What a comment is about, as answers tell it; nothing where it is told otherwise."""
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _content(body: dict[str, Any]) -> str:
    if not body.get("content"):
        raise Invalid("required", "Required field: content")
    return str(body["content"])


def _started(ctx: Context, thread: Thread) -> dict[str, Any]:
    found = comments.list_threads(ctx, workbook_id=str(ctx.request.arguments["fileId"]))
    return wire.comment(ctx, next(each for each in found if each.thread.id == thread.id))


def _accept_reply(_ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments)
    body = a_body(arguments, _REPLY)
    action = body.get("action")
    if action not in (None, "resolve", "reopen"):
        raise Invalid("invalid_action", f"Invalid value for action: {str(action)[:50]}")
    content = body.get("content") or (_DEEDS[action] if action else "")
    return {
        **_thread(arguments),
        "text": _content({"content": content}),
        "resolves": action == "resolve",
    }


def _thread(arguments: Arguments) -> dict[str, Any]:
    """The conversation that a path names."""
    thread_id = wire.thread_id(str(arguments["commentId"]))
    return {"workbook_id": arguments["fileId"], "thread_id": thread_id}


def _replied(ctx: Context, said: Comment) -> dict[str, Any]:
    return wire.reply(ctx, said)


_ALL = "/files/<fileId>/comments"
_ONE = f"{_ALL}/<commentId>"
DRIVE_ENDPOINTS = (
    drive("GET", _ALL, comments.list_threads, _accept_list, _listed),
    drive("GET", _ONE, comments.list_threads, _accept_list, _one),
    drive("POST", _ALL, comments.start, _accept_start, _started),
    drive("POST", f"{_ONE}/replies", comments.reply, _accept_reply, _replied),
)
