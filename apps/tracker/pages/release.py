"""A version's page: its issues by what becomes of them, and its release notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.jql.writing import quoted
from workworld.apps.tracker.models import Version
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, release_url
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.issue_table import COLUMNS, Row, rows_of
from workworld.apps.tracker.pages.version_lines import VersionLine, may_manage, version_lines
from workworld.apps.tracker.service import projects, release_notes, search, versions
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound

_SHOWN = tuple(
    COLUMNS[id] for id in ("issuetype", "issuekey", "summary", "priority", "assignee", "status")
)
_TABS = (
    ("", "All issues", ""),
    ("done", "Done", " AND statusCategory = Done"),
    ("indeterminate", "In progress", ' AND statusCategory = "In Progress"'),
    ("new", "To do", ' AND statusCategory = "To Do"'),
)
"""The value in the address, what the tab is called, and what it adds to the query."""
_NOTES = "notes"
_MOST = 50


@dataclass(frozen=True, slots=True)
class Release:
    """A version and the project that it is of."""

    project: ProjectFrame
    line: VersionLine
    may_manage: bool


@BLUEPRINT.get("/p/<project>/releases/<version_id>")
def release(project: str, version_id: str) -> str:
    """A version, and what it brings."""
    found = _release(project, version_id)
    chosen = flask.request.args.get("tab", "")
    known = {id: more for id, _, more in _TABS}
    base = f"project = {found.project.key} AND fixVersion = {quoted(found.line.name)}"
    jql = f"{base}{known.get(chosen, '')} ORDER BY status, priority DESC, key"
    rows, total = ([], 0) if chosen == _NOTES else _issues(jql)
    return framed(
        "release.html",
        project=found.project,
        found=found,
        tab=chosen,
        tabs=[
            (release_url(project, version_id, **({"tab": id} if id else {})), name, id == chosen)
            for id, name in (*((id, name) for id, name, _ in _TABS), (_NOTES, "Release notes"))
        ],
        rows=rows,
        columns=_SHOWN,
        total=total,
        jql=jql,
        notes=page(release_notes.show, lambda _ctx, notes: notes.text, version_id=version_id)
        if chosen == _NOTES
        else "",
        here=release_url(project, version_id),
    )


def _release(project: str, version_id: str) -> Release:
    def present(ctx: Context, row: Version) -> Release:
        place = projects.known(ctx, project)
        if row.project_id != place.id:
            raise NotFound("version_not_found", f"The version with id {row.id} does not exist.")
        line = version_lines(ctx, place, [row])[0]
        return Release(ProjectFrame.of(place), line, may_manage(ctx, place))

    found: Release = page(versions.info, present, version_id=version_id)
    return found


def _issues(jql: str) -> tuple[list[Row], int]:
    def present(ctx: Context, found: Any) -> tuple[list[Row], int]:
        return rows_of(ctx, found.rows, _SHOWN), found.total or 0

    rows: tuple[list[Row], int] = page(search.search, present, jql=jql, limit=_MOST)
    return rows
