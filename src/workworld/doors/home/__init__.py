"""The pages of a world itself, which all apps share: one module for each noun."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import flask

from workworld.doors.elsewhere import refuse_unavailable
from workworld.doors.home import (
    apps,
    audit,
    components,
    days,
    files,
    invitations,
    notifications,
    palette,
    people,
    search,
    session,
    settings,
    shortcuts,
    sign_in,
    teams,
)
from workworld.doors.refused_pages import error_page
from workworld.doors.web import flask_app, require_proof

_NOUNS = (
    apps,
    audit,
    components,
    days,
    files,
    invitations,
    notifications,
    palette,
    people,
    search,
    session,
    settings,
    shortcuts,
    sign_in,
    teams,
)


@cache
def home_app(*, is_training: bool) -> flask.Flask:
    """The Flask app at the root of a world, one for all hosts of a process."""
    app = flask_app("home", Path(__file__).parents[1], is_training=is_training)
    app.config["LARGE_BODIES"] = {"/files": files.LARGEST_BODY}
    for noun in _NOUNS:
        app.register_blueprint(noun.BLUEPRINT)
    app.register_error_handler(Exception, error_page)
    app.before_request(refuse_unavailable)
    app.before_request(require_proof)
    return app
