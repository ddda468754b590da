"""Apps in their direct conversations: the tab in which each shows what it likes, and what it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.block_lines import Line, lines_of_blocks
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.tabs import tab_page
from workworld.apps.chat.service import apps, homes
from workworld.apps.chat.service.homes import AppHome
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Refused


@dataclass(frozen=True, slots=True)
class HomeLine:
    """An app, and what it shows the person in its tab."""

    name: str
    description: str
    account_id: str
    scopes: tuple[str, ...]
    commands: tuple[tuple[str, str], ...]
    """Each with what it does."""
    parts: Sequence[Line]


@BLUEPRINT.get("/c/<channel_id>/home")
def home_tab(channel_id: str) -> str:
    """What an app shows the person; it is told that they look, so that it can show something."""
    if "HX-Request" not in flask.request.headers:  # a page that follows the app is no visit
        with suppress(Refused):  # such as a full world, which can still be read
            page(homes.visit, nothing, channel_id=channel_id)
    return tab_page(channel_id, "home", home=_home(channel_id))


@BLUEPRINT.get("/c/<channel_id>/app")
def app_tab(channel_id: str) -> str:
    """What an app is, and what it may do."""
    return tab_page(channel_id, "app", home=_home(channel_id))


@BLUEPRINT.post("/c/<channel_id>/home")
def act_in_home(channel_id: str) -> Any:
    """Press or choose something in the tab of an app."""
    page(homes.act, nothing, channel_id=channel_id, **pressed())
    return flask.redirect(flask.url_for("ui.home_tab", channel_id=channel_id), 303)


def pressed() -> dict[str, Any]:
    """What was pressed in a view, and what is chosen there."""
    form = flask.request.form
    place = form.get("element", "")
    return {"place": place, "values": [each for each in form.getlist(f"value:{place}") if each]}


def _home(channel_id: str) -> HomeLine:
    found: HomeLine = page(homes.info, _line, channel_id=channel_id)
    return found


def _line(ctx: Context, found: AppHome) -> HomeLine:
    app = found.app
    return HomeLine(
        app.name,
        app.description,
        app.account_id,
        tuple(app.scopes),
        tuple(
            (f"/{each.command}", each.says)
            for each in apps.commands_of(ctx)
            if each.app_id == app.id
        ),
        lines_of_blocks(ctx, found.row.content["blocks"], channel_url) if found.row else (),
    )
