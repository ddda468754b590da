"""Whom workbooks are shared with, and what is said of them."""

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.sheets.words import case
from tests.kit import PERSONA

from workworld.apps.sheets.models import Comment
from workworld.apps.sheets.service import comments
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

_ALL = "/drive/v3/files/$pipeline/permissions"
_SHARE = "/s/$pipeline/dialogs/share"
_BOOK = {"spreadsheetId": "$pipeline"}
_OWNER, _COMMENTER = "dwhitlock", "nbarve"
_METHODS = {"change": "PATCH", "remove": "DELETE"}
"""What Drive's API has a method of its own for; it resolves by answers."""
_MAIL = "mchen@calderoute.example"


def _talk(world: World, facts: Facts) -> None:
    """A conversation has begun."""
    place = {"workbook_id": facts["pipeline"], "sheet_id": 0, "range_text": "F2"}
    actor = Actor(facts[_OWNER])
    thread = perform(world, actor, comments.start, **place, text="Is this signed?")
    facts["thread"] = str(thread.id)
    with world.reading() as session:
        said = session.scalars(select(Comment).where(Comment.thread_id == thread.id)).one()
        facts["comment"] = said.id


def _deed(
    operation: str,
    name: str,
    tool: str,
    do: str,
    outcome: str = "ok",
    *,
    book: str = "$pipeline",
    handle: str = PERSONA,
) -> Case:
    """Something done with a conversation that has begun."""
    said = {"content": "Is it signed?"} if operation == "change" else {}
    method = _METHODS.get(operation)
    return case(
        f"comments.{operation}",
        name,
        outcome,
        rest=(f"{method} /drive/v3/files/{book}/comments/$thread", said) if method else None,
        mcp=(tool, {"spreadsheetId": book, "commentId": "$thread", **said}),
        ui=(f"/s/{book}/dialogs/comments", {"do": do, "said-$comment": "Is it signed?"}),
        before=_talk,
        handle=handle,
    )


CASES = (
    case(
        "shares.share",
        "another role",
        rest=(f"PATCH {_ALL}/$akovac", {"role": "reader"}),
        ui=(_SHARE, {"do": "role:$akovac", "role-$akovac": "reader"}),
        handle=_OWNER,
    ),
    case(
        "shares.share",
        "a commenter",
        "no_edit_access",
        rest=(f"PATCH {_ALL}/$akovac", {"role": "reader"}),
        ui=(_SHARE, {"do": "role:$akovac", "role-$akovac": "reader"}),
        handle=_COMMENTER,
    ),
    case(
        "shares.unshare",
        "a writer",
        rest=(f"DELETE {_ALL}/$akovac", {}),
        mcp=("unshare_spreadsheet", {**_BOOK, "permissionId": "$akovac"}),
        ui=(_SHARE, {"do": "remove:$akovac"}),
        handle=_OWNER,
    ),
    case(
        "shares.unshare",
        "a commenter",
        "no_edit_access",
        rest=(f"DELETE {_ALL}/$akovac", {}),
        mcp=("unshare_spreadsheet", {**_BOOK, "permissionId": "$akovac"}),
        ui=(_SHARE, {"do": "remove:$akovac"}),
        handle=_COMMENTER,
    ),
    case(
        "shares.share_with_all",
        "to read",
        rest=(f"PATCH {_ALL}/anyoneWithLink", {"role": "reader"}),
        ui=(_SHARE, {"do": "link", "link": "reader"}),
        handle=_OWNER,
    ),
    case(
        "shares.share_with_all",
        "a commenter",
        "no_edit_access",
        rest=(f"PATCH {_ALL}/anyoneWithLink", {"role": "writer"}),
        ui=(_SHARE, {"do": "link", "link": "writer"}),
        handle=_COMMENTER,
    ),
    case(
        "permissions.give",
        "by address",
        rest=(
            f"POST {_ALL}?sendNotificationEmail=true&emailMessage=Look",
            {"type": "user", "emailAddress": _MAIL, "role": "writer"},
        ),
        mcp=(
            "share_spreadsheet",
            {
                **_BOOK,
                "emailAddress": _MAIL,
                "role": "writer",
                "sendNotification": True,
                "message": "Look",
            },
        ),
        handle=_OWNER,
    ),
    case(
        "permissions.give",
        "to nobody known",
        "invalid_sharing_request",
        rest=(
            f"POST {_ALL}",
            {"type": "user", "emailAddress": "nobody@nowhere.example", "role": "writer"},
        ),
        mcp=(
            "share_spreadsheet",
            {**_BOOK, "emailAddress": "nobody@nowhere.example", "role": "writer"},
        ),
        handle=_OWNER,
    ),
    case(
        "comments.start",
        "on the first cell",
        rest=("POST /drive/v3/files/$pipeline/comments", {"content": "Is this all?"}),
        mcp=(
            "add_comment",
            {"spreadsheetId": "$pipeline", "range": "A1", "content": "Is this all?"},
        ),
        ui=("/s/$pipeline/dialogs/comment", {"range": "A1", "text": "Is this all?"}),
    ),
    case(
        "comments.start",
        "a reader",
        "no_edit_access",
        rest=("POST /drive/v3/files/$budget/comments", {"content": "Is this all?"}),
        mcp=(
            "add_comment",
            {"spreadsheetId": "$budget", "range": "A1", "content": "Is this all?"},
        ),
        ui=("/s/$budget/dialogs/comment", {"range": "A1", "text": "Is this all?"}),
    ),
    case(
        "comments.reply",
        "an answer",
        rest=(
            "POST /drive/v3/files/$pipeline/comments/$thread/replies",
            {"content": "Tomorrow."},
        ),
        mcp=(
            "reply_to_comment",
            {"spreadsheetId": "$pipeline", "commentId": "$thread", "content": "Tomorrow."},
        ),
        ui=(
            "/s/$pipeline/dialogs/comments",
            {"do": "reply:$thread", "text-$thread": "Tomorrow."},
        ),
        before=_talk,
    ),
    case(
        "comments.reply",
        "in another workbook",
        "comment_not_found",
        rest=(
            "POST /drive/v3/files/$launch/comments/$thread/replies",
            {"content": "Tomorrow."},
        ),
        mcp=(
            "reply_to_comment",
            {"spreadsheetId": "$launch", "commentId": "$thread", "content": "Tomorrow."},
        ),
        ui=(
            "/s/$launch/dialogs/comments",
            {"do": "reply:$thread", "text-$thread": "Tomorrow."},
        ),
        before=_talk,
    ),
    _deed("resolve", "a conversation", "resolve_comment", "resolve:$thread"),
    _deed(
        "resolve",
        "in another workbook",
        "resolve_comment",
        "resolve:$thread",
        "comment_not_found",
        book="$launch",
    ),
    _deed("change", "one's own", "update_comment", "change:$comment", handle=_OWNER),
    _deed("change", "another's", "update_comment", "change:$comment", "no_edit_access"),
    _deed("remove", "one's own", "delete_comment", "remove:$comment", handle=_OWNER),
    _deed("remove", "another's", "delete_comment", "remove:$comment", "no_edit_access"),
)
