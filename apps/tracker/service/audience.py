"""Who of some people sees an issue or a comment: asked for others, where the caller acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam

from workworld.apps.tracker.models import Comment, Issue
from workworld.context import Context
from workworld.database import Base, constant, rows_of
from workworld.permissions import visible


def of_issue(ctx: Context, issue_id: str, person_ids: Iterable[str]) -> Sequence[str]:
    """Those of some people who see an issue, each once, in their order."""
    return _who_see(ctx, Issue, issue_id, person_ids)


def of_comment(ctx: Context, comment_id: str, person_ids: Iterable[str]) -> Sequence[str]:
    """Those of some people who see a comment, each once, in their order."""
    return _who_see(ctx, Comment, comment_id, person_ids)


def sees(ctx: Context, model: type[Base], key: str) -> bool:
    """Whether the caller sees a row of a table that is known by its id."""
    return bool(_who_see(ctx, model, key, [ctx.actor.person_id]))


def _who_see(ctx: Context, model: type[Base], key: str, person_ids: Iterable[str]) -> Sequence[str]:
    query = _by_key(model)
    return [
        each
        for each in dict.fromkeys(person_ids)
        if rows_of(ctx.session, query, {"viewer_id": each, "thing": key})
    ]


@cache
def _by_key(model: type[Base]) -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    of_table = model.__table__.c
    return constant(
        visible(model).with_only_columns(of_table.id).where(of_table.id == bindparam("thing"))
    )
