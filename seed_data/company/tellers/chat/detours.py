"""What makes chat hard to follow on purpose: other subjects, what is taken back, closed doors."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.tellers.chat.presence import NOW
from workworld.seed_data.company.tellers.chat.said import Room, Said, moment
from workworld.seed_data.company.tellers.chat.talker import Talker

CHANGES, TAKEN_BACK, CLOSED = "change of subject", "taken back", "link that is closed"
_TAKEN_BACK_OF_4 = 1
_GOES_ON = 2 * 24 * 3600
_ONE_IN = 90
"""One in so many channels has a link to another one that who asked cannot open; one at least."""
_TRIES = 60


def stray(talker: Talker, room: Room, root: Said, stream: Stream) -> int:
    """A thread goes on about something else, or its last word is taken back.

    Args:
        talker: who lets people talk.
        room: a channel.
        root: the thread's first message.
        stream: where chance comes from.

    Returns:
        How many messages that came to.
    """
    last = max([root, *root.replies], key=lambda each: each.at)
    is_taken_back = stream.integer(1, 4) <= _TAKEN_BACK_OF_4
    by = last.by if is_taken_back else talker.speaker(room, last.at, (last.by,), stream)
    at = talker.presence.when(by, last.at + stream.integer(60, 1200), stream) if by else None
    if by is None or at is None or at >= NOW - 600:
        return 0
    if is_taken_back:
        room.reply(root, talker.say(room, "stray.taken_back", by, at, {}, stream))
        talker.strays.append((TAKEN_BACK, room.key, root.at))
        return 1
    said = len(root.replies)
    mood = stream.choice([each for each in room.moods if each != root.mood] or ["social"])
    plan, slots = talker.plan(mood, at, stream)
    if room.account:
        slots |= talker.known.customer(room.account)
    until = min(NOW, at + _GOES_ON)
    count = talker.talk(room, at, plan, slots, stream, by, as_thread=True, until=until, root=root)
    first = root.replies[said]
    first.text = f"{talker.grammar.say('stray.lead', stream, {})} {first.text}"
    talker.strays.append((CHANGES, room.key, root.at))
    return count


def lead_nowhere(talker: Talker, rooms: Sequence[Room]) -> None:
    """In some public channels somebody is sent to one that they cannot open; the ledger knows.

    Args:
        talker: who lets people talk.
        rooms: all channels.
    """
    stream = talker.company.chance.stream("chat", "closed doors")
    public = [each for each in rooms if each.kind == "public" and each.weight]
    closed = [each for each in rooms if each.kind == "private" and each.weight]
    closed.sort(key=lambda each: (-len(each.members), each.key))
    for number in range(max(1, len(rooms) // _ONE_IN)):
        hidden = closed[number % len(closed)]
        for _ in range(_TRIES):
            if _asked(talker, stream.choice(public), hidden, number, stream):
                break


def _asked(talker: Talker, room: Room, hidden: Room, number: int, stream: Stream) -> bool:
    """Whether somebody could be sent from a channel to one that is closed to them."""
    days = talker.presence.days[30:-2]
    windows = talker.presence.of_day[stream.choice(days)]
    there = [each for each in room.members if each in windows]
    known = [each for each in there if each in hidden.members]
    outside = [each for each in there if each not in hidden.members]
    if not known or not outside:
        return False
    asks, helps = stream.choice(outside), stream.choice(known)
    first = max(windows[asks][0], windows[helps][0])
    last = min(windows[asks][1], windows[helps][1]) - 5400
    if last <= first:
        return False
    at, slots = stream.integer(first, last), {"closed_room": f"<#{hidden.key}>"}
    cast = {"A": asks, "B": helps}
    root = room.add(talker.say(room, "closed.ask", asks, at, slots, stream))
    for by, rule in ((helps, "closed.link"), (asks, "closed.locked"), (helps, "closed.oops")):
        at += stream.integer(90, 1500)
        room.reply(root, talker.say(room, rule, by, at, slots, stream, cast=cast))
    talker.company.ledger.note(
        Fact(
            name=f"chat/closed/{number}",
            kind="permission",
            subject=f"chat/{room.key}",
            value=f"{hidden.key} is for its members",
            since=moment(root.at),
            places=(f"chat:{room.key}/{root.at}",),
            rule=CLOSED,
            is_defect=True,
        )
    )
    return True


def note(company: Company, strays: Sequence[tuple[str, str, int]]) -> None:
    """Tell the ledger which threads change their subject, and in which something is taken back."""
    for rule in (CHANGES, TAKEN_BACK):
        places = [f"chat:{room}/{at}" for each, room, at in strays if each == rule]
        company.ledger.note(
            Fact(
                name=f"chat/{rule.replace(' ', '-')}",
                kind="defect",
                subject="chat",
                value=str(len(places)),
                since=TODAY,
                places=tuple(sorted(places)),
                rule=rule,
                is_defect=True,
            )
        )
