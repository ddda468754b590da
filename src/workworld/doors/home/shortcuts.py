"""The sheet of keyboard shortcuts."""

from __future__ import annotations

from itertools import groupby

import flask

from workworld.doors.keys import SCOPES, Shortcut, shortcuts
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import signed_in

BLUEPRINT = flask.Blueprint("shortcuts", __name__)


@BLUEPRINT.get("/shortcuts")
def show() -> str:
    """The shortcuts of an app and of the suite, as a dialog or as a page."""
    signed_in()
    found = shortcuts(flask.request.args.get("app"))
    order = list(SCOPES)
    ranked = sorted(found, key=lambda each: order.index(each.scope))
    groups = [
        (SCOPES[scope], _by_command(list(rows)))
        for scope, rows in groupby(ranked, key=lambda each: each.scope)
    ]
    template = "shortcuts_dialog.html" if is_fragment() else "shortcuts.html"
    return flask.render_template(template, groups=groups)


def _by_command(rows: list[Shortcut]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """What each command does, and all the keys for it."""
    labels = dict.fromkeys(row.label for row in rows)
    return [(label, [row.keys for row in rows if row.label == label]) for label in labels]
