"""What stands around every page of the tracker: its sidebar, a project's tabs, an issue beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.routing import RequestRedirect

from workworld.apps.tracker.pages import blueprint
from workworld.apps.tracker.permission_names import BROWSE
from workworld.apps.tracker.service import access, configuring, projects, site
from workworld.doors.web import page
from workworld.emoji import character_of

_PAGES = (
    ("/", "Your work", "house", "tracker.home"),
    ("/projects", "Projects", "folder", "tracker.projects"),
    ("/issues", "Issues", "list-checks", "tracker.issues"),
    ("/filters", "Filters", "list-filter", "tracker.filters"),
    ("/boards", "Boards", "square-kanban", "tracker.boards"),
    ("/dashboards", "Dashboards", "layout-grid", "tracker.dashboards"),
    ("/portal", "Customer portal", "headset", "tracker.portal"),
)
"""Path, name, icon and command of pages beside the projects, in their order."""
_ADMIN = (("/admin", "Administration", "shield", "tracker.admin"),)
_TABS = (
    ("queues", "Queues", "inbox", "tracker.queues"),
    ("backlog", "Backlog", "layers", "tracker.backlog"),
    ("board", "Board", "square-kanban", "tracker.board"),
    ("list", "List", "list", "tracker.list"),
    ("timeline", "Timeline", "calendar-clock", "tracker.timeline"),
    ("calendar", "Calendar", "calendar", "tracker.calendar"),
    ("releases", "Releases", "rocket", "tracker.releases"),
    ("components", "Components", "component", "tracker.components"),
    ("reports", "Reports", "chart-column", "tracker.reports"),
    ("settings", "Settings", "settings", "tracker.settings"),
)
"""The same of a project's pages; their paths are below the project's."""
_URLS: dict[str, Callable[..., str]] = {
    name: getattr(blueprint, name)
    for name in (
        "project_url",
        "board_url",
        "backlog_url",
        "list_url",
        "releases_url",
        "release_url",
        "components_url",
        "settings_url",
        "issue_url",
        "comment_url",
        "panel_url",
        "without_panel_url",
        "navigator_url",
    )
}
"""What templates may call besides ``url_for``."""
_PANELS: list[Callable[[], dict[str, Any]]] = []


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page that the sidebar or a project's tabs lead to."""

    url: str
    name: str
    icon: str
    command: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class ProjectFrame:
    """The project that a page is of."""

    id: str
    key: str
    name: str
    kind: str
    avatar: str = ""
    is_archived: bool = False

    @classmethod
    def of(cls, row: Any) -> ProjectFrame:
        """Of a project's row."""
        return cls(row.id, row.key, row.name, row.kind, row.avatar, row.is_archived)

    @property
    def picture(self) -> str:
        """What stands for it beside its name."""
        return character_of(self.avatar) or self.key[:2] if self.avatar else self.key[:2]

    @property
    def kind_name(self) -> str:
        """What people call its kind."""
        return {
            "scrum": "Software project",
            "kanban": "Software project",
            "service_desk": "Service project",
        }.get(self.kind, "Business project")


def framed(template: str, *, project: ProjectFrame | None = None, **values: Any) -> str:
    """A page within the tracker's frame.

    Args:
        template: extends ``tracker.html``, or ``project.html`` if there is a project.
        project: the project that it is of; its tabs stand above the page then.
        values: what else the template shows.
    """
    beside = {} if "issue" in values else _beside()
    is_admin = page(site.roles, lambda ctx, _roles: access.is_admin(ctx))
    return flask.render_template(
        template,
        project=project,
        site_pages=_links((*_PAGES, *(_ADMIN if is_admin else ())), ""),
        project_pages=_project_pages(project),
        **_URLS,
        **beside,
        **values,
    )


def shows_beside(panel: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    """Declare what stands beside every list and board, if their address asks for it."""
    _PANELS.append(panel)
    return panel


def _beside() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for panel in _PANELS:
        found |= panel()
    return found


def _project_pages(project: ProjectFrame | None) -> tuple[PageLink, ...]:
    if project is None:
        return ()
    hidden = {"backlog"} if project.kind != "scrum" else set()
    is_served = project.kind == "service_desk" and page(
        projects.info, lambda ctx, row: access.has(ctx, BROWSE, row.id), project=project.id
    )
    if not is_served:
        hidden.add("queues")
    if not page(projects.info, configuring.may_configure, project=project.id):
        hidden.add("settings")
    tabs = tuple(tab for tab in _TABS if tab[0] not in hidden)
    return _links(tabs, f"/p/{project.key}/")


def _is_at(path: str, root: str) -> bool:
    """Whether the page that is shown is this one, or one below it if there are such."""
    here = flask.request.path
    has_more = bool(root) or path == _ADMIN[0][0]
    return here == path or (has_more and here.startswith(f"{path}/"))


def _links(rows: tuple[tuple[str, str, str, str], ...], root: str) -> tuple[PageLink, ...]:
    """Of pages that there are."""
    request = flask.request
    return tuple(
        PageLink(
            request.script_root + root + path,
            name,
            icon,
            command,
            is_here=_is_at(root + path, root),
        )
        for path, name, icon, command in rows
        if is_there(root + path)
    )


def is_there(path: str) -> bool:
    """Whether the tracker has a page at this path."""
    try:
        return flask.current_app.url_map.bind("localhost").test(path, "GET")
    except RequestRedirect:
        return True
