"""The command that asks people to choose: ``/poll "Lunch?" "Noodles" "Soup"``."""

from __future__ import annotations

import re

from workworld.apps.chat.service import polls
from workworld.apps.chat.service.commands import Deed, Place, command, wrong
from workworld.context import Context

_QUOTED = re.compile(r'["“”„«»]([^"“”„«»]*)["“”„«»]')
_SETTINGS = {"multiple": "is_multiple", "anonymous": "is_anonymous"}


@command(
    "poll",
    usage='"question" "option" "option" … [multiple] [anonymous]',
    says="Ask people to choose",
)
def _poll(_ctx: Context, place: Place, words: str) -> Deed:
    """Without words it leads to the form of a poll."""
    if not words:
        thread = f"?thread={place.thread_ts}" if place.thread_ts else ""
        return Deed(url=f"/c/{place.channel.id}/poll{thread}")
    question, *options = _QUOTED.findall(words) or [""]
    settings = _QUOTED.sub(" ", words).lower().split()
    if not options or not {*settings} <= {*_SETTINGS}:
        raise wrong("poll", "Put the question and each option in quotes.")
    arguments = {"channel_id": place.channel.id, "question": question, "options": options}
    in_thread = {"thread_ts": place.thread_ts} if place.thread_ts else {}
    chosen = {_SETTINGS[each]: True for each in settings}
    return Deed(polls.create, {**arguments, **in_thread, **chosen})
