"""Comments on files.

https://developers.google.com/workspace/drive/api/reference/rest/v3/comments
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from workworld.apps.sheets.api.drive_pages import page, page_size
from workworld.apps.sheets.api.drive_rows import a_body, drive, query
from workworld.apps.sheets.api.rows import Arguments
from workworld.apps.sheets.models import Comment, Thread
from workworld.apps.sheets.service import access, comments
from workworld.apps.sheets.service.comments import Conversation
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.wire import comments as wire
from workworld.apps.sheets.wire.answers import NOTHING, Bytes
from workworld.apps.sheets.wire.payloads import Message
from workworld.context import Context
from workworld.doors.paging import token_paging
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
    page_size(query(arguments, "includeDeleted", "pageSize", "pageToken", "startModifiedTime"))
    return {"workbook_id": arguments["fileId"]}


def _listed(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    told = wire.comments(ctx, [each for each in found if each.comments])
    asked = ctx.request.arguments
    since = _moment(asked.get("startModifiedTime"))
    fresh = [
        each
        for each in told
        if since is None or datetime.fromisoformat(each["modifiedTime"]) >= since
    ]
    listing = f"comments {asked['fileId']}"
    return {"kind": "drive#commentList", **page(fresh, asked, listing, "comments")}


def _moment(text: Any) -> datetime | None:
    """A moment as RFC 3339 has it; one without a zone is of UTC.

    Raises:
        Invalid: it is none.
    """
    if not text:
        return None
    try:
        found = datetime.fromisoformat(str(text))
    except ValueError:
        said = f"Invalid value '{str(text)[:50]}'. A moment is written as 2026-03-17T09:30:00Z"
        raise Invalid("invalid_moment", said) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _one(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    return wire.comment(ctx, _meant(ctx, found))


def _meant(ctx: Context, found: Sequence[Conversation]) -> Conversation:
    """The conversation that a path names.

    Raises:
        NotFound: there is none.
    """
    wanted = str(ctx.request.arguments["commentId"])
    each = next((each for each in found if str(each.thread.id) == wanted), None)
    if each is None:
        raise NotFound("comment_not_found", f"Comment not found: {wanted[:100]}.")
    return each


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


def _accept_change(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments)
    body = a_body(arguments, _COMMENT)
    return {**_accept_remove(ctx, arguments), "text": _content(body)}


def _accept_remove(ctx: Context, arguments: Arguments) -> Arguments:
    """What was said first, which is what is changed and removed of a comment."""
    query(arguments)
    found = comments.list_threads(ctx, workbook_id=arguments["fileId"])
    return {"workbook_id": arguments["fileId"], "comment_id": _meant(ctx, found).comments[0].id}


def _changed(ctx: Context, said: Comment) -> dict[str, Any]:
    found = comments.list_threads(ctx, workbook_id=str(ctx.request.arguments["fileId"]))
    return wire.comment(ctx, next(each for each in found if each.thread.id == said.thread_id))


def _gone(_ctx: Context, _nothing: Any) -> Bytes:
    return NOTHING


def _accept_replies(_ctx: Context, arguments: Arguments) -> Arguments:
    page_size(query(arguments, "includeDeleted", "pageSize", "pageToken"))
    return {"workbook_id": arguments["fileId"]}


def _replies(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    told = wire.comment(ctx, _meant(ctx, found))
    listing = f"replies {told['id']}"
    asked = ctx.request.arguments
    return {"kind": "drive#replyList", **page(told["replies"], asked, listing, "replies")}


def _reply(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    return wire.reply(ctx, _answer(ctx, found))


def _answer(ctx: Context, found: Sequence[Conversation]) -> Comment:
    """The answer that a path names.

    Raises:
        NotFound: there is none in that conversation.
    """
    wanted = str(ctx.request.arguments["replyId"])
    each = next((each for each in _meant(ctx, found).comments[1:] if each.id == wanted), None)
    if each is None:
        raise NotFound("reply_not_found", f"Reply not found: {wanted[:100]}.")
    return each


def _accept_reply_change(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments)
    body = a_body(arguments, _REPLY)
    return {**_accept_reply_removal(ctx, arguments), "text": _content(body)}


def _accept_reply_removal(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments)
    found = comments.list_threads(ctx, workbook_id=arguments["fileId"])
    return {"workbook_id": arguments["fileId"], "comment_id": _answer(ctx, found).id}


def _replied(ctx: Context, said: Comment) -> dict[str, Any]:
    return wire.reply(ctx, said)


_PAGING, _PAGED = token_paging("comments"), token_paging("replies")
_ALL = "/files/<fileId>/comments"
_ONE = f"{_ALL}/<commentId>"
_ANSWERS = f"{_ONE}/replies"
_ANSWER = f"{_ANSWERS}/<replyId>"
DRIVE_ENDPOINTS = (
    drive("GET", _ALL, comments.list_threads, _accept_list, _listed, paging=_PAGING),
    drive("GET", _ONE, comments.list_threads, _accept_list, _one),
    drive("POST", _ALL, comments.start, _accept_start, _started),
    drive("PATCH", _ONE, comments.change, _accept_change, _changed),
    drive("DELETE", _ONE, comments.remove, _accept_remove, _gone),
    drive("GET", _ANSWERS, comments.list_threads, _accept_replies, _replies, paging=_PAGED),
    drive("POST", _ANSWERS, comments.reply, _accept_reply, _replied),
    drive("GET", _ANSWER, comments.list_threads, _accept_replies, _reply),
    drive("PATCH", _ANSWER, comments.change, _accept_reply_change, _replied),
    drive("DELETE", _ANSWER, comments.remove, _accept_reply_removal, _gone),
)
