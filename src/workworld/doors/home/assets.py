"""The style sheet and the script that every page shares."""

from __future__ import annotations

import flask

from workworld.doors.assets import JOINED, mark

BLUEPRINT = flask.Blueprint("assets", __name__)

_LONG = "private, max-age=31536000, immutable"


@BLUEPRINT.get("/static/<any('shared.css', 'shared.js'):name>")
def joined(name: str) -> flask.Response:
    """One of them; its address changes when it does, so that browsers may keep it."""
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    response = flask.Response(JOINED[name](), mimetype=kind)
    is_exact = flask.request.args.get("v") == mark(name)
    response.headers["Cache-Control"] = _LONG if is_exact else "no-cache"
    return response
