"""Apps and their webhooks: which there are, what each may do, and who may add and remove them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import APP
from workworld.apps.chat.models import ChatApp, Webhook
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import apps, channels, webhooks
from workworld.apps.chat.times import day_name
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.permissions import can

_MENDABLE = (Invalid, Conflict, Forbidden, NotFound)


@dataclass(frozen=True, slots=True)
class Hook:
    """A webhook in the list."""

    id: str
    app_id: str
    channel_id: str
    channel: str
    maker: str
    made: str


@dataclass(frozen=True, slots=True)
class AppCard:
    """An app in the list."""

    id: str
    name: str
    description: str
    account_id: str
    avatar: Avatar
    scopes: tuple[str, ...]
    commands: tuple[str, ...]


@BLUEPRINT.get("/apps")
def list_apps() -> str:
    """The apps of the workspace."""
    return _listed()


@BLUEPRINT.post("/apps/webhooks")
def add_webhook() -> Any:
    """Make a webhook; its address is shown once, on the page that answers."""
    form = flask.request.form
    chosen = {"app_id": form.get("app", ""), "channel_id": form.get("channel", "")}
    try:
        address = page(
            webhooks.create,
            _address,
            app_id=chosen["app_id"],
            channel_id=chosen["channel_id"],
        )
    except _MENDABLE as refused:
        return _listed(chosen=chosen, problem=refused.message), status_of(refused)
    return _listed(address=address)


@BLUEPRINT.post("/apps/webhooks/<hook_id>/remove")
def remove_webhook(hook_id: str) -> Any:
    """Let a webhook count no more."""
    page(webhooks.remove, nothing, hook_id=hook_id)
    return flask.redirect(flask.url_for("ui.list_apps"), 303)


def _listed(address: str = "", problem: str = "", chosen: Any = None) -> str:
    found, may = page(apps.list, _cards)
    return flask.render_template(
        "apps.html",
        sidebar=sidebar(),
        apps=found,
        may_manage=may,
        hooks=page(webhooks.list, _hooks),
        address=address,
        problem=problem,
        chosen=chosen or {"app_id": "", "channel_id": ""},
    )


def _address(ctx: Context, made: webhooks.Made) -> str:
    team = people.company(ctx.session).id
    return f"{people.app_url(ctx, APP.id)}/services/{team}/{made.hook.id}/{made.secret}"


def _cards(ctx: Context, rows: Sequence[ChatApp]) -> tuple[list[AppCard], bool]:
    commands = apps.commands_of(ctx)
    cards = [
        AppCard(
            row.id,
            row.name,
            row.description,
            row.account_id,
            Avatar.of(row.account_id, row.name),
            tuple(row.scopes),
            tuple(f"/{each.command}" for each in commands if each.app_id == row.id),
        )
        for row in rows
    ]
    return cards, can(ctx, "chat.apps.manage", people.company(ctx.session))


def _hooks(ctx: Context, rows: Sequence[Webhook]) -> list[Hook]:
    names = channels.visible_names(ctx, sorted({row.channel_id for row in rows}))
    makers = people.by_ids(ctx.session, {row.maker_id for row in rows})
    today = ctx.clock.now().astimezone(people.my_zone(ctx)).date()
    return [
        Hook(
            row.id,
            row.app_id,
            row.channel_id,
            names[row.channel_id],
            makers[row.maker_id].display_name,
            day_name(ctx, _day(ctx, row.made), today, relative=False),
        )
        for row in rows
    ]


def _day(ctx: Context, seconds: int) -> Any:
    return from_microseconds(seconds * 1_000_000).astimezone(people.my_zone(ctx)).date()
