"""Commenting on an issue: adding, editing, quoting and deleting what one says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.tracker.models import Comment
from workworld.apps.tracker.pages import written
from workworld.apps.tracker.pages.activity_view import Wanted
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.issue_view import State
from workworld.apps.tracker.pages.issues import (
    MENDABLE,
    done,
    form_state,
    issue_of,
    problem_of,
    refused,
    shown,
)
from workworld.apps.tracker.service import comment_reactions, comments
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, keep_entered
from workworld.doors.web import nothing, page


@BLUEPRINT.post("/browse/<issue>/comments")
def add_comment(issue: str) -> Any:
    """Comment on an issue."""
    keep_entered("body")
    text = flask.request.form.get("body", "")
    form = flask.request.form
    internal = "internal" in form or form.get("audience") == "internal"
    try:
        comment_id = page(
            comments.add, _id_of, accept=_said, issue=issue, text=text, is_internal=internal
        )
    except MENDABLE as refusal:
        typed = {
            "comment": text,
            "comment_problem": problem_of(refusal, "comment"),
            "audience": "internal" if internal else "public",
        }
        return refused(issue, refusal, "comment-new", state=State(typed=typed))
    return done(issue, f"comment-{comment_id}")


@BLUEPRINT.post("/browse/<issue>/comments/<comment>")
def edit_comment(issue: str, comment: str) -> Any:
    """Change what a comment says."""
    keep_entered("body")
    text = flask.request.form.get("body", "")
    try:
        page(comments.edit, nothing, accept=_said, issue=issue, comment_id=comment, text=text)
    except MENDABLE as refusal:
        typed = {"comment_problem": problem_of(refusal, "comment")}
        state = State(wanted=Wanted(editing=comment), typed=typed)
        return refused(issue, refusal, f"comment-{comment}", state=state)
    return done(issue, f"comment-{comment}")


@BLUEPRINT.get("/browse/<issue>/comments/<comment>/quote")
def quoted_comment(issue: str, comment: str) -> Any:
    """What a comment says, as a quotation in Markdown."""
    text = page(comments.info, _quoted, issue=issue, comment_id=comment)
    return flask.Response(text, mimetype="text/plain")


@BLUEPRINT.get("/browse/<issue>/comments/<comment>/delete")
def delete_comment_form(issue: str, comment: str) -> str:
    """Ask whether a comment is to be deleted."""
    page(comments.info, nothing, issue=issue, comment_id=comment)
    return shown(
        issue_of(issue, form_state()),
        "dialog_delete_entry.html",
        what="comment",
        action=f"comments/{comment}/delete",
    )


@BLUEPRINT.post("/browse/<issue>/comments/<comment>/delete")
def delete_comment(issue: str, comment: str) -> Any:
    """Delete a comment."""
    try:
        page(comments.delete, nothing, issue=issue, comment_id=comment)
    except MENDABLE as refusal:
        return refused(issue, refusal)
    return closing(done(issue, "activity"))


@BLUEPRINT.post("/browse/<issue>/comments/<comment>/reactions")
def react(issue: str, comment: str) -> Any:
    """Put an emoji below a comment, or take it away again."""
    drop = flask.request.form.get("drop", "")
    function = comment_reactions.remove if drop else comment_reactions.add
    emoji = drop or flask.request.form.get("emoji", "")
    try:
        page(function, nothing, issue=issue, comment_id=comment, emoji=emoji)
    except MENDABLE as refusal:
        return refused(issue, refusal)
    return done(issue, f"comment-{comment}")


def closing(answer: Any) -> Any:
    """An answer after which a dialog closes."""
    if not is_fragment():
        return answer
    return answer, 200, {"HX-Trigger": "dialog-done"}


def _said(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The operation's arguments, with the Markdown read."""
    named = {name: value for name, value in given.items() if name != "text"}
    return {**named, "body": written.read(ctx, str(given["text"]))}


def _id_of(_ctx: Context, comment: Comment) -> str:
    return comment.id


def _quoted(ctx: Context, comment: Comment) -> str:
    lines = written.typed(ctx, comment.body).splitlines()
    return "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"
