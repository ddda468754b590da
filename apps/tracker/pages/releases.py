"""A project's releases: its versions with dates and progress, in an order that admins choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, releases_url
from workworld.apps.tracker.pages.frames import ProjectFrame
from workworld.apps.tracker.pages.project_settings import with_dialog
from workworld.apps.tracker.pages.version_lines import VersionLine, may_manage, version_lines
from workworld.apps.tracker.service import projects, versions
from workworld.context import Context
from workworld.doors.web import nothing, page

_STATES = {
    "all": ("All", ("unreleased", "released")),
    "unreleased": ("Unreleased", ("unreleased",)),
    "released": ("Released", ("released",)),
    "archived": ("Archived", ("archived",)),
}
"""What the tabs of the page are called, and show."""
_SIZE = 25


@dataclass(frozen=True, slots=True)
class Releases:
    """What the page shows."""

    project: ProjectFrame
    lines: Sequence[VersionLine]
    total: int
    may_manage: bool


@BLUEPRINT.get("/p/<project>/releases")
def releases(project: str) -> str:
    """The versions of a project."""
    return releases_page(project)


@BLUEPRINT.post("/p/<project>/releases/<version_id>/move")
def move_version(project: str, version_id: str) -> Any:
    """Give a version another place: after another one, or at an end, or one place further."""
    form = flask.request.form
    given: dict[str, Any] = {name: form[name] for name in ("after", "position") if form.get(name)}
    page(versions.move, nothing, version_id=version_id, **given)
    return back(releases_url(project))


def releases_page(project: str, dialog: str = "", **values: Any) -> str:
    """The page of a project's releases.

    Args:
        project: its key.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    given = flask.request.args
    state = given.get("state", "") if given.get("state") in _STATES else "all"
    text = given.get("q", "").strip()[:100]
    number = given.get("page", "")
    at = max(1, int(number)) if number.isdigit() and len(number) < 5 else 1
    found = _found(project, state, text, at)
    asked = {k: v for k, v in (("state", state if state != "all" else ""), ("q", text)) if v}
    tabs = [
        (releases_url(project, **({"state": id} if id != "all" else {})), name, id == state)
        for id, (name, _) in _STATES.items()
    ]
    return with_dialog(
        "releases.html",
        found.project,
        dialog=dialog,
        found=found,
        state=state,
        text=text,
        tabs=tabs,
        here=releases_url(project, **asked, **({"page": at} if at > 1 else {})),
        number=at,
        count=max(1, -(-found.total // _SIZE)),
        page_address=lambda at: releases_url(project, **asked, page=at),
        **values,
    )


def _found(project: str, state: str, text: str, number: int) -> Releases:
    def present(ctx: Context, listed: Any) -> Releases:
        row: Project = projects.known(ctx, project)
        lines = version_lines(ctx, row, listed.items)
        return Releases(ProjectFrame.of(row), lines, listed.total, may_manage(ctx, row))

    found: Releases = page(
        versions.list,
        present,
        project=project,
        states=_STATES[state][1],
        text=text,
        start=(number - 1) * _SIZE,
        limit=_SIZE,
    )
    return found
