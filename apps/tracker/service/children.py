"""What stands below an issue: the issues of an epic, the sub-tasks of an issue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam

from workworld.apps.tracker.models import Issue
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.permissions import sight_of, visible

_issues = Issue.__table__.c


def of_issue(ctx: Context, issue_id: str) -> Sequence[Issue]:
    """The issues below an issue that the caller sees, in their order: rows to be read."""
    return plain_rows(ctx.session, Issue, _below(), sight_of(ctx) | {"parent": issue_id})


@cache
def _below() -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    query = visible(Issue).where(_issues.parent_id == bindparam("parent"))
    return constant(query.order_by(_issues.rank, _issues.id))
