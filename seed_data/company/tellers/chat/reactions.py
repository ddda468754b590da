"""Emoji below messages, as many as wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from workworld.randomness import Stream
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker

_BY_MOOD: Mapping[str, Sequence[str]] = {
    "won": ("tada", "clap", "rocket", "fire", "champagne", "trophy"),
    "join": ("wave", "tada", "heart", "raised_hands"),
    "left": ("heart", "cry", "wave", "pray"),
    "lunch": ("yum", "fork_and_knife", "+1", "pizza", "green_salad"),
    "food": ("yum", "fork_and_knife", "+1", "heart"),
    "pets": ("heart", "joy", "dog", "cat", "+1"),
    "travel": ("heart", "sunny", "+1", "joy"),
    "hobbies": ("heart", "clap", "+1", "joy"),
    "club": ("heart", "raised_hands", "+1", "joy"),
    "coffee": ("joy", "coffee", "100", "+1"),
    "bug": ("eyes", "+1", "bug", "thinking_face", "white_check_mark"),
    "review": ("eyes", "white_check_mark", "+1", "pray"),
    "deploy": ("rocket", "ship", "+1", "white_check_mark"),
    "case": ("eyes", "+1", "white_check_mark", "raised_hands"),
    "incident": ("eyes", "fire_engine", "+1", "pray", "white_check_mark"),
    "leave": ("palm_tree", "sunny", "wave", "+1"),
    "standup": ("+1", "eyes", "pray"),
}
_ANY = ("+1", "eyes", "white_check_mark", "heart", "joy", "pray", "raised_hands", "100", "ok_hand")
_APART = 90
"""So many seconds lie between the emoji below a message, as its rows are made."""
_KEEN = {
    "won": 9,
    "join": 7,
    "left": 7,
    "pets": 6,
    "travel": 4,
    "hobbies": 3,
    "lunch": 3,
    "release": 5,
}
_KEEN |= {"incident": 3, "food": 3, "club": 3}


def react(talker: Talker, rooms: Sequence[Room], count: int) -> None:
    """Let people put so many emoji below what was said."""
    everything = [*_everything(rooms)]
    stream = talker.company.chance.stream("chat", "reactions")
    weights = [*accumulate(_keenness(room, said) for room, said in everything)]
    given = 0
    while given < count:
        for place in stream.places(weights, count - given):
            given += _one(talker, *everything[place], stream)


def _everything(rooms: Sequence[Room]) -> Iterator[tuple[Room, Said]]:
    for room in rooms:
        for said in room.said:
            yield room, said
            for reply in said.replies:
                yield room, reply


def _keenness(room: Room, said: Said) -> float:
    if said.is_automatic and said.mood != "won":
        return 0.02
    size = min(12, len(room.members)) / 6
    return size * _KEEN.get(said.mood, 1) * (2.2 if said.replies else 1)


def _one(talker: Talker, room: Room, said: Said, stream: Stream) -> int:
    """One emoji of one person, who was there in the hours that followed."""
    members = [each for each in room.members if each != said.by and each in talker.staff]
    if not members:
        return 0
    person = stream.choice(members)
    if room.joined.get(person, 0) > said.at or not talker.presence.works(person, said.at):
        return 0
    emoji = [*said.reactions]
    if not emoji or (len(emoji) < 4 and stream.integer(0, 2) == 0):
        emoji = [*_BY_MOOD.get(said.mood, _ANY)]
    name = stream.choice(emoji)
    so_far = sum(map(len, said.reactions.values()))
    people = said.reactions.setdefault(name, [])
    if person in people or said.at + (so_far + 1) * _APART >= NOW:
        return 0
    people.append(person)
    return 1
