"""A project's first page."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import is_there


@BLUEPRINT.get("/p/<project>")
def project_page(project: str) -> Any:
    """A project leads to its board, or whatever else it has."""
    tabs = [f"/p/{project}/{name}" for name in ("board", "backlog", "list")]
    found = next((path for path in tabs if is_there(path)), None)
    if found is None:
        flask.abort(404)
    return flask.redirect(flask.request.script_root + found)
