"""What lies beside messages: groups, canvases, polls, lists, emoji, what is still to be sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.tellers.chat import workflows
from workworld.seed_data.company.tellers.chat.said import Room, moment
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.facts import (
    CanvasFact,
    CompanyFacts,
    EmojiFact,
    GroupFact,
    ListFact,
    OptionFact,
    PollFact,
    RecordFact,
)
from workworld.seed_data.personal_facts import PersonalFact, ScheduledFact, SectionFact
from workworld.seed_data.reading import read

_PACKS = Path(__file__).parents[2] / "packs"
_VOTERS = 14
_TRIAGE = 18


class Belongings:
    """Makes what lies beside messages.

    Args:
        talker: who knows when people work.
        channels: all that are not of two or a few.
    """

    def __init__(self, talker: Talker, channels: Sequence[Room]) -> None:
        self._talker, self._company = talker, talker.company
        self._rooms = {room.key: room for room in channels}
        self._pack: Mapping[str, Any] = read(_PACKS / self._company.pack / "canvases.yaml")

    def add(self, facts: CompanyFacts) -> CompanyFacts:
        """The company's facts, with these."""
        return replace(
            facts,
            groups=[*self._groups()],
            canvases=[*self._canvases()],
            polls=[*self._polls()],
            lists=[*self._lists()],
            emoji=[*self._emoji()],
            workflows=[*workflows.tell(self._talker, self._rooms, self._here)],
            personal=[self._planned(each) for each in facts.personal],
        )

    def _here(self, room: Room) -> list[str]:
        """Those in a channel who are still employed, who have been there longest first."""
        staff = self._company.organization.staff
        here = [key for key in room.members if key in staff and staff[key].ended is None]
        here = [key for key in here if staff[key].started < TODAY.date() - timedelta(days=90)]
        return sorted(here, key=lambda key: (staff[key].started, key))

    def _when(self, person: str, at: datetime, *names: object) -> datetime:
        stream = self._company.chance.stream("chat", "belongings", *names)
        found = self._talker.presence.when(person, int(at.timestamp()), stream)
        return moment(found) if found is not None else at

    def _groups(self) -> Iterator[GroupFact]:
        there = self._company.organization.there(TODAY.date())
        for row in self._pack["groups"]:
            members = [each.key for each in there if each.function in row["functions"]]
            if not members:
                continue
            first = min(members, key=lambda key: self._company.organization.staff[key].started)
            at = self._when(first, TODAY - timedelta(days=330), "group", row["handle"])
            yield GroupFact(row["name"], row["handle"], row["description"], first, at, members)

    def _canvases(self) -> Iterator[CanvasFact]:
        for row in self._pack["canvases"]:
            room = self._rooms.get(row["channel"])
            here = self._here(room) if room else []
            if room is None or len(here) < 2:
                continue
            lead, second = here[0], here[1]
            made = self._when(lead, TODAY - timedelta(days=300), "canvas", room.key)
            edited = self._when(second, TODAY - timedelta(days=40), "edit", room.key)
            text = row["text"].replace("{lead}", lead).replace("{second}", second)
            yield CanvasFact(row["title"], room.key, True, lead, made, second, edited, text)

    def _polls(self) -> Iterator[PollFact]:
        for row in self._pack["polls"]:
            room = self._rooms.get(row["channel"])
            here = self._here(room) if room else []
            if room is None or len(here) < 2:
                continue
            stream = self._company.chance.stream("chat", "poll", room.key)
            by = stream.choice(here[:6])
            at = self._when(by, TODAY - timedelta(days=row["days"], hours=-2), "poll", room.key)
            there = self._talker.presence.there(here, int(at.timestamp()) + 1800)
            votes: list[list[str]] = [[] for _ in row["options"]]
            for each in there[:_VOTERS]:
                votes[stream.integer(0, len(votes) - 1)].append(each)
            options = [
                OptionFact(text, said) for text, said in zip(row["options"], votes, strict=True)
            ]
            yield PollFact(room.key, by, at, row["question"], options)

    def _lists(self) -> Iterator[ListFact]:
        """The bugs that wait for a decision, as product and engineering keep them."""
        room = self._rooms["product-eng"]
        owner = self._here(room)[0]
        made = self._when(owner, TODAY - timedelta(days=120), "list", room.key)
        stream = self._company.chance.stream("chat", "list", room.key)
        opened = self._company.history.of("issue.opened")
        bugs = [each for each in opened if each.facts.get("type") == "Bug" and each.at > made]
        known, records = self._talker.known, []
        for event in bugs[-_TRIAGE:]:
            by = stream.choice(self._here(room))
            at = self._when(by, event.at + timedelta(hours=3), "record", event.name)
            fields = {
                "bug": known.name(event.things["issue"]) or "A bug",
                "key": known.issue(event.things["issue"]),
                "status": stream.choice(("New", "New", "Reproduced", "Planned", "Won't fix")),
                "severity": stream.integer(1, 5),
                "owner": [stream.choice(self._here(room))],
                "reported": event.at.date(),
            }
            if at < TODAY:
                records.append(RecordFact(by, at, fields))
        columns: list[dict[str, Any]] = [
            {"key": "bug", "name": "Bug", "type": "text"},
            {"key": "key", "name": "Issue", "type": "text"},
            {
                "key": "status",
                "name": "Status",
                "type": "select",
                "choices": ["New", "Reproduced", "Planned", "Won't fix"],
            },
            {"key": "severity", "name": "Severity", "type": "rating"},
            {"key": "owner", "name": "Owner", "type": "user"},
            {"key": "reported", "name": "Reported", "type": "date"},
        ]
        about = "What was reported and waits for a decision, looked through on Mondays."
        yield ListFact("Bug triage", about, room.key, owner, made, columns, records)

    def _emoji(self) -> Iterator[EmojiFact]:
        by = self._here(self._rooms["general"])[0]
        for number, (name, alias) in enumerate(self._pack["aliases"].items()):
            at = self._when(by, TODAY - timedelta(days=320 - 30 * number), "emoji", name)
            yield EmojiFact(name, by, at, alias)

    def _planned(self, kept: PersonalFact) -> PersonalFact:
        """Messages that wait, and sections of their own, of those who may be stood in for."""
        staff = self._company.organization.staff[kept.who]
        if not staff.is_spotlight:
            return kept
        stream = self._company.chance.stream("chat", "planned", kept.who)
        inside = [key for key, room in self._rooms.items() if kept.who in room.members]
        open_ones = [key for key in inside if self._rooms[key].posting == "everyone"]
        starred = {each.place for each in kept.starred}
        sections = []
        for name, emoji, wanted in self._pack["sections"]:
            holds = [key for key in wanted if key in inside and key not in starred]
            if len(holds) > 1 and stream.integer(0, 2):
                sections.append(SectionFact(name, emoji, holds))
        text = stream.choice(self._pack["scheduled"])
        place = stream.choice([key for key in open_ones if self._rooms[key].kind == "private"])
        made = TODAY - timedelta(hours=stream.integer(16, 17))
        due = TODAY.replace(hour=10, minute=0) + timedelta(days=stream.integer(1, 6))
        waits = ScheduledFact(place, made, due, text)
        return replace(kept, scheduled=[waits], sections=sections)


def add(talker: Talker, channels: Sequence[Room], facts: CompanyFacts) -> CompanyFacts:
    """A company's facts with what lies beside messages: see ``Belongings``."""
    return Belongings(talker, channels).add(facts)
