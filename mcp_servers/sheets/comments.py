"""Conversations about ranges, in the words of Drive's comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.models import Comment, Thread
from workworld.apps.sheets.service import access, comments
from workworld.apps.sheets.service.comments import Conversation
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.wire import comments as wire
from workworld.context import Context
from workworld.directory.people import by_email
from workworld.errors import Invalid, NotFound
from workworld.mcp_servers.sheets.own import done, own
from workworld.mcp_servers.sheets.schemas import (
    RANGE,
    SPREADSHEET,
    STRING,
    TRUTH,
    Arguments,
    described,
    taking,
)

_SET = "comments"
_BOOK, _COMMENT = "spreadsheetId", "commentId"
_ASSIGNED = "assigneeEmailAddress"
_ASSIGNEE = described(STRING, "The e-mail address of whoever has to see to it.")
_THEIRS = {
    "spreadsheetId": SPREADSHEET,
    "commentId": described(STRING, "The comment's id, as list_comments tells it."),
}
_CONTENT = described(STRING, "What is said; @ and an e-mail address or handle mentions somebody.")
_REPLY = described(STRING, "The id of one answer; without it the comment itself is meant.")


def _told(ctx: Context, each: Conversation) -> dict[str, Any]:
    return _all_told(ctx, [each])[0]


def _all_told(ctx: Context, found: Sequence[Conversation]) -> list[dict[str, Any]]:
    places = [each.thread.ranges[0] for each in found]
    said = wire.comments(ctx, found)
    return [
        {**told, "sheet": each.sheet.title, "range": place}
        for told, each, place in zip(said, found, places, strict=True)
    ]


def _listed(ctx: Context, found: Sequence[Conversation]) -> dict[str, Any]:
    wants_all = ctx.request.arguments.get("includeResolved", True)
    kept = [each for each in found if wants_all or not each.thread.is_resolved]
    return {"comments": _all_told(ctx, kept)}


def _one(ctx: Context, thread: Thread) -> dict[str, Any]:
    found = comments.list_threads(ctx, workbook_id=str(ctx.request.arguments[_BOOK]))
    return _told(ctx, next(each for each in found if each.thread.id == thread.id))


def _replied(ctx: Context, said: Comment) -> dict[str, Any]:
    return wire.reply(ctx, said)


def _said_id(ctx: Context, arguments: Arguments) -> str:
    """The id of the comment, or of the answer to it, that is named."""
    found = comments.list_threads(ctx, workbook_id=str(arguments[_BOOK]))
    thread_id = wire.thread_id(arguments[_COMMENT])
    said = next((each.comments for each in found if each.thread.id == thread_id), [])
    wanted = arguments.get("replyId")
    for each in said[1:] if wanted else said:
        if wanted in (None, "", each.id):
            return each.id
    raise NotFound("comment_not_found", "There is no such comment.")


def _assignee(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    address = arguments.get(_ASSIGNED)
    if not address:
        return {}
    person = by_email(ctx.session, str(address))
    if person is None:
        raise Invalid("cannot_assign", f"Nobody here has the address {str(address)[:200]!r}.")
    return {"assignee_id": person.id}


def _accept_add(ctx: Context, arguments: Arguments) -> Arguments:
    workbook = access.known(ctx, arguments[_BOOK], "commenter")
    place = resolved(ctx, grids_of(ctx.session, workbook.id), arguments["range"])
    return {
        "workbook_id": workbook.id,
        "sheet_id": place.grid.sheet.sheet_id,
        "range_text": str(place.area),
        "text": arguments["content"],
        **_assignee(ctx, arguments),
    }


def _accept_reply(ctx: Context, arguments: Arguments) -> Arguments:
    access.known(ctx, arguments[_BOOK], "commenter")
    return {
        "workbook_id": arguments[_BOOK],
        "thread_id": wire.thread_id(arguments[_COMMENT]),
        "text": arguments["content"],
        **_assignee(ctx, arguments),
        **taking(resolves="resolve")(ctx, arguments),
    }


def _accept_resolve(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "workbook_id": arguments[_BOOK],
        "thread_id": wire.thread_id(arguments[_COMMENT]),
        "is_resolved": arguments.get("resolved", True),
    }


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "workbook_id": arguments[_BOOK],
        "comment_id": _said_id(ctx, arguments),
        "text": arguments["content"],
    }


def _accept_delete(ctx: Context, arguments: Arguments) -> Arguments:
    return {"workbook_id": arguments[_BOOK], "comment_id": _said_id(ctx, arguments)}


TOOLS = (
    own(
        "list_comments", comments.list_threads, "List comments",
        "Lists the comments on ranges of a spreadsheet with the answers to them, the latest first.",
        {
            "spreadsheetId": SPREADSHEET,
            "includeResolved": described(
                {**TRUTH, "default": True}, "Whether those that are settled are told as well."
            ),
        },
        _listed, toolset=_SET, workbook_id="spreadsheetId",
    ),
    own(
        "add_comment", comments.start, "Comment on a range",
        "Begins a conversation about a range. Whoever is mentioned or assigned is told, if they"
        " see the spreadsheet.",
        {
            "spreadsheetId": SPREADSHEET, "range": RANGE, "content": _CONTENT,
            _ASSIGNED: _ASSIGNEE,
        },
        _one, ("spreadsheetId", "range", "content"), toolset=_SET, accept=_accept_add,
        range_text="range", text="content", assignee_id=_ASSIGNED,
    ),
    own(
        "reply_to_comment", comments.reply, "Answer a comment",
        "Answers a comment, and settles it if resolve is true; any other answer to a settled"
        " comment opens it again.",
        {
            **_THEIRS, "content": _CONTENT, _ASSIGNED: _ASSIGNEE,
            "resolve": described({**TRUTH, "default": False}, "Whether that settles it."),
        },
        _replied, ("spreadsheetId", "commentId", "content"), toolset=_SET, accept=_accept_reply,
        thread_id="commentId", text="content", assignee_id=_ASSIGNED, resolves="resolve",
    ),
    own(
        "resolve_comment", comments.resolve, "Resolve or reopen a comment",
        "Marks a comment as settled, or opens it again.",
        {
            **_THEIRS,
            "resolved": described({**TRUTH, "default": True}, "False opens it again."),
        },
        _one, ("spreadsheetId", "commentId"), toolset=_SET, accept=_accept_resolve,
        idempotent=True, thread_id="commentId", is_resolved="resolved",
    ),
    own(
        "update_comment", comments.change, "Change what was said",
        "Changes a comment of yours, or an answer.",
        {**_THEIRS, "content": _CONTENT, "replyId": _REPLY},
        done, ("spreadsheetId", "commentId", "content"), toolset=_SET, accept=_accept_update,
        destroys=True, comment_id="commentId", text="content",
    ),
    own(
        "delete_comment", comments.remove, "Delete a comment",
        "Deletes a comment of yours with all answers to it, or an answer of yours alone.",
        {**_THEIRS, "replyId": _REPLY},
        done, ("spreadsheetId", "commentId"), toolset=_SET, accept=_accept_delete, destroys=True,
        comment_id="commentId",
    ),
)  # fmt: skip
