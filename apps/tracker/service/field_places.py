"""Where the fields that a site has added are, by their contexts, and what is usual there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, false, or_, select, true

from workworld.apps.tracker.models import ContextProject, ContextType, FieldContext, Issue
from workworld.context import Context
from workworld.database import constant, rows_of

_contexts = FieldContext.__table__.c
_projects, _types = ContextProject.__table__.c, ContextType.__table__.c
_issues = Issue.__table__.c
_CONTEXTS = constant(
    select(FieldContext.__table__, _projects.project_id, _types.type_id)
    .outerjoin(ContextProject.__table__, _projects.context_id == _contexts.id)
    .outerjoin(ContextType.__table__, _types.context_id == _contexts.id)
    .order_by(_contexts.field_id, _contexts.id)
)


@dataclass(frozen=True, slots=True)
class Where:
    """A context of a field."""

    id: str
    field_id: str
    name: str
    description: str
    is_everywhere: bool
    default: Any
    """What new issues have in the field, as it is kept."""
    projects: frozenset[str] = frozenset()
    """Ids of those that it names; of one that is everywhere none."""
    types: frozenset[str] = frozenset()
    """Ids of the types of issues that it is for; none for all."""

    def has_type(self, type_id: str) -> bool:
        """Whether issues of a type have the field."""
        return not self.types or type_id in self.types


def context_name(field_name: str) -> str:
    """What the first context of a field is called."""
    return f"Default configuration scheme for {field_name}"


def all_of(ctx: Context) -> Mapping[str, Sequence[Where]]:
    """The contexts of all fields, by the field's id."""

    def look_up() -> Mapping[str, Sequence[Where]]:
        rows = rows_of(ctx.session, _CONTEXTS, {})
        projects, types = _named(rows, "project_id"), _named(rows, "type_id")
        found: dict[str, list[Where]] = {}
        for row in {row.id: row for row in rows}.values():
            own = (row.id, row.field_id, row.name, row.description, row.is_everywhere, row.default)
            where = Where(*own, projects[row.id], types[row.id])
            found.setdefault(row.field_id, []).append(where)
        return found

    return ctx.remembered("tracker field contexts", look_up)


def at(ctx: Context, project_id: str, type_id: str) -> Mapping[str, Where]:
    """The fields of the site's own that a project's issues of a type have, by their ids."""
    chosen = {field: _chosen(there, project_id, type_id) for field, there in all_of(ctx).items()}
    return {field: where for field, where in chosen.items() if where is not None}


def projects_of(ctx: Context, field_id: str) -> frozenset[str] | None:
    """Ids of the projects that have a field; None if it is everywhere."""
    there = all_of(ctx).get(field_id, ())
    if any(each.is_everywhere for each in there):
        return None
    return frozenset().union(*(each.projects for each in there))


def condition(ctx: Context, field_id: str) -> ColumnElement[bool]:
    """Which issues have a field, whether it holds something or not."""
    parts: list[ColumnElement[bool]] = []
    named: set[str] = set()
    there = all_of(ctx).get(field_id, ())
    for each in there:
        if not each.is_everywhere:
            named |= each.projects
            parts.append(and_(_issues.project_id.in_(sorted(each.projects)), _of_types(each)))
    for each in there:
        if each.is_everywhere:
            others = _issues.project_id.not_in(sorted(named)) if named else true()
            parts.append(and_(others, _of_types(each)))
    return or_(false(), *parts)


def _of_types(where: Where) -> ColumnElement[bool]:
    return _issues.type_id.in_(sorted(where.types)) if where.types else true()


def _chosen(there: Sequence[Where], project_id: str, type_id: str) -> Where | None:
    named = [each for each in there if project_id in each.projects]
    fitting = named or [each for each in there if each.is_everywhere]
    return next((each for each in fitting if each.has_type(type_id)), None)


def _named(rows: Sequence[Any], column: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row.id, set()).update({getattr(row, column)} - {None})
    return {id: frozenset(things) for id, things in found.items()}
