"""Notes that chat itself writes into channels: who has joined, and that a name is another one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker

_JOINED = "channel_join", "has joined the channel"
_RENAMED = "channel_name", 'has renamed the channel from "{old}" to "{name}"'
_TEAMS_OWN = ("{}", "{}-private")
"""How channels are called that are one team's."""
_NO_NAME = re.compile(r"[^a-z0-9]+")


def add(talker: Talker, channels: Sequence[Room]) -> None:
    """Write them, as far back as chat tells."""
    first = (talker.presence.begin.toordinal() - 719_163) * 86_400
    for room in channels:
        for person, at in room.joined.items():
            if max(first, room.created) <= at < NOW:
                _note(room, at, person, *_JOINED)
    _rename(talker, {room.key: room for room in channels}, first)


def _rename(talker: Talker, rooms: Mapping[str, Room], first: int) -> None:
    """With a team's name, those of its own channels were changed, by whoever leads it."""
    for event in talker.company.history.of("team.renamed"):
        team = talker.company.organization.teams[event.things["team"]]
        stream = talker.company.chance.stream("chat", "renamed", team.key)
        at = talker.presence.when(team.lead, int(event.at.timestamp()) + 300, stream)
        former = _NO_NAME.sub("-", str(event.facts["old"]).lower()).strip("-")
        for pattern in _TEAMS_OWN:
            room = rooms.get(pattern.format(team.key))
            if room is None or at is None or at < first or team.lead not in room.members:
                continue
            kind, text = _RENAMED
            old = pattern.format(former)
            _note(room, at, team.lead, kind, text.format(old=old, name=room.name))


def _note(room: Room, at: int, by: str, subtype: str, text: str) -> None:
    said = room.add(Said(at, by, text, is_automatic=True))
    said.subtype = subtype
