"""The slash command that starts workflows."""

from __future__ import annotations

from workworld.apps.chat.service import workflows
from workworld.apps.chat.service.commands import Deed, Place, command, wrong
from workworld.context import Context


@command("workflow", usage="name", says="Starts a workflow of this channel")
def start(ctx: Context, place: Place, words: str) -> Deed:
    """Open the form of a workflow that begins by a link here."""
    found = workflows.startable(ctx, place.channel.id)
    wanted = [row for row in found if row.name.casefold().startswith(words.casefold())]
    if not found:
        raise wrong("workflow", "No workflow is started in this conversation.")
    if len(wanted) != 1:
        names = ", ".join(row.name for row in wanted or found)
        raise wrong("workflow", f"Say which one: {names}.")
    return Deed(url=f"/c/{place.channel.id}/workflows/{wanted[0].id}")
