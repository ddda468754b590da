"""Which projects a listing has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, or_, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Project, ProjectAccess
from workworld.context import Context
from workworld.database import plain_rows
from workworld.permissions import sight_of, visible

_projects, _access = Project.__table__.c, ProjectAccess.__table__.c
_ORDERS = {
    "key": (_projects.key,),
    "-key": (_projects.key.desc(),),
    "name": (func.lower(_projects.name), _projects.key),
    "-name": (func.lower(_projects.name).desc(), _projects.key),
    "lead": (_projects.lead_id, _projects.key),
    "-lead": (_projects.lead_id.desc(), _projects.key),
    "created": (_projects.created_us, _projects.key),
    "-created": (_projects.created_us.desc(), _projects.key),
}
_NEEDED = {
    "edit": permission_names.ADMINISTER_PROJECT,
    "create": permission_names.CREATE,
}


def matching(
    text: str,
    refs: Sequence[str] | None,
    kinds: Sequence[str] | None,
    archived: bool | None,
) -> Select[Any]:
    """Those that the caller sees, which fit all that is given."""
    query = visible(Project)
    if text:
        columns = (_projects.key, _projects.name)
        query = query.where(or_(*(column.icontains(text, autoescape=True) for column in columns)))
    if refs is not None:
        keys = [ref.upper() for ref in refs]
        query = query.where(or_(_projects.id.in_(refs), _projects.key.in_(keys)))
    if kinds is not None:
        query = query.where(_projects.kind.in_(kinds))
    if archived is not None:
        query = query.where(_projects.is_archived.is_(archived))
    return query


def where_granted(ctx: Context, action: str) -> Select[tuple[str]]:
    """Ids of the projects in which the caller may do something."""
    bit = permission_names.BIT[_NEEDED[action]]
    return select(_access.project_id).where(
        _access.person_id == ctx.actor.person_id, _access.granted.op("&")(bit) != 0
    )


def listed(ctx: Context, query: Select[Any], order: str, start: int, limit: int) -> Listed[Project]:
    """A part of what a query finds, and how much it finds."""
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()), sight_of(ctx))
    page = query.order_by(*_ORDERS[order]).offset(start).limit(limit)
    rows = plain_rows(ctx.session, Project, page, sight_of(ctx))
    return Listed(rows, total or 0, start)
