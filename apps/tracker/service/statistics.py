"""Counts of issues by the values of one field, or of two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, func

from workworld.apps.tracker.jql.writing import quoted
from workworld.apps.tracker.models import (
    Component,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueVersion,
    Project,
    Version,
)
from workworld.apps.tracker.service import search, site
from workworld.context import Context
from workworld.database import plain_rows, rows_of
from workworld.permissions import sight_of, visible

_issues = Issue.__table__.c


@dataclass(frozen=True, slots=True)
class Part:
    """Issues with one value of a field."""

    name: str
    count: int
    clause: str
    """In JQL: that they have it."""


@dataclass(frozen=True, slots=True)
class Cross:
    """Issues by two fields."""

    columns: Sequence[Part]
    rows: Sequence[Part]
    counts: Sequence[Sequence[int]]
    """Row by row."""
    total: int


@dataclass(frozen=True, slots=True)
class _Named:
    """A value of a field in words, and its place among all."""

    name: str
    clause: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class _By:
    """How issues are counted by a field."""

    title: str
    column: ColumnElement[Any]
    names: Callable[[Context, Sequence[str]], Mapping[str, _Named]]
    clause: str
    """What JQL calls the field."""
    beside: Table | None = None
    """The table that holds its values, if there may be several."""
    condition: ColumnElement[bool] | None = None


def of_one(ctx: Context, jql: str, by: str) -> list[Part]:
    """How many issues of a query have each value of a field, in the values' order."""
    field = _FIELDS[by]
    rows = _counted(ctx, jql, [field])
    named = _named(ctx, field, [row.v0 for row in rows])
    found = sorted(rows, key=lambda row: (named[row.v0].place, -row.total, named[row.v0].name))
    return [Part(named[row.v0].name, row.total, named[row.v0].clause) for row in found]


def of_two(ctx: Context, jql: str, by: str, across: str) -> Cross:
    """How many issues of a query have each pair of values of two fields."""
    if by == across:
        parts = of_one(ctx, jql, by)
        counts = [
            [part.count if row == at else 0 for row, part in enumerate(parts)]
            for at in range(len(parts))
        ]
        return Cross(parts, parts, counts, search.count(ctx, jql=jql))
    found = _counted(ctx, jql, [_FIELDS[by], _FIELDS[across]])
    held = {(row.v0, row.v1): row.total for row in found}
    ids: list[list[str | None]] = []
    parts_of: list[list[Part]] = []
    for at, field in enumerate((_FIELDS[by], _FIELDS[across])):
        of_field = _counted(ctx, jql, [field])
        totals = {row.v0: row.total for row in of_field}
        seen = {pair[at] for pair in held}
        named = _named(ctx, field, [id for id in totals if id in seen])
        order = sorted(named, key=lambda id: (named[id].place, -totals[id], named[id].name))
        ids.append(order)
        parts_of.append([Part(named[id].name, totals[id], named[id].clause) for id in order])
    counts = [[held.get((row, column), 0) for column in ids[1]] for row in ids[0]]
    return Cross(parts_of[1], parts_of[0], counts, search.count(ctx, jql=jql))


def _counted(ctx: Context, jql: str, fields: Sequence[_By]) -> list[Any]:
    query = visible(Issue)
    for field in fields:
        if field.beside is not None:
            held = field.beside.c.issue_id == _issues.id
            both = held if field.condition is None else held & field.condition
            query = query.outerjoin(field.beside, both)
    values = [field.column.label(f"v{at}") for at, field in enumerate(fields)]
    counted = query.with_only_columns(
        *values, func.count().label("total"), maintain_column_froms=True
    )
    grouped = counted.where(search.condition(ctx, jql)).group_by(*(f.column for f in fields))
    return rows_of(ctx.session, grouped, sight_of(ctx))


def _named(ctx: Context, field: _By, ids: Sequence[str | None]) -> dict[str | None, _Named]:
    known = field.names(ctx, [id for id in ids if id is not None])
    nothing = _Named("None" if field.title != "Assignee" else "Unassigned", "IS EMPTY", 10_000)
    found: dict[str | None, _Named] = {}
    for id in ids:
        each = nothing if id is None else known.get(id, _Named(id, f"= {quoted(id)}"))
        found[id] = _Named(each.name, f"{field.clause} {each.clause}", each.place)
    return found


def _of_site(look_up: Callable[[Context], Mapping[str, Any]]) -> Any:
    def names(ctx: Context, _ids: Sequence[str]) -> Mapping[str, _Named]:
        return {
            id: _Named(row.name, f"= {quoted(row.name)}", place)
            for place, (id, row) in enumerate(look_up(ctx).items())
        }

    return names


def _people(ctx: Context, ids: Sequence[str]) -> Mapping[str, _Named]:
    found = site.people(ctx, ids)
    return {id: _Named(row.name, f"= {id}") for id, row in found.items()}


def _projects(ctx: Context, _ids: Sequence[str]) -> Mapping[str, _Named]:
    rows = plain_rows(ctx.session, Project, visible(Project), sight_of(ctx))
    return {row.id: _Named(row.name, f"= {quoted(row.key)}") for row in rows}


def _labels(_ctx: Context, ids: Sequence[str]) -> Mapping[str, _Named]:
    return {id: _Named(id, f"= {quoted(id)}") for id in ids}


def _parts(model: Any) -> Any:
    def names(ctx: Context, ids: Sequence[str]) -> Mapping[str, _Named]:
        rows = rows_of(ctx.session, visible(model).where(model.id.in_(ids)), sight_of(ctx))
        return {row.id: _Named(row.name, f"= {row.id}") for row in rows}

    return names


def _column(table: Any, name: str) -> Column[Any]:
    found: Column[Any] = table.__table__.c[name]
    return found


_FIELDS: Mapping[str, _By] = {
    "status": _By("Status", _issues.status_id, _of_site(site.statuses), "status"),
    "assignee": _By("Assignee", _issues.assignee_id, _people, "assignee"),
    "priority": _By("Priority", _issues.priority_id, _of_site(site.priorities), "priority"),
    "issuetype": _By("Type", _issues.type_id, _of_site(site.issue_types), "issuetype"),
    "resolution": _By(
        "Resolution", _issues.resolution_id, _of_site(site.resolutions), "resolution"
    ),
    "reporter": _By("Reporter", _issues.reporter_id, _people, "reporter"),
    "project": _By("Project", _issues.project_id, _projects, "project"),
    "labels": _By(
        "Label",
        _column(IssueLabel, "label"),
        _labels,
        "labels",
        IssueLabel.__table__,  # type: ignore[arg-type]  # it is one
    ),
    "component": _By(
        "Component",
        _column(IssueComponent, "component_id"),
        _parts(Component),
        "component",
        IssueComponent.__table__,  # type: ignore[arg-type]  # it is one
    ),
    "fixVersion": _By(
        "Fix version",
        _column(IssueVersion, "version_id"),
        _parts(Version),
        "fixVersion",
        IssueVersion.__table__,  # type: ignore[arg-type]  # it is one
        _column(IssueVersion, "kind") == "fix",
    ),
}
CHOICES = tuple((name, field.title) for name, field in _FIELDS.items())
"""The fields by which issues are counted, and what people call them."""
TITLES = dict(CHOICES)
