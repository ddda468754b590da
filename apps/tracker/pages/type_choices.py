"""The types of a project's issues, of which settings show one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import ProjectType
from workworld.apps.tracker.pages.blueprint import settings_url
from workworld.apps.tracker.service import project_types, site
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """A type that may be looked at."""

    id: str
    name: str
    workflow_id: str
    url: str


def type_choices(
    project: str, tab: str, wanted: str
) -> tuple[Sequence[TypeChoice], TypeChoice | None]:
    """The types of a project, and the one that is looked at: the first unless another is wanted.

    Args:
        project: its key.
        tab: of the settings, that shows a type.
        wanted: a type's id; nothing if the reader named none.

    Raises:
        NotFound: ``type_not_found``: the project has not the type that is wanted.
    """

    def present(ctx: Context, rows: Sequence[ProjectType]) -> list[TypeChoice]:
        types = site.issue_types(ctx)
        return [
            TypeChoice(
                row.type_id,
                types[row.type_id].name,
                row.workflow_id,
                settings_url(project, tab, type=row.type_id),
            )
            for row in rows
        ]

    choices: list[TypeChoice] = page(project_types.list, present, project=project)
    here = next((each for each in choices if each.id == wanted), None)
    if wanted and here is None:
        raise NotFound("type_not_found")
    return choices, here or (choices[0] if choices else None)
