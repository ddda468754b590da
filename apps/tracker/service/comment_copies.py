"""Where else comments stand, such as in threads of chat: for those who keep both in step."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select

from workworld.apps.tracker.models import CommentCopy
from workworld.context import Context
from workworld.database import constant, insert_row, plain_rows

_copies = CommentCopy.__table__.c
_OF_COMMENT = constant(
    select(CommentCopy.__table__)
    .where(_copies.comment_id == bindparam("comment"))
    .order_by(_copies.place)
)
_AT = constant(
    select(CommentCopy.__table__)
    .where(_copies.place == bindparam("at"))
    .order_by(_copies.comment_id)
)


def keep(ctx: Context, comment_id: str, place: str, *, is_source: bool) -> None:
    """Note where else a comment stands.

    Args:
        ctx: whose step it is.
        comment_id: which one.
        place: the name of what stands there, in the other app's words.
        is_source: whether the comment was made of that.
    """
    row = CommentCopy(comment_id=comment_id, place=place, is_source=is_source)
    insert_row(ctx.session, row)


def of_comment(ctx: Context, comment_id: str) -> Sequence[CommentCopy]:
    """Where else a comment stands: rows to be read."""
    return plain_rows(ctx.session, CommentCopy, _OF_COMMENT, {"comment": comment_id})


def at(ctx: Context, place: str) -> Sequence[CommentCopy]:
    """The comments that stand at a place as well: rows to be read."""
    return plain_rows(ctx.session, CommentCopy, _AT, {"at": place})


def forget(ctx: Context, copy: CommentCopy) -> None:
    """A comment stands there no more."""
    gone = (CommentCopy.comment_id == copy.comment_id, CommentCopy.place == copy.place)
    ctx.session.execute(delete(CommentCopy).where(*gone))
