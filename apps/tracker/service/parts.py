"""What components and versions have in common: a name in a project, and issues that name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, func, select

from workworld.apps.tracker import field_ids, permission_names
from workworld.apps.tracker.models import (
    Component,
    Issue,
    IssueComponent,
    IssueVersion,
    Status,
    Version,
)
from workworld.apps.tracker.service import access, edits, field_values
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of
from workworld.errors import Invalid, NotFound, Problem
from workworld.permissions import sight_of, visible

P = TypeVar("P", Component, Version)

_LONGEST_NAME = 255
_issues, _statuses = Issue.__table__.c, Status.__table__.c
_components, _versions = IssueComponent.__table__.c, IssueVersion.__table__.c
_NAMING = {
    field_ids.COMPONENTS: select(_components.issue_id).where(
        _components.component_id == bindparam("part")
    ),
    field_ids.FIX_VERSIONS: select(_versions.issue_id).where(
        _versions.version_id == bindparam("part"), _versions.kind == "fix"
    ),
    field_ids.AFFECTS_VERSIONS: select(_versions.issue_id).where(
        _versions.version_id == bindparam("part"), _versions.kind == "affects"
    ),
}
"""Ids of the issues that name a part, by the field in which they do."""
_COUNTED = {
    field_ids.COMPONENTS: (_components.component_id, IssueComponent.__table__),
    field_ids.FIX_VERSIONS: (_versions.version_id, IssueVersion.__table__),
    field_ids.AFFECTS_VERSIONS: (_versions.version_id, IssueVersion.__table__),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many issues name a part, by the category of their status."""

    new: int
    indeterminate: int
    done: int

    @property
    def unresolved(self) -> int:
        """Those that are not done."""
        return self.new + self.indeterminate

    @property
    def total(self) -> int:
        """All of them."""
        return self.unresolved + self.done


def known(ctx: Context, model: type[P], part_id: str) -> P:
    """A component or version of a project that the caller sees: an object.

    Raises:
        NotFound: ``component_not_found``, ``version_not_found``.
    """
    noun = model.__name__.lower()
    table = model.__table__
    query = visible(model).where(table.c.id == part_id)
    if not plain_rows(ctx.session, model, query, sight_of(ctx)):
        raise NotFound(f"{noun}_not_found", f"The {noun} with id {part_id} does not exist.")
    return ctx.session.get_one(model, part_id)


def changing(ctx: Context, model: type[P], part_id: str) -> P:
    """The same, of a project that the caller administers.

    Raises:
        Refused: there is none like that, or the caller may not.
    """
    part = known(ctx, model, part_id)
    access.require_has(ctx, permission_names.ADMINISTER_PROJECT, part.project_id)
    return part


def good_name(ctx: Context, model: type[P], project_id: str, name: str) -> str:
    """A name that a component or version of a project may have.

    Raises:
        Invalid: ``invalid_component``, ``invalid_version``.
    """
    noun, name = model.__name__.lower(), name.strip()
    table = model.__table__.c
    if not name:
        problem = f"The {noun} name specified is invalid - cannot be an empty string."
    elif len(name) > _LONGEST_NAME or not name.isprintable():
        problem = f"The {noun} name is one line of at most {_LONGEST_NAME} characters."
    elif ctx.session.scalar(
        select(table.id).where(
            table.project_id == project_id, func.lower(table.name) == name.lower()
        )
    ):
        problem = f"A {noun} with the name {name} already exists in this project."
    else:
        return name
    raise Invalid(f"invalid_{noun}", problems=[Problem(problem, "name")])


def swap(
    ctx: Context, field: str, gone: str, instead: str | None, *, only_open: bool = False
) -> int:
    """Let all issues that name a part in a field name another one instead, or none.

    Those that the caller does not see are among them: the part goes for everybody.

    Returns:
        How many issues that changed.
    """
    query = select(Issue).where(Issue.id.in_(_NAMING[field])).order_by(Issue.id)
    if only_open:
        query = query.where(Issue.resolution_id.is_(None))
    issues = ctx.session.scalars(query, {"part": gone}).all()
    for issue in issues:
        before = field_values.current(ctx, issue, field)
        kept = [each for each in before if each != gone]
        after = sorted({*kept, instead}) if instead else kept
        edits.put(ctx, issue, {field: before}, {field: after})
    return len(issues)


def counts(ctx: Context, field: str, ids: Sequence[str]) -> Mapping[str, Counts]:
    """How many issues that the caller sees name each of some parts in a field, by the part's id."""
    found = {part_id: {"new": 0, "indeterminate": 0, "done": 0} for part_id in ids}
    values = sight_of(ctx) | {"parts": list(ids)}
    for row in rows_of(ctx.session, _counting(field), values):
        found[row.part][row.category] = row.number
    return {part_id: Counts(**numbers) for part_id, numbers in found.items()}


@cache
def _counting(field: str) -> Select[Any, Any, int]:
    # Made when it is first asked, since who sees what is declared by then.
    part, naming = _COUNTED[field]
    return constant(
        select(part.label("part"), _statuses.category, func.count().label("number"))
        .join(Issue.__table__, _issues.id == naming.c.issue_id)
        .join(Status.__table__, _statuses.id == _issues.status_id)
        .where(part.in_(given("parts")), access.issue_sight(), *_kinds(field))
        .group_by(part, _statuses.category)
    )


def _kinds(field: str) -> Sequence[ColumnElement[bool]]:
    kinds = {field_ids.FIX_VERSIONS: "fix", field_ids.AFFECTS_VERSIONS: "affects"}
    return (_versions.kind == kinds[field],) if field in kinds else ()
