"""The slash commands of apps, beside those of chat itself."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.apps.chat.models import AppCommand, Channel
from workworld.apps.chat.service import apps, interactions
from workworld.apps.chat.service.commands import Command, Deed, Place, Reading, offers_commands
from workworld.context import Context


@offers_commands
def of_apps(ctx: Context, _channel: Channel) -> Iterator[Command]:
    """What apps answer in a conversation."""
    for row in apps.commands_of(ctx):
        yield Command(row.command, row.usage, row.says or "Asks an app", _reading(row))


def _reading(row: AppCommand) -> Reading:
    def read(_ctx: Context, place: Place, words: str) -> Deed:
        written = {"channel_id": place.channel.id, "command": row.command, "words": words}
        return Deed(interactions.run_command, written)

    return read
