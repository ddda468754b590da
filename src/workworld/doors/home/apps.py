"""Choosing an app."""

from __future__ import annotations

import flask

from workworld.doors.home import session
from workworld.doors.web import signed_in

BLUEPRINT = flask.Blueprint("apps", __name__)


@BLUEPRINT.get("/")
def switcher() -> str:
    """The app switcher."""
    signed_in()
    return flask.render_template("apps.html", has_session=session.is_mine())
