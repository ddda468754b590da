"""Administration of the site: its tabs, for those alone who administer it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.frames import framed, is_there
from workworld.apps.tracker.service import access, site
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import is_fragment
from workworld.doors.site import current_site
from workworld.doors.web import page
from workworld.errors import NotFound
from workworld.permissions import can

_TABS = (
    ("fields", "Custom fields", "columns-3"),
    ("users", "Users", "user"),
    ("groups", "Groups", "users"),
    ("global", "Global permissions", "building-2"),
    ("permissions", "Permission schemes", "lock"),
    ("notifications", "Notification schemes", "bell"),
    ("security", "Security levels", "shield"),
    ("workflows", "Workflows", "git-branch"),
    ("values", "Types and statuses", "layers"),
    ("automation", "Automation", "zap"),
    ("webhooks", "Webhooks", "external-link"),
    ("audit", "Audit log", "history"),
)
"""Name in the address, what it is called, and icon."""


@dataclass(frozen=True, slots=True)
class AdminTab:
    """A tab of the administration."""

    id: str
    name: str
    icon: str
    url: str
    is_here: bool


@BLUEPRINT.get("/admin")
def administration() -> Any:
    """To the first tab of the administration."""
    return flask.redirect(require_admin("fields")[0].url)


@BLUEPRINT.get("/admin/audit")
def audit_log() -> Any:
    """To the audit log, which all apps share, with what was done in the tracker."""
    require_admin("audit")
    return flask.redirect(f"{current_site().root}/audit?app=tracker")


def require_admin(tab: str) -> tuple[AdminTab, ...]:
    """The tabs, if the reader administers the site.

    Args:
        tab: the name of the one that is shown.

    Raises:
        NotFound: they do not.
    """

    def present(ctx: Context, _roles: Any) -> bool:
        if not access.is_admin(ctx):
            raise NotFound("page_not_found")
        return can(ctx, "audit.entries.list", people.company(ctx.session))

    reads_log = page(site.roles, present)
    return tuple(
        AdminTab(id, name, icon, admin_url(id), id == tab)
        for id, name, icon in _TABS
        if is_there(f"/admin/{id}") and (id != "audit" or reads_log)
    )


def admin_page(template: str, tab: str, *, dialog: str = "", **values: Any) -> str:
    """A tab of the administration.

    Args:
        template: extends ``admin.html`` and fills its block ``settings``.
        tab: the tab's name in addresses.
        dialog: a template of a dialog above it, which is all that a script is answered.
        values: what both show.
    """
    tabs = require_admin(tab)
    if dialog and is_fragment():
        return flask.render_template(dialog, admin_url=admin_url, **values)
    here = next(each for each in tabs if each.is_here)
    return framed(template, tabs=tabs, here=here, dialog=dialog, admin_url=admin_url, **values)
