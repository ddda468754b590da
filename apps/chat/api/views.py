"""The methods ``views.*``: https://docs.slack.dev/reference/methods/?family=views"""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.api.canvases import structured
from workworld.apps.chat.api.methods import Arguments, given, method
from workworld.apps.chat.modal_shapes import view_of
from workworld.apps.chat.models import Home, Modal
from workworld.apps.chat.service import apps, homes, modals
from workworld.context import Context


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    names = ("trigger_id", "view_id", "external_id", "hash")
    found = given(arguments, **{name: name for name in names})
    view = arguments.get("view")
    return found if view is None else {**found, "view": structured(view, "view", dict)}


def _present(ctx: Context, row: Modal) -> dict[str, Any]:
    return {"view": view_of(ctx, apps.known(ctx, row.app_id), modals.facts_of(ctx, row))}


def _accept_published(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept(_ctx, arguments), **given(arguments, user_id="user_id")}


def _present_published(ctx: Context, row: Home) -> dict[str, Any]:
    return {"view": view_of(ctx, apps.known(ctx, row.app_id), homes.facts_of(row))}


ENDPOINTS = (
    method("views.publish", homes.publish, _accept_published, _present_published),
    method("views.open", modals.open, _accept, _present),
    method("views.push", modals.push, _accept, _present),
    method("views.update", modals.update, _accept, _present),
)
