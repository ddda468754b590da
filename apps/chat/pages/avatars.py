"""Pictures of people, as the Web API gives their addresses out: initials on a colour."""

from __future__ import annotations

import flask
from markupsafe import escape

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.errors import NotFound

_COLOURS = (
    "#6847c9",
    "#1f6fb5",
    "#197a5b",
    "#b0442d",
    "#9a3d8d",
    "#4b6b13",
    "#8a5a00",
    "#3d5a80",
    "#a8324f",
    "#0f7480",
)
"""Those of the pages' avatars."""
_LARGEST = 1024
_MOST_LETTERS = 4


@BLUEPRINT.get("/avatars/<int:hue>/<int:size>/<initials>.svg")
def avatar(hue: int, size: int, initials: str) -> flask.Response:
    """A picture. It tells nothing that its address does not say."""
    if hue >= len(_COLOURS) or not 1 <= size <= _LARGEST or len(initials) > _MOST_LETTERS:
        raise NotFound("page_not_found")
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 72 72"><rect width="72" height="72" rx="16" fill="{_COLOURS[hue]}"/>'
        '<text x="36" y="46" font-family="Inter, sans-serif" font-size="28" font-weight="600" '
        f'text-anchor="middle" fill="#fff">{escape(initials)}</text></svg>'
    )
    return flask.Response(picture, mimetype="image/svg+xml")
