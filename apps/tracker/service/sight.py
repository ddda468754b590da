"""Finding issues by id, key or former key: those that the caller sees, and no others."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, select

from workworld.apps.tracker.models import FormerKey, Issue
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.permissions import sight_of, visible
from workworld.topics import listens

_issues = Issue.__table__.c
_former = FormerKey.__table__.c


@cache
def _by_id() -> Select[Any]:
    return constant(visible(Issue).where(_issues.id == bindparam("ref")))


@cache
def _by_key() -> Select[Any]:
    return constant(visible(Issue).where(_issues.key == bindparam("ref")))


@cache
def _by_former_key() -> Select[Any]:
    called = select(_former.issue_id).where(_former.key == bindparam("ref"))
    return constant(visible(Issue).where(_issues.id.in_(called)))


def found(ctx: Context, ref: str) -> Issue | None:
    """The row of the issue with an id, a key or a former key, if the caller sees it."""
    ref = ref.strip()
    if ref.isdigit():
        return _first(ctx, _by_id(), ref)
    key = ref.upper()
    return _first(ctx, _by_key(), key) or _first(ctx, _by_former_key(), key)


def read(ctx: Context, ref: str) -> Issue:
    """The same, to be read only.

    Raises:
        NotFound: ``issue_not_found``.
    """
    issue = found(ctx, ref)
    if issue is None:
        raise NotFound(
            "issue_not_found", "Issue does not exist or you do not have permission to see it."
        )
    return issue


def known(ctx: Context, ref: str) -> Issue:
    """The object of an issue, for changing it.

    Raises:
        NotFound: ``issue_not_found``.
    """
    return ctx.session.get_one(Issue, read(ctx, ref).id)


@listens("tracker.issue")
def _hears(ctx: Context, issue_id: str) -> bool:
    return issue_id.isdigit() and found(ctx, issue_id) is not None


def _first(ctx: Context, query: Select[Any], ref: str) -> Issue | None:
    rows = plain_rows(ctx.session, Issue, query, sight_of(ctx) | {"ref": ref})
    return rows[0] if rows else None
