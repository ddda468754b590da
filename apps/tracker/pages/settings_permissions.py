"""Who may do what in a project: its permission scheme as a matrix, and its security levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.pages.scheme_views import Matrix, matrix_of
from workworld.apps.tracker.service import access, projects, schemes, security
from workworld.apps.tracker.service.security import Level
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused


@dataclass(frozen=True, slots=True)
class LevelLine:
    """A security level, and who sees issues that have it."""

    name: str
    description: str
    people: Sequence[Face]
    groups: Sequence[str]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a site's administrators may choose for the project."""

    schemes: Sequence[tuple[str, str]]
    scheme: str
    security: Sequence[tuple[str, str]]
    levels: str


@BLUEPRINT.get("/p/<project>/settings/permissions")
def permission_settings(project: str) -> str:
    """Who may do what in a project."""
    return _permissions(project)


@BLUEPRINT.post("/p/<project>/settings/permissions")
def choose_schemes(project: str) -> Any:
    """Let a project have other schemes."""
    given = entered("permission_scheme_id", "security_scheme_id")
    try:
        page(projects.update, nothing, project=project, **given)
    except MENDABLE as refusal:
        return _permissions(project, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "permissions"), 303)


def _permissions(project: str, refusal: Refused | None = None) -> str:
    frame = settings_frame(project, "permissions")
    matrix: Matrix = page(schemes.of_project, matrix_of, project=project)
    problems: Mapping[str, str] = problems_of(refusal, ())
    return settings_page(
        "settings_permissions.html",
        frame,
        matrix=matrix,
        levels=page(security.of_project, _levels, project=project),
        choices=page(projects.info, _choices, project=project),
        problem=" ".join(problems.values()),
    )


def _levels(_ctx: Context, found: Sequence[Level]) -> list[LevelLine]:
    return [
        LevelLine(
            each.row.name,
            each.row.description,
            [Face.of(person) for person in each.people],
            [group.name for group in each.groups],
        )
        for each in found
    ]


def _choices(ctx: Context, row: Project) -> Choices | None:
    if not access.is_admin(ctx):
        return None
    return Choices(
        [(each.row.id, each.row.name) for each in schemes.list(ctx)],
        row.permission_scheme_id,
        [("", "None"), *((each.row.id, each.row.name) for each in security.schemes(ctx))],
        row.security_scheme_id or "",
    )
