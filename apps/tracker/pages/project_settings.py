"""A project's settings: its tabs, who finds which of them, and what stands around each.

A tab is shown to those whose rights are among its own and once there is a page at its address,
which ends in its name. To others it is not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.frames import ProjectFrame, framed, is_there
from workworld.apps.tracker.service import configuring, projects
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page
from workworld.errors import NotFound

_ALL = frozenset({"update"})
_TABS: tuple[tuple[str, str, str, frozenset[str]], ...] = (
    (
        "details",
        "Details",
        "sliders-horizontal",
        frozenset({"update", "archive", "restore", "delete"}),
    ),
    ("people", "People", "users", frozenset({"update", "cast"})),
    ("types", "Issue types", "layers", _ALL),
    ("workflow", "Workflows", "git-branch", _ALL),
    ("board", "Boards", "square-kanban", frozenset({"update", "board"})),
    ("fields", "Fields", "columns-3", _ALL),
    ("permissions", "Permissions", "lock", _ALL),
    ("notifications", "Notifications", "bell", _ALL),
    ("automation", "Automation", "zap", _ALL),
    ("request-types", "Request types", "inbox", _ALL),
    ("queues", "Queues", "list", _ALL),
    ("slas", "SLAs", "clock", _ALL),
    ("canned-replies", "Canned replies", "message-square", _ALL),
    ("customers", "Customers", "user", _ALL),
)
"""Name in the address, what it is called, icon, and the rights of which one is needed."""
_OF_DESKS = ("request-types", "queues", "slas", "canned-replies", "customers")
"""Those that service desks alone have."""


@dataclass(frozen=True, slots=True)
class SettingsTab:
    """A tab of a project's settings."""

    id: str
    name: str
    icon: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class SettingsFrame:
    """What stands around a tab of a project's settings."""

    project: ProjectFrame
    tabs: tuple[SettingsTab, ...]
    here: SettingsTab
    rights: frozenset[str]
    """What the reader may, as ``service/configuring.py`` says."""


@BLUEPRINT.get("/p/<project>/settings")
def project_settings(project: str) -> Any:
    """To the first tab of a project's settings that the reader finds."""
    tabs = page(projects.info, lambda ctx, row: _tabs(ctx, row, ""), project=project)
    if not tabs:
        raise NotFound("page_not_found")
    return flask.redirect(tabs[0].url)


def settings_frame(project: str, tab: str) -> SettingsFrame:
    """What stands around a tab.

    Args:
        project: its project's key or id.
        tab: the tab's name in addresses.

    Raises:
        NotFound: there is no such project, or the reader does not find the tab.
    """

    def present(ctx: Context, row: Project) -> SettingsFrame:
        tabs = _tabs(ctx, row, tab)
        here = next((each for each in tabs if each.is_here), None)
        if here is None:
            raise NotFound("page_not_found")
        return SettingsFrame(ProjectFrame.of(row), tabs, here, configuring.rights(ctx, row))

    frame: SettingsFrame = page(projects.info, present, project=project)
    return frame


def settings_page(template: str, frame: SettingsFrame, **values: Any) -> str:
    """A tab of a project's settings.

    Args:
        template: extends ``project_settings.html`` and fills its block ``settings``.
        frame: what ``settings_frame`` found.
        values: what else the template shows; ``dialog`` names a template that stands above it,
            and is all that a script is answered.
    """
    return with_dialog(template, frame.project, frame=frame, **values)


def with_dialog(template: str, project: ProjectFrame, *, dialog: str = "", **values: Any) -> str:
    """A page of a project with a dialog above it, or that alone if a script asks for it.

    Args:
        template: extends ``project.html`` and includes what ``dialog`` names.
        project: the project that it is of.
        dialog: the dialog's template; nothing for none.
        values: what both show.
    """
    if dialog and is_fragment():
        return flask.render_template(dialog, project=project, **values)
    return framed(template, project=project, dialog=dialog, **values)


def _tabs(ctx: Context, row: Project, here: str) -> tuple[SettingsTab, ...]:
    mine = configuring.rights(ctx, row)
    return tuple(
        SettingsTab(id, name, icon, settings_url(row.key, id), id == here)
        for id, name, icon, needed in _TABS
        if (row.kind == "service_desk" or id not in _OF_DESKS)
        and mine & needed
        and is_there(f"/p/{row.key}/settings/{id}")
    )
