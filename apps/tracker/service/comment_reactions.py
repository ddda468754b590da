"""Reactions: emoji that people put below comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Comment, CommentReaction
from workworld.apps.tracker.service import access, comments, sight
from workworld.apps.tracker.service.comments import CommentId
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, given, insert_row, rows_of
from workworld.emoji import canonical_name
from workworld.errors import Forbidden, Invalid, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_MOST_KINDS = 50
_DOORS = (Surface.UI,)
"""The vendor's API has none of this."""
_reactions = CommentReaction.__table__.c
_BELOW = constant(
    select(_reactions.comment_id, _reactions.emoji, _reactions.person_id)
    .where(_reactions.comment_id.in_(given("comments")))
    .order_by(_reactions.added_us, _reactions.emoji, _reactions.person_id)
)
EmojiName = Annotated[
    str, Field(description="An emoji's name, such as tada.", min_length=1, max_length=100)
]


@dataclass(frozen=True, slots=True)
class Reactions:
    """One emoji below a comment, and the ids of those who put it there, first come first."""

    emoji: str
    people: tuple[str, ...]


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def add(ctx: Context, *, issue: IssueRef, comment_id: CommentId, emoji: EmojiName) -> Comment:
    """Put an emoji below a comment. The same one again changes nothing."""
    comment = comments.info(ctx, issue=issue, comment_id=comment_id)
    require(ctx, "tracker.comment_reactions.add", comment)
    name = _good_name(emoji)
    present = {each.emoji: each.people for each in below(ctx, [comment.id]).get(comment.id, ())}
    if name not in present and len(present) >= _MOST_KINDS:
        said = f"A comment has room for {_MOST_KINDS} kinds of emoji."
        raise Forbidden("too_many_emoji", said)
    if ctx.actor.person_id not in present.get(name, ()):
        row = CommentReaction(
            comment_id=comment.id,
            emoji=name,
            person_id=ctx.actor.person_id,
            added_us=ctx.clock.now_us(),
        )
        insert_row(ctx.session, row)
        ctx.touch(f"tracker.issue:{comment.issue_id}")
    return comment


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def remove(ctx: Context, *, issue: IssueRef, comment_id: CommentId, emoji: EmojiName) -> Comment:
    """Take the caller's emoji away from below a comment."""
    comment = comments.info(ctx, issue=issue, comment_id=comment_id)
    require(ctx, "tracker.comment_reactions.add", comment)
    mine = (_reactions.comment_id == comment.id, _reactions.person_id == ctx.actor.person_id)
    gone = delete(CommentReaction).where(*mine, _reactions.emoji == _good_name(emoji))
    ctx.session.execute(gone)
    ctx.touch(f"tracker.issue:{comment.issue_id}")
    return comment


@permits("tracker.comment_reactions.add", Comment)
def _may_react(ctx: Context, comment: Comment) -> Refused | None:
    return access.why_not_with(ctx, names.COMMENT, sight.read(ctx, comment.issue_id))


def below(ctx: Context, comment_ids: Sequence[str]) -> dict[str, tuple[Reactions, ...]]:
    """The reactions below comments that the caller sees, by comment, first come first."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in rows_of(ctx.session, _BELOW, {"comments": [*comment_ids]}):
        kinds = found.setdefault(row.comment_id, {})
        kinds[row.emoji] = (*kinds.get(row.emoji, ()), row.person_id)
    return {
        comment_id: tuple(Reactions(emoji, people) for emoji, people in kinds.items())
        for comment_id, kinds in found.items()
    }


def _good_name(typed: str) -> str:
    name = canonical_name(typed)
    if name is None:
        raise Invalid("invalid_name", f"There is no emoji called {typed!r}.")
    return name
