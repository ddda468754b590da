"""What somebody may choose from, of the fields whose values are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import (
    Board,
    Component,
    FieldOption,
    Project,
    SecurityAccess,
    SecurityLevel,
    Sprint,
    Version,
)
from workworld.apps.tracker.service import site
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.permissions import VIEWER, sight_of, visible

_PROJECT: BindParameter[str] = bindparam("project")
_components = Component.__table__.c
_versions = Version.__table__.c
_levels = SecurityLevel.__table__.c
_access = SecurityAccess.__table__.c
_options = FieldOption.__table__.c
_COMPONENTS = constant(
    select(Component.__table__).where(_components.project_id == _PROJECT).order_by(_components.name)
)
_VERSIONS = constant(
    select(Version.__table__).where(_versions.project_id == _PROJECT).order_by(_versions.position)
)
_LEVELS = constant(
    select(SecurityLevel.__table__)
    .where(
        _levels.scheme_id == bindparam("scheme"),
        _levels.id.in_(select(_access.level_id).where(_access.person_id == VIEWER)),
    )
    .order_by(_levels.name)
)
_OPTIONS = constant(
    select(FieldOption.__table__)
    .where(_options.field_id == bindparam("field"))
    .order_by(_options.position, _options.id)
)


CHOSEN = ("select", "multiselect", "checkbox", "cascading")
"""The kinds of fields of the site's own whose values are chosen from a list."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that may be chosen."""

    id: str
    name: str
    parent_id: str | None = None
    """Of a cascading field's second level, the choice that it stands below."""
    is_open: bool = True
    """Whether it may be chosen anew; who has it keeps it."""


def of_field(ctx: Context, project: Project, field_id: str) -> Sequence[Choice] | None:
    """What a field may hold in a project, in the order in which it is shown.

    None if its values are not chosen from a list.
    """
    look_up = _CHOICES.get(field_id)
    if look_up is not None:
        return look_up(ctx, project)
    field = site.custom_fields(ctx).get(field_id)
    if field is None or field.kind not in CHOSEN:
        return None
    return options(ctx, field_id)


def components(ctx: Context, project: Project) -> Sequence[Component]:
    """The components of a project, by name."""
    return plain_rows(ctx.session, Component, _COMPONENTS, {"project": project.id})


def sprints(ctx: Context, project: Project) -> Sequence[Sprint]:
    """Sprints to come and under way of a project's boards, as they follow each other."""
    return plain_rows(ctx.session, Sprint, _sprints(), {"project": project.id})


def any_sprint(ctx: Context, number: int) -> Sprint | None:
    """A sprint of any board that the caller sees."""
    found = plain_rows(ctx.session, Sprint, _sprint(), sight_of(ctx) | {"number": number})
    return found[0] if found else None


def _priorities(ctx: Context, _project: Project) -> Sequence[Choice]:
    return [Choice(each.id, each.name) for each in site.priorities(ctx).values()]


def _resolutions(ctx: Context, _project: Project) -> Sequence[Choice]:
    return [Choice(each.id, each.name) for each in site.resolutions(ctx).values()]


def _component_choices(ctx: Context, project: Project) -> Sequence[Choice]:
    return [Choice(each.id, each.name) for each in components(ctx, project)]


def _versions_of(ctx: Context, project: Project) -> Sequence[Choice]:
    found = plain_rows(ctx.session, Version, _VERSIONS, {"project": project.id})
    return [Choice(each.id, each.name, is_open=not each.is_archived) for each in found]


def _security_levels(ctx: Context, project: Project) -> Sequence[Choice]:
    values = sight_of(ctx) | {"scheme": project.security_scheme_id}
    found = plain_rows(ctx.session, SecurityLevel, _LEVELS, values)
    return [Choice(each.id, each.name) for each in found]


def _open_sprints(ctx: Context, project: Project) -> Sequence[Choice]:
    return [Choice(str(each.id), each.name) for each in sprints(ctx, project)]


def options(ctx: Context, field_id: str) -> Sequence[Choice]:
    """What may be chosen in a field that the site has added, in order."""
    found = plain_rows(ctx.session, FieldOption, _OPTIONS, {"field": field_id})
    return [Choice(each.id, each.value, each.parent_id, not each.is_disabled) for each in found]


@cache
def _sprints() -> Select[Any]:
    boards, all_sprints = Board.__table__.c, Sprint.__table__.c
    own = select(boards.id).where(boards.project_id == _PROJECT)
    return constant(
        select(Sprint.__table__)
        .where(all_sprints.board_id.in_(own), all_sprints.state != "closed")
        .order_by(all_sprints.board_id, all_sprints.position)
    )


@cache
def _sprint() -> Select[Any]:
    boards, all_sprints = Board.__table__.c, Sprint.__table__.c
    projects = visible(Project).with_only_columns(Project.__table__.c.id)
    own = select(boards.id).where(boards.project_id.in_(projects))
    return constant(
        select(Sprint.__table__).where(
            all_sprints.id == bindparam("number"), all_sprints.board_id.in_(own)
        )
    )


_CHOICES: dict[str, Callable[[Context, Project], Sequence[Choice]]] = {
    f.PRIORITY: _priorities,
    f.RESOLUTION: _resolutions,
    f.COMPONENTS: _component_choices,
    f.FIX_VERSIONS: _versions_of,
    f.AFFECTS_VERSIONS: _versions_of,
    f.SECURITY: _security_levels,
    f.SPRINT: _open_sprints,
}
