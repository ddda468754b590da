"""Asking for a connection of Socket Mode: ``apps.connections.open``."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from workworld.apps.chat import APP
from workworld.apps.chat.api.methods import method, taking
from workworld.apps.chat.api.socket_mode import PATH, ticket_text
from workworld.apps.chat.models import ChatApp
from workworld.apps.chat.service import envelopes
from workworld.context import Context
from workworld.directory import people


def _present(ctx: Context, app: ChatApp) -> dict[str, Any]:
    root = people.app_url(ctx, APP.id)
    ticket = ctx.request.sign(ticket_text(app.id, root)) if ctx.request.sign else ""
    query = urlencode({"ticket": ticket, "app_id": app.id, "root": root})
    return {"url": f"ws{root.removeprefix('http')}/{PATH}?{query}"}


ENDPOINTS = (method("apps.connections.open", envelopes.listen, taking(), _present),)
