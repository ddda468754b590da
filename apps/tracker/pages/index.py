"""A project's first page."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, board_url
from workworld.apps.tracker.service import projects
from workworld.doors.web import page


@BLUEPRINT.get("/p/<project>")
def project_page(project: str) -> Any:
    """A project leads to its board."""
    key = page(projects.info, lambda _ctx, row: row.key, project=project)
    return flask.redirect(board_url(key))
