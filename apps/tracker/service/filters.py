"""Saved filters: queries with a name, an owner, and those with whom they are shared."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam

from workworld.apps.tracker.models import Filter
from workworld.apps.tracker.service import filter_sight  # noqa: F401 - says who sees filters
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import NotFound
from workworld.permissions import sight_of, visible

_filters = Filter.__table__.c


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
