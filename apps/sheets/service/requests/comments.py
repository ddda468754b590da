"""Requests on conversations about cells.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.models import Comment
from workworld.apps.sheets.service import comment_resources, comments
from workworld.apps.sheets.service.comments import Conversation
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, Shape
from workworld.directory.people import by_email
from workworld.errors import Invalid

Text = Annotated[str, Field(min_length=1, max_length=2048)]
_SAID = {"RESOLVE": "Marked as resolved", "REOPEN": "Opened again"}
"""What an answer says that only resolves a conversation, or opens it again."""


class InsertComment(Shape):
    """A new conversation about a cell."""

    content: Text
    coordinate: GridCoordinate = Field(default_factory=GridCoordinate)
    assignee_email_address: Annotated[str, Field(max_length=2048)] = ""


class Post(Shape):
    """An answer in a conversation."""

    content: Annotated[str, Field(max_length=2048)] = ""
    comment_action: Literal[
        "COMMENT_ACTION_TYPE_UNSPECIFIED", "NO_COMMENT_ACTION_CHANGE", "RESOLVE", "REOPEN"
    ] = "COMMENT_ACTION_TYPE_UNSPECIFIED"
    assignee_email: Annotated[str, Field(max_length=2048)] = ""


class AddCommentReply(Shape):
    """A conversation, and an answer in it."""

    comment_id: str
    post: Post


class UpdateCommentPost(Shape):
    """What was said, and what it is to say instead."""

    comment_id: str
    post_id: str
    content: Text


class DeleteComment(Shape):
    """A conversation that goes."""

    comment_id: str


class DeleteCommentReply(Shape):
    """An answer that goes."""

    comment_id: str
    post_id: str


@request("insertComment", "Comment")
def insert_comment(edit: Editing, given: InsertComment) -> dict[str, Any]:
    """Begin a conversation about a cell."""
    place = given.coordinate
    grid = edit.grid(place.sheet_id)
    row, column = place.row_index, place.column_index
    made = comments.start(
        edit.ctx,
        workbook_id=edit.workbook.id,
        sheet_id=grid.sheet.sheet_id,
        range_text=str(Area(row, column, row + 1, column + 1)),
        text=given.content,
        assignee_id=_person(edit, given.assignee_email_address),
    )
    found = _conversation(edit, str(made.id))
    return {"commentThread": comment_resources.thread(edit.ctx, found)}


@request("addCommentReply", "Answer comment")
def add_comment_reply(edit: Editing, given: AddCommentReply) -> dict[str, Any]:
    """Answer in a conversation, resolve it or open it again."""
    found = _conversation(edit, given.comment_id)
    action = given.post.comment_action
    text = given.post.content.strip() or _SAID.get(action, "")
    if not text:
        raise Invalid("invalid_request", "content must not be empty.")
    if given.post.assignee_email and (action in _SAID or not found.thread.assignee_id):
        said = "assigneeEmail can be set only in an open thread that is assigned to somebody."
        raise Invalid("invalid_request", said)
    made = comments.reply(
        edit.ctx,
        workbook_id=edit.workbook.id,
        thread_id=found.thread.id,
        text=text,
        assignee_id=_person(edit, given.post.assignee_email),
        resolves=action == "RESOLVE",
    )
    return {"post": comment_resources.post(edit.ctx, made)}


@request("updateCommentPost", "Change comment")
def update_comment_post(edit: Editing, given: UpdateCommentPost) -> None:
    """Let what the caller has said say something else."""
    said = _post(_conversation(edit, given.comment_id), given.post_id)
    comments.change(edit.ctx, workbook_id=edit.workbook.id, comment_id=said.id, text=given.content)


@request("deleteComment", "Delete comment")
def delete_comment(edit: Editing, given: DeleteComment) -> None:
    """Delete a conversation that the caller began."""
    found = _conversation(edit, given.comment_id)
    comments.remove(edit.ctx, workbook_id=edit.workbook.id, comment_id=found.comments[0].id)


@request("deleteCommentReply", "Delete answer")
def delete_comment_reply(edit: Editing, given: DeleteCommentReply) -> None:
    """Delete an answer that the caller gave."""
    found = _conversation(edit, given.comment_id)
    said = _post(found, given.post_id)
    if said.id == found.comments[0].id:
        raise Invalid("invalid_request", "The first post goes with the whole comment.")
    comments.remove(edit.ctx, workbook_id=edit.workbook.id, comment_id=said.id)


def _conversation(edit: Editing, comment_id: str) -> Conversation:
    for each in comments.list_threads(edit.ctx, workbook_id=edit.workbook.id):
        if str(each.thread.id) == comment_id:
            return each
    raise Invalid("invalid_request", f"No comment with id: {comment_id[:100]}")


def _post(found: Conversation, post_id: str) -> Comment:
    for each in found.comments:
        if each.id == post_id:
            return each
    raise Invalid("invalid_request", f"No post with id: {post_id[:100]}")


def _person(edit: Editing, address: str) -> str | None:
    if not address:
        return None
    person = by_email(edit.ctx.session, address)
    if person is None:
        raise Invalid("invalid_request", f"There is nobody with the address {address[:100]}.")
    return person.id
