"""Comments beside the grid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.pages import moments
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.format_dialogs import whole
from workworld.apps.sheets.service import access, comments
from workworld.apps.sheets.service.comments import Conversation
from workworld.context import Context
from workworld.directory.models import Person
from workworld.directory.people import by_ids
from workworld.doors.web import Avatar, nothing, page

_DEEDS = {
    "resolve": "Marked as resolved",
    "reopen": "Reopened",
    "assign": "Assigned",
}


@dialog("comment", role="commenter")
def comment(asked: Asked) -> Mapping[str, Any]:
    """A new comment on what is selected."""
    return {"sheet": asked.grid.sheet.title}


@comment.done
def _comment(place: Place, form: Form) -> Did:
    page(
        comments.start,
        nothing,
        workbook_id=place.workbook_id,
        sheet_id=place.gid,
        range_text=form.get("range", "").strip() or place.first,
        text=form.get("text", "").strip(),
        assignee_id=form.get("assignee") or None,
    )
    return Did("Your comment was added.", revision=0)


@dialog("comments", role="reader")
def all_comments(asked: Asked) -> Mapping[str, Any]:
    """All conversations about a workbook."""
    ctx = asked.ctx
    found = comments.list_threads(ctx, workbook_id=asked.workbook.id)
    which = asked.form.get("show", "open")
    wanted = asked.form.get("thread", "")
    ids = {said.author_id for each in found for said in each.comments}
    ids |= {each.thread.assignee_id for each in found if each.thread.assignee_id}
    people = by_ids(ctx.session, sorted(ids))
    kept = [
        each
        for each in found
        if which == "all" or str(each.thread.id) == wanted or not each.thread.is_resolved
    ]
    return {
        "threads": [_thread(ctx, each, people) for each in kept],
        "show": which,
        "hidden_count": len(found) - len(kept),
        "wanted": wanted,
        "may_comment": access.may(ctx, asked.workbook, "commenter"),
    }


@all_comments.done
def _all_comments(place: Place, form: Form) -> Did:
    do, _, key = form.get("do", "").partition(":")
    given: dict[str, Any] = {"workbook_id": place.workbook_id}
    if do == "reply":
        text = form.get(f"text-{key}", "").strip()
        page(comments.reply, nothing, **given, thread_id=whole(key), text=text)
    elif do in ("resolve", "reopen"):
        is_resolved = do == "resolve"
        page(comments.resolve, nothing, **given, thread_id=whole(key), is_resolved=is_resolved)
    elif do == "remove":
        page(comments.remove, nothing, **given, comment_id=key)
    elif do == "change":
        text = form.get(f"said-{key}", "").strip()
        page(comments.change, nothing, **given, comment_id=key, text=text)
    return Did(stays=True, revision=0)


def _thread(ctx: Context, found: Conversation, people: Mapping[str, Person]) -> dict[str, Any]:
    thread = found.thread
    assignee = people.get(thread.assignee_id or "")
    return {
        "id": thread.id,
        "gid": found.sheet.sheet_id,
        "where": f"{found.sheet.title}!{', '.join(thread.ranges)}",
        "range": thread.ranges[0] if thread.ranges else "",
        "quoted": thread.quoted,
        "is_resolved": thread.is_resolved,
        "assignee": assignee.name if assignee else "",
        "comments": [
            {
                "id": each.id,
                "author": people[each.author_id].name,
                "avatar": Avatar.of(each.author_id, people[each.author_id].name),
                "text": each.text,
                "deed": _DEEDS.get(each.deed, ""),
                "at": moments.moment(ctx, each.created_us),
                "iso": moments.iso(ctx, each.created_us),
                "is_edited": each.edited_us is not None,
                "is_mine": each.author_id == ctx.actor.person_id,
            }
            for each in found.comments
        ],
    }
