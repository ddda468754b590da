"""Where the command palette leads among workflows."""

from __future__ import annotations

from workworld.apps.chat.service import channels, triggers, workflows
from workworld.context import Context
from workworld.directory import people
from workworld.search.palette import Place

_ICON = "list-ordered"


def places(ctx: Context) -> list[Place]:
    """The workflows that the caller sees: to be started where they are, or to be looked at."""
    rows = workflows.list(ctx)
    live = workflows.published_among(ctx, rows)
    where = {
        key: each.channel_id or "" for key, each in live.items() if each.trigger == triggers.LINK
    }
    mine = channels.joined(ctx, sorted(set(where.values())))
    found = []
    for row in rows:
        channel_id = where.get(row.id)
        starts = channel_id in mine
        path = f"/c/{channel_id}/workflows/{row.id}" if starts else f"/workflows/{row.id}"
        url = people.canonical_url(ctx.session, "chat", path)
        hint = "Start this workflow" if starts else "Workflow"
        found.append(Place(row.name, url, _ICON, hint, also="workflow"))
    return found
