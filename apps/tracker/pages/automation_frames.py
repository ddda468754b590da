"""What stands around pages of automation rules: a project's settings, or the site's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import flask

from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import rules
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid

TAB = "automation"
MENDABLE = (Invalid, Conflict, Forbidden)
OUTCOMES: dict[str, tuple[str, str | None]] = {
    "success": ("Success", "success"),
    "no_actions": ("No actions performed", None),
    "some_errors": ("Some errors", "warning"),
    "failure": ("Failure", "danger"),
    "throttled": ("Throttled", "warning"),
}
STATES: dict[str, tuple[str, str | None]] = {
    "draft": ("Draft", None),
    "enabled": ("On", "success"),
    "disabled": ("Off", "warning"),
}


@dataclass(frozen=True, slots=True)
class Around:
    """Where a page of rules stands.

    Args:
        project: the key of its project; empty for the whole site.
        root: the address of the list of rules.
    """

    project: str
    root: str

    @classmethod
    def of(cls, project: str) -> Around:
        """Of a project, or of the site."""
        path = f"/p/{quote(project, safe='')}/settings/{TAB}" if project else f"/admin/{TAB}"
        return cls(project, flask.request.script_root + path)


def around(project: str) -> Around:
    """Where a page stands, for who looks after the rules there; others do not find it."""
    if not project:
        page(rules.list, nothing)
    return Around.of(project)


def shown(template: str, where: Around, **values: Any) -> str:
    """A page of rules; with ``dialog`` among its values, that alone if a script asks for it."""
    values = {"where": where, "outcomes": OUTCOMES, "states": STATES, "dialog": "", **values}
    if where.project:
        return settings_page(
            template, settings_frame(where.project, TAB), layout="project_settings.html", **values
        )
    if values["dialog"] and is_fragment():
        return flask.render_template(values["dialog"], **values)
    return framed(template, layout="automation_site.html", **values)


def rule_url(rule_id: str, more: str = "", **values: Any) -> str:
    """The address of a rule's own page, or of one below it."""
    query = flask.url_for("ui.automation_rule", rule_id=rule_id, **values)
    path, mark, rest = query.partition("?")
    return f"{path}{more}{mark}{rest}"
