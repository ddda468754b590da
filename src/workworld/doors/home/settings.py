"""What somebody chooses for the browser they sit at: theme, density, shortcuts."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import flask

from workworld.doors import looks
from workworld.doors.refused_pages import is_fragment
from workworld.doors.site import current_site
from workworld.doors.web import look, signed_in

BLUEPRINT = flask.Blueprint("settings", __name__)


@BLUEPRINT.get("/settings")
def show() -> str:
    """The settings."""
    signed_in()
    rows = {
        name: [(choice.value, choice.label, choice.hint) for choice in choices]
        for name, choices in looks.CHOICES.items()
    }
    return flask.render_template("settings.html", rows=rows)


@BLUEPRINT.post("/settings")
def choose() -> Any:
    """Choose something; a script shows it at once, a form comes back to the page it stands on."""
    site = current_site()
    chosen = look().chosen(flask.request.form.to_dict())
    names = {name: getattr(chosen, name) for name in looks.CHOICES}
    names["singleKeys"] = names.pop("single_keys")
    if is_fragment():
        response = flask.Response(status=204, headers={"HX-Trigger": json.dumps({"look": names})})
    else:
        response = flask.redirect(_back(), 303)  # type: ignore[assignment]
    response.set_cookie(
        looks.COOKIE,
        chosen.cookie,
        max_age=looks.LIFETIME_SECONDS,
        path=site.root,
        httponly=True,
        samesite="Lax",
        secure=site.origin.startswith("https:"),
    )
    return response


def _back() -> str:
    """Where the form stands: only ever inside this world."""
    site = current_site()
    parts = urlsplit(flask.request.headers.get("Referer", ""))
    if f"{parts.scheme}://{parts.netloc}" != site.origin or not parts.path.startswith(site.root):
        return f"{site.root}/settings"
    return parts.path + (f"?{parts.query}" if parts.query else "")
