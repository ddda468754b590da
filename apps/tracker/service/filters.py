"""Saved filters: queries with an owner, who may share them."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select

from workworld.apps.tracker.models import Filter, FilterShare, GroupMember, Project
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.permissions import VIEWER, sees, sight_of, visible

_filters, _shares = Filter.__table__.c, FilterShare.__table__.c
_members, _projects = GroupMember.__table__.c, Project.__table__.c


@sees(Filter)
def filter_sight() -> ColumnElement[bool]:
    """Which filters the viewer sees: their own, and those that are shared with them."""
    groups = select(_members.group_id).where(_members.person_id == VIEWER)
    projects = visible(Project).with_only_columns(_projects.id)
    shared = select(_shares.filter_id).where(
        or_(
            _shares.kind == "all",
            and_(_shares.kind == "project", _shares.thing_id.in_(projects)),
            and_(_shares.kind == "group", _shares.thing_id.in_(groups)),
            and_(_shares.kind == "person", _shares.thing_id == VIEWER),
        )
    )
    return or_(_filters.owner_id == VIEWER, _filters.id.in_(shared))


@cache
def _by_id() -> Select[Any]:
    return constant(visible(Filter).where(_filters.id == bindparam("filter")))


def known(ctx: Context, filter_id: str) -> Filter:
    """A filter that the caller sees: a row to be read.

    Raises:
        NotFound: ``filter_not_found``; one that is hidden does not exist.
    """
    found = plain_rows(ctx.session, Filter, _by_id(), sight_of(ctx) | {"filter": filter_id})
    if not found:
        said = f"The selected filter with id '{filter_id}' does not exist."
        raise NotFound("filter_not_found", said)
    return found[0]
