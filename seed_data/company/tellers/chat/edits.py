"""Messages that their authors changed."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room
from workworld.seed_data.company.tellers.chat.talker import Talker

_SHARE = 22
"""Of 1000 messages, how many were changed."""


def change(talker: Talker, rooms: Sequence[Room]) -> None:
    """Let some have been changed minutes after they were written."""
    for room in rooms:
        stream = talker.company.chance.stream("chat", "edits", room.key)
        for root in room.said:
            for said in (root, *root.replies):
                if said.is_automatic or stream.integer(1, 1000) > _SHARE:
                    continue
                later = said.at + stream.integer(20, 900)
                if later < NOW and talker.presence.works(said.by, later):
                    said.edited = later
