"""Who of some people sees an issue or a comment: asked for others, where the caller acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workworld.apps.tracker.models import Comment, Issue
from workworld.context import Context
from workworld.database import Base
from workworld.permissions import who_see


def of_issue(ctx: Context, issue_id: str, person_ids: Iterable[str]) -> Sequence[str]:
    """Those of some people who see an issue, each once, in their order."""
    return who_see(ctx, Issue, issue_id, person_ids)


def of_comment(ctx: Context, comment_id: str, person_ids: Iterable[str]) -> Sequence[str]:
    """Those of some people who see a comment, each once, in their order."""
    return who_see(ctx, Comment, comment_id, person_ids)


def sees(ctx: Context, model: type[Base], key: str) -> bool:
    """Whether the caller sees a row of a table that is known by its id."""
    return bool(who_see(ctx, model, key, [ctx.actor.person_id]))
