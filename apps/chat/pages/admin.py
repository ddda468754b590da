"""Administration of the workspace: its settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.chat.models import Settings
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import settings
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.site import current_site
from workworld.doors.web import nothing, page
from workworld.errors import Invalid
from workworld.permissions import require

_RANKS = [
    ("members", "Members", "Everybody but guests."),
    ("channel_admins", "Channel admins", "And admins of the workspace."),
    ("admins", "Admins of the workspace", None),
]
CHOICES = (
    ("creating", "Who can create public channels", [_RANKS[0], _RANKS[2]]),
    ("managing", "Who can rename and archive channels", _RANKS),
    ("inviting", "Who can add people to channels", _RANKS),
    ("deleting", "Who can delete what others wrote", _RANKS[1:]),
    ("addressing", "Who can mention everybody in the default channel", [_RANKS[0], _RANKS[2]]),
    ("emoji", "Who can add emoji of your own", [_RANKS[0], _RANKS[2]]),
    ("building", "Who can build workflows", [_RANKS[0], _RANKS[2]]),
    (
        "names",
        "What people are called beside messages",
        [("display", "Display names", None), ("full", "Full names", None)],
    ),
)
"""What is chosen among several: the setting, what it is called, and the choices."""
_WINDOWS = ("edit_minutes", "delete_minutes")
_ANY_TIME = -1


@BLUEPRINT.get("/admin/audit")
def admin_audit() -> Any:
    """To the audit log, which all apps share, with what was done in chat."""
    return flask.redirect(f"{current_site().root}/audit?app=chat")


@BLUEPRINT.get("/admin/settings")
def admin_settings() -> str:
    """What the workspace has settled on, for those who may change it."""
    return _settings_page(page(settings.read, _values))


@BLUEPRINT.post("/admin/settings")
def change_settings() -> Any:
    """Change what the workspace has settled on."""
    form = flask.request.form
    wanted: dict[str, Any] = {name: form[name] for name, _label, _all in CHOICES if name in form}
    numbers = {name: form[name].strip() for name in ("threshold", *_WINDOWS) if name in form}
    try:
        read = {name: _number(text) for name, text in numbers.items()}
        page(settings.change, nothing, **wanted, **read)
    except Invalid as refused:
        typed = page(settings.read, _values) | wanted | numbers
        return _settings_page(typed, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.admin_settings"), 303)


def _settings_page(values: Mapping[str, Any], problem: str = "") -> str:
    return flask.render_template(
        "admin_settings.html",
        sidebar=sidebar(),
        values=values,
        choices=CHOICES,
        problem=problem,
    )


def _values(ctx: Context, row: Settings) -> dict[str, Any]:
    """The settings as the form has them: an empty window is any time."""
    require(ctx, "chat.settings.change", people.company(ctx.session))
    said = {name: getattr(row, name) for name, _label, _all in CHOICES}
    windows = {name: getattr(row, name) for name in _WINDOWS}
    shown = {name: "" if minutes is None else str(minutes) for name, minutes in windows.items()}
    return said | shown | {"threshold": str(row.threshold)}


def _number(text: str) -> Any:
    """A whole number; nothing stands for any time, and what is none is left to be refused."""
    return _ANY_TIME if not text else int(text) if re.fullmatch(r"-?\d{1,6}", text) else text
