"""What everybody chooses for themselves: which events the CRM tells them of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.service import notice_choices, people
from workworld.context import Context
from workworld.doors.web import nothing, page

Choice = tuple[str, str, Sequence[str]]
"""The kind of event, what it is called, and where somebody wants to be told."""


@BLUEPRINT.get("/settings")
def settings() -> str:
    """Which events the reader wants to be told of."""
    choices, manages = page(notice_choices.mine, _choices)
    is_saved = "saved" in flask.request.args
    return framed("settings.html", choices=choices, manages=manages, is_saved=is_saved)


@BLUEPRINT.post("/settings")
def choose_settings() -> Any:
    """Keep what was chosen."""
    form = flask.request.form
    chat = form.getlist("chat")
    page(notice_choices.choose, nothing, kinds=form.getlist("kind"), chat_kinds=chat)
    return flask.redirect(at("/settings", {"saved": 1}), 303)


def _choices(ctx: Context, wanted: Mapping[str, Sequence[str]]) -> tuple[Sequence[Choice], bool]:
    rows = [(kind, text, wanted[kind]) for kind, text in notice_choices.KINDS.items()]
    return rows, people.profile(ctx).manages_setup
