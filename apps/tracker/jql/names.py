"""Finding what values name: people, versions, sprints … those that the viewer may know of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, or_, select

from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.tree import Value
from workworld.apps.tracker.models import (
    Board,
    Component,
    FieldOption,
    Filter,
    Group,
    Issue,
    Project,
    Sprint,
    Version,
)
from workworld.apps.tracker.service import (  # noqa: F401 - one says who sees filters
    field_places,
    filter_sight,
    sight,
    site,
)
from workworld.database import constant, given, rows_of
from workworld.directory.models import Person
from workworld.permissions import sight_of, visible

Rows = Sequence[Any]
Resolve = Callable[[Scope, str, Value], Sequence[Any]]
"""Scope, the field's name as it was written, a value → ids; none if it names nothing, which is
noted in the scope."""

_people, _versions, _components = Person.__table__.c, Version.__table__.c, Component.__table__.c
_sprints, _boards, _projects = Sprint.__table__.c, Board.__table__.c, Project.__table__.c
_PERSON = constant(
    select(_people.id).where(
        or_(
            _people.id == bindparam("text"),
            func.lower(_people.email) == bindparam("lowered"),
            func.lower(_people.name) == bindparam("lowered"),
            func.lower(_people.display_name) == bindparam("lowered"),
            _people.handle == bindparam("lowered"),
        )
    )
)
_VERSIONS = constant(
    select(Version.__table__)
    .where(_versions.project_id.in_(given("projects")))
    .order_by(_versions.project_id, _versions.position)
)
_COMPONENTS = constant(
    select(Component.__table__).where(_components.project_id.in_(given("projects")))
)
_SPRINTS = constant(
    select(Sprint.__table__)
    .join(Board.__table__, _boards.id == _sprints.board_id)
    .where(_boards.project_id.in_(given("projects")))
    .order_by(_sprints.id)
)
_GROUPS = constant(select(Group.__table__))
_OPTIONS = constant(
    select(FieldOption.__table__)
    .where(FieldOption.field_id == bindparam("field"))
    .order_by(FieldOption.position)
)


@cache
def _visible_projects() -> Select[Any]:
    return constant(visible(Project).order_by(_projects.key))


@cache
def _visible_filters() -> Select[Any]:
    return constant(visible(Filter))


def unknown(scope: Scope, field: str, value: Value) -> Sequence[Any]:
    """Note that a field has no such value."""
    if value.text.isdigit() and not value.is_quoted:
        scope.refuse(f"A value with ID '{value.text}' does not exist for the field '{field}'.")
    else:
        scope.refuse(f"The value '{value.text}' does not exist for the field '{field}'.")
    return ()


def among(rows: Iterable[Any], text: str, *columns: str) -> list[Any]:
    """Ids of the rows that are called so; else of the one that has this id."""
    rows = list(rows)
    lowered = text.strip().casefold()
    called = [
        row.id for row in rows if any(getattr(row, name).casefold() == lowered for name in columns)
    ]
    return called or [row.id for row in rows if str(row.id) == text.strip()]


def by_name(look_up: Callable[[Scope], Iterable[Any]], *columns: str) -> Resolve:
    """Finds values among some rows, by name or id."""

    def resolve(scope: Scope, field: str, value: Value) -> Sequence[Any]:
        found = among(look_up(scope), value.text, *(columns or ("name",)))
        return found or unknown(scope, field, value)

    return resolve


def projects(scope: Scope) -> Mapping[str, Project]:
    """The projects that the viewer sees, by id, in the order of their keys."""

    def look_up() -> Mapping[str, Project]:
        rows = rows_of(scope.ctx.session, _visible_projects(), sight_of(scope.ctx))
        return {row.id: row for row in rows}

    return scope.remembered("projects", look_up)


def _of_projects(scope: Scope, query: Select[Any]) -> Rows:
    values = {"projects": list(projects(scope))}
    return scope.remembered(id(query), lambda: rows_of(scope.ctx.session, query, values))


def versions(scope: Scope) -> Sequence[Version]:
    """The versions of the viewer's projects, the oldest first within each."""
    return _of_projects(scope, _VERSIONS)


def components(scope: Scope) -> Sequence[Component]:
    """The components of the viewer's projects."""
    return _of_projects(scope, _COMPONENTS)


def sprints(scope: Scope) -> Sequence[Sprint]:
    """The sprints of boards in the viewer's projects."""
    return _of_projects(scope, _SPRINTS)


def groups(scope: Scope) -> Sequence[Group]:
    """The site's groups."""
    return scope.remembered("groups", lambda: rows_of(scope.ctx.session, _GROUPS, {}))


def filters(scope: Scope) -> Sequence[Filter]:
    """The saved filters that the viewer sees."""
    values = sight_of(scope.ctx)
    return scope.remembered(
        "filters", lambda: rows_of(scope.ctx.session, _visible_filters(), values)
    )


def options(scope: Scope, field_id: str) -> Sequence[FieldOption]:
    """The options of a field, in order."""
    values = {"field": field_id}
    return scope.remembered(
        ("options", field_id), lambda: rows_of(scope.ctx.session, _OPTIONS, values)
    )


def is_known_field(scope: Scope, field_id: str) -> bool:
    """Whether a field of the site's own is in any project that the viewer sees."""

    within = field_places.projects_of(scope.ctx, field_id)
    return within is None or not within.isdisjoint(projects(scope))


def people_called(scope: Scope, text: str) -> Sequence[str]:
    """Ids of the accounts with an id, address, name or handle."""
    values = {"text": text.strip(), "lowered": text.strip().lower().removeprefix("@")}
    found = scope.remembered(("person", text), lambda: rows_of(scope.ctx.session, _PERSON, values))
    return [row.id for row in found]


def person(scope: Scope, field: str, value: Value) -> Sequence[str]:
    """Whom a value names."""
    return people_called(scope, value.text) or unknown(scope, field, value)


def issue_row(scope: Scope, ref: str) -> Issue | None:
    """The issue with a key or an id, if the viewer sees it."""
    return scope.remembered(("issue", ref), lambda: sight.found(scope.ctx, ref))


def issue(scope: Scope, field: str, value: Value) -> Sequence[str]:
    """The issue that a value names by its key or id."""
    row = issue_row(scope, value.text)
    if row is not None:
        return (row.id,)
    scope.refuse(f"An issue with key '{value.text}' does not exist for field '{field}'.")
    return ()


project = by_name(lambda scope: projects(scope).values(), "key", "name")
status = by_name(lambda scope: site.statuses(scope.ctx).values())
priority = by_name(lambda scope: site.priorities(scope.ctx).values())
issue_type = by_name(lambda scope: site.issue_types(scope.ctx).values())
category = by_name(lambda scope: site.categories(scope.ctx).values())
version = by_name(versions)
component = by_name(components)
sprint = by_name(sprints)
filter_called = by_name(filters)
