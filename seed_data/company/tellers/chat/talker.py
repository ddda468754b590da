"""Lets people talk: plans become messages, each in its author's own way, at a time that fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.tellers.chat.known import Known
from workworld.seed_data.company.tellers.chat.presence import NOW, Presence
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.text import rules, voice
from workworld.seed_data.company.text.grammar import Grammar
from workworld.seed_data.company.text.noise import mistype
from workworld.seed_data.company.text.polish import capitals, polish
from workworld.seed_data.reading import read

_PLANS = Path(rules.__file__).with_name("plans.yaml")
_LONG = 30
_PLAIN = 2
"""After so many attempts that were all said before, something is added."""
_SOMEBODY = {"customer": "a customer", "contact": "their planner"}
_LEAST_MORE, _MORE = 8, 22
"""Of 100 messages, how many say more than they have to: at least, and how many more by voice."""
_DAY, _EPOCH, _NEVER = 86_400, date(1970, 1, 1).toordinal(), date(2100, 1, 1)
_ATTEMPTS = 8
_ALWAYS = 100
_CURIOUS = 0.04
_CARELESS = 1.5
"""How often somebody mistypes in chat, as a multiple of what their voice says."""
_PATIENCE = 100
"""Minutes: who would answer later than this is passed over for somebody who is there."""


def _midnight(day: date) -> int:
    return (day.toordinal() - _EPOCH) * _DAY


@cache
def plans() -> Mapping[str, Mapping[str, Any]]:
    """How talks go, by name."""
    found: Mapping[str, Mapping[str, Any]] = read(_PLANS)
    return found


class Talker:
    """Says things in rooms.

    Args:
        company: whose people talk; its history is complete.
        weights: how much each of them writes.
    """

    def __init__(self, company: Company, weights: Mapping[str, float]) -> None:
        self.company = company
        self.staff = company.organization.staff
        self.grammar: Grammar = rules.grammar(company.pack, company.chance.split)
        self.presence = Presence(company)
        self.known = Known(company)
        self.weights = weights
        self.typos: list[str] = []
        self.strays: list[tuple[str, str, int]] = []
        """Threads that end otherwise than they began: how, in which room, and since when."""
        self._terms = {
            each.key: (_midnight(each.started) + _DAY, _midnight(each.ended or _NEVER))
            for each in self.staff.values()
        }
        self._taken: set[str] = set()
        self._names = frozenset(rules.given_names())
        self._plans = {
            mood: [plan for plan in plans().values() if mood in plan["in"]]
            for mood in sorted({mood for plan in plans().values() for mood in plan["in"]})
        }

    def text(
        self,
        rule: str,
        by: str,
        stream: Stream,
        slots: Mapping[str, str],
        about: str = "",
        named: dict[str, str] | None = None,
    ) -> str:
        """A text by a rule in somebody's voice, unlike all others if it is long.

        Args:
            rule: its name.
            by: whose voice.
            stream: where chance comes from.
            slots: what is talked about.
            about: the rule of what may be added.
            named: what has been talked about in this talk.
        """
        how = self.staff[by].voice
        names = self._names.union(*(value.split() for value in slots.values()))
        text, about = "", "" if rule.startswith("act.") else about
        for attempt in range(_ATTEMPTS):
            asked = voice.features(how, stream)
            drawn = self.grammar.say(rule, stream, slots, asked, named)
            rate = _ALWAYS if attempt > _PLAIN else _LEAST_MORE + _MORE * how.verbosity
            is_asked = drawn.endswith("?")
            rate = 0 if is_asked and rate < _ALWAYS else rate
            if about and stream.integer(1, _ALWAYS) <= rate:
                rest = "detail.asked" if is_asked else about
                drawn += " " + self._more(rest, stream, slots, asked, named)
            text = polish(voice.speak(capitals(drawn), how, stream, names))
            if len(text) <= _LONG or text not in self._taken:
                break
        self._taken.add(text)
        return self._typed(text, by, stream)

    def _more(
        self,
        about: str,
        stream: Stream,
        slots: Mapping[str, str],
        asked: frozenset[str],
        named: dict[str, str] | None,
    ) -> str:
        """What is added to a text; in one talk nothing is added twice, as far as there is more."""
        more = ""
        for _ in range(_ATTEMPTS):
            more = self.grammar.say(about, stream, slots, asked, named)
            if named is None or f"added {more}" not in named:
                break
        if named is not None:
            named[f"added {more}"] = more
        return more

    def automatic(self, rule: str, stream: Stream, slots: Mapping[str, str]) -> str:
        """A text of a bot."""
        return polish(self.grammar.say(rule, stream, slots))

    def _typed(self, text: str, by: str, stream: Stream) -> str:
        if stream.integer(1, 10_000) <= 10_000 * _CARELESS * self.staff[by].voice.typo_rate:
            wrong = mistype(text, stream)
            if wrong is not None:
                self.typos.append(wrong[1])
                return wrong[0]
        return text

    def speaker(self, room: Room, at: int, but: Sequence[str], stream: Stream) -> str | None:
        """Somebody in a room who is at work, those who write more rather than others."""
        there = [
            each
            for each in self.presence.there(room.members, at)
            if each not in but and room.joined.get(each, 0) <= at
        ]
        if not there:
            return None
        weights = [*accumulate(self.weight(room, each) for each in there)]
        return there[stream.places(weights, 1)[0]]

    def weight(self, room: Room, person: str) -> float:
        """How much somebody writes in a room; those whom it is not for mostly read."""
        return self.weights[person] * (_CURIOUS if person in room.curious else 1)

    def plan(self, mood: str, at: int, stream: Stream) -> tuple[Mapping[str, Any], dict[str, str]]:
        """How a talk of a mood goes, and what it is about."""
        fit = self._plans[mood]
        for _ in range(_ATTEMPTS):
            weights = [*accumulate(each["weight"] for each in fit)]
            plan = fit[stream.places(weights, 1)[0]]
            slots: dict[str, str] = {}
            for kind in plan.get("needs", ()):
                found = self.known.slots(kind, at, stream)
                if found is None:
                    break
                slots |= found
            else:
                return plan, slots
        return next(each for each in self._plans["social"] if "needs" not in each), {}

    def context(self, room: Room, by: str, at: int, stream: Stream) -> dict[str, str]:
        """What anybody can talk about: colleagues, offices, customers."""
        peer = self._peer(room, by, at, stream)
        employee = self.staff[by]
        customer = self.known.slots("customer", at, stream) or _SOMEBODY
        issue = self.known.slots("issue", at, stream) or {"issue": "the ticket"}
        version = self.known.slots("version", at, stream) or {"version": "the next release"}
        return {
            "peer": self.staff[peer].display_name,
            "mention": f"<@{peer}>",
            "who": self.staff[peer].name,
            "domain": self.company.organization.domain,
            "date_next": coming(at),
            "office": self.company.organization.offices[employee.office].city,
            "team_name": self.company.organization.teams[employee.post.team].name,
            **customer,
            **issue,
            **version,
        }

    def _peer(self, room: Room, by: str, at: int, stream: Stream) -> str:
        """Somebody else of a room who is employed then; the speaker, if nobody is found."""
        for _ in range(_ATTEMPTS):
            key = stream.choice(room.members)
            if key != by and key in self._terms:
                first, last = self._terms[key]
                if first < at < last:
                    return key
        return by

    def talk(
        self,
        room: Room,
        at: int,
        plan: Mapping[str, Any],
        slots: Mapping[str, str],
        stream: Stream,
        opener: str,
        *,
        as_thread: bool,
        until: int = NOW,
        root: Said | None = None,
    ) -> int:
        """Play a plan in a room, and say how many messages it came to.

        Args:
            room: where.
            at: when it begins.
            plan: how it goes.
            slots: what it is about.
            stream: where chance comes from.
            opener: who begins.
            as_thread: whether it goes on in a thread.
            until: a second after which nothing is said.
            root: the message in whose thread it goes on, if that is there already.
        """
        cast = {"A": opener}
        before, count, last = "", 0, at
        named: dict[str, str] = {}
        for turn in turns(plan["turns"], stream):
            role, rule = turn
            if count:
                lag = 60 * self._lag(opener if role == "A" else before, stream)
                by = self._by(role, cast, before, room, last + lag, stream)
                moment = self.presence.when(by, last + lag, stream) if by else None
                if by is None or moment is None or moment >= until - 60:
                    break
                last = moment
            else:
                by = opener
            said = self.say(
                room, rule, by, last, slots, stream, str(plan.get("about", "")), cast, named
            )
            said.mood = rule.removeprefix("ask.").removeprefix("tell.").partition(".")[0]
            if root is None or not as_thread:
                room.add(said)
                root = root or said
            else:
                room.reply(root, said)
            before, count = by, count + 1
        return count

    def say(
        self,
        room: Room,
        rule: str,
        by: str,
        at: int,
        slots: Mapping[str, str],
        stream: Stream,
        about: str = "",
        cast: Mapping[str, str] | None = None,
        named: dict[str, str] | None = None,
    ) -> Said:
        """One message, not yet in its room."""
        context = self.context(room, by, at, stream) | dict(slots)
        others = [each for each in (cast or {}).values() if each != by and room.is_read_by(each)]
        if others:
            peer = stream.choice(others)
            context |= {"peer": self.staff[peer].display_name, "mention": f"<@{peer}>"} | {
                key: value for key, value in slots.items() if key in ("peer", "mention")
            }
        return Said(at, by, self.text(rule, by, stream, context, about, named))

    def _lag(self, person: str, stream: Stream) -> int:
        """Minutes until the next one speaks: mostly few, at times many."""
        median = self.staff[person].voice.latency if person else 5
        shape = stream.integer(1, 100)
        if shape <= 70:
            return 1 + stream.integer(0, max(1, min(median, 25)))
        return 2 + stream.integer(0, 4 * max(2, min(median, 30)))

    def _by(
        self, role: str, cast: dict[str, str], before: str, room: Room, at: int, stream: Stream
    ) -> str | None:
        if role != "*" and role in cast:
            soon = self.presence.when(cast[role], at, stream)
            if soon is not None and soon - at < 60 * _PATIENCE:
                return cast[role]
            if role == "A":
                return cast[role]
        # Who has opened a talk speaks when it is their turn, and a new one is none of those there.
        but = (before, cast["A"]) if role == "*" else (before, *cast.values())
        found = self.speaker(room, at, but, stream)
        if found is None:
            return None
        if role != "*":
            cast[role] = found
        else:
            cast.setdefault(f"*{len(cast)}", found)
        return found


def coming(at: int) -> str:
    """A day in the weeks after a moment, the same throughout the moment's day."""
    day = at // _DAY
    then = date.fromordinal(_EPOCH + day + 4 + day % 23)
    return f"{then:%B} {then.day}"


def turns(written: Sequence[str], stream: Stream) -> list[tuple[str, str]]:
    """The turns of a plan this time: roles and rules.

    ``B>A bug`` is a question and its answer; of ``A>B>C people`` C gives another answer every other
    time, if there is one.
    """
    found: list[tuple[str, str]] = []
    for turn in written:
        role, _, rule = turn.partition(" ")
        times = 1
        if role.endswith("?"):
            times = stream.integer(0, 1)
        elif role.endswith("+"):
            times = stream.integer(0, 3)
        asks, *tell = role.rstrip("?+").split(">")
        for _ in range(times):
            if not tell:
                found.append((asks, rule))
                continue
            question, answers = rules.pair(rule, stream)
            told = [*zip(tell, answers, strict=False)]
            found += [(asks, question), told[0]]
            found += [each for each in told[1:] if stream.integer(0, 1)]
    return found
