"""How people speak of missed slots in chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.randomness import Stream
from workworld.seed_data.facts import MessageFact
from workworld.tasks.days import short, workday_after, working_moment
from workworld.tasks.support.count_missed_slots.reports import Report
from workworld.tasks.voices import Author, voiced

_REPORTS = (
    "{customer}, {site}: {count} missed slots {day}.",
    "{count} missed slots at {customer} in {site} {day}.",
    "Just had {customer} on the phone. {count} slots missed in {site} {day}, no carrier in sight.",
    "For the record, {customer} had {count} missed slots in {site} {day}.",
    "{customer} again. In {site} they count {count} missed slots {day}. {cause}",
    "Case {case}: {customer} write about {site}, {count} missed slots {day}.",
    "Morning list. {customer}, {site}: {count} slots missed {day}. {cause}",
    "From the dock lead at {customer} in {site}: {count} missed slots {day}. Case {case}.",
)
_CAUSES = (
    "Carriers blame the bridge.",
    "Nobody picks up the phone at the carrier.",
    "Snow, they say.",
    "They want to know whether the reminders went out.",
    "Same carrier as the last time.",
    "It was the night shift.",
)
_REPEATS = (
    "In case you only read this channel: {customer}, {site}, {count} missed slots on {date}.",
    "Seen in <#{channel}>: {customer} had {count} missed slots in {site} on {date}.",
    "{count} slots missed on {date} at {customer} in {site}, the same as in <#{channel}>.",
)
_CORRECTIONS = (
    "Correction for {customer}, {site}: {final} missed slots on {date}, not {first}. {why}",
    "I have to correct {date} for {customer} in {site}. It was {final} missed slots, not {first}.",
)
_REPLIES = (
    "Correction: {final}, not {first}. {why}",
    "{final}, not {first}, sorry. {why}",
)
_WITHDRAWALS = (
    "Scrap my correction, {first} was right after all.",
    "Forget that, {first} was right. They had looked at the wrong day.",
)
_WHYS = (
    "Their dock lead has counted again.",
    "I had misread their list.",
    "I have it in writing now.",
    "Their list had another day in it.",
)
_ECHOES = (
    "{customer} ask why their portal still shows {first} for {site} on {date}. It is put right "
    "over night, the corrected number stands.",
    "If {customer} mention {first} for {date} in {site}: that is the old number from their portal, "
    "we have told them about the correction.",
)
_ANSWERS = (
    "Thanks, noted.",
    "Do we know which carrier?",
    "They will ask for credit, I am sure.",
    "On it.",
    "Is somebody talking to the carrier?",
    "I have told their account team.",
    "That dock needs a second look.",
)


@dataclass(frozen=True, slots=True)
class Talk:
    """Has people report in chat.

    Args:
        rng: decides.
        zone: the company's time zone.
        authors: who writes in which channel, at least two in each of at least two.
    """

    rng: Stream
    zone: ZoneInfo
    authors: Mapping[str, Sequence[Author]]
    said: dict[str, list[MessageFact]] = field(default_factory=dict)
    """What has been said, by channel."""

    def report(self, report: Report) -> None:
        """Have somebody report, and others answer, repeat it and put it right."""
        channel, elsewhere = self.rng.sample(list(self.authors), 2)
        author, other = self.rng.sample(self._present(channel, report.day), 2)
        at = self._moment(report.day if self.rng.integer(0, 2) else workday_after(report.day))
        day = self._day(report.day, at.date())
        text = self._text(author, _REPORTS, report, day=day, count=report.first)
        replies = [*self._answers(at, other), *self._thread(report, at, author)]
        self._say(channel, MessageFact(at, author.handle, text, replies=replies))
        if report.is_repeated:
            again = at + timedelta(minutes=self.rng.integer(20, 100))
            writer = self.rng.choice(
                [a for a in self._present(elsewhere, report.day) if a != author]
            )
            text = self._text(writer, _REPEATS, report, channel=channel, count=report.first)
            self._say(elsewhere, MessageFact(again, writer.handle, text))
        if report.remedy == "message":
            text = self._text(author, _CORRECTIONS, report, final=report.final)
            later = self._moment(workday_after(at.date()))
            self._say(channel, MessageFact(later, author.handle, text))

    def echo(self, report: Report, day: date) -> None:
        """Have somebody speak of the number that was corrected."""
        channel = self.rng.choice(list(self.authors))
        author = self.rng.choice(self._present(channel, day))
        text = self._text(author, _ECHOES, report)
        self._say(channel, MessageFact(self._moment(day), author.handle, text))

    def _present(self, channel: str, day: date) -> list[Author]:
        """Those who worked here by then."""
        return [author for author in self.authors[channel] if author.since <= day]

    def _say(self, channel: str, fact: MessageFact) -> None:
        self.said.setdefault(channel, []).append(fact)

    def _answers(self, at: datetime, author: Author) -> list[MessageFact]:
        if self.rng.integer(0, 2):
            return []
        then = at + timedelta(minutes=self.rng.integer(2, 19))
        text = voiced(author, self.rng.choice(_ANSWERS))
        return [MessageFact(then, author.handle, text)]

    def _thread(self, report: Report, at: datetime, author: Author) -> list[MessageFact]:
        if report.remedy not in ("reply", "withdrawn"):
            return []
        then = self._moment(workday_after(at.date()))
        said = report.final if report.remedy == "reply" else report.mistaken
        text = self._text(author, _REPLIES, report, final=said)
        replies = [MessageFact(then, author.handle, text)]
        if report.remedy == "withdrawn":
            later = then + timedelta(minutes=self.rng.integer(15, 90))
            text = self._text(author, _WITHDRAWALS, report)
            replies.append(MessageFact(later, author.handle, text))
        return replies

    def _text(self, author: Author, texts: Sequence[str], report: Report, **more: object) -> str:
        return voiced(
            author,
            self.rng.choice(texts),
            customer=report.site.customer,
            site=report.site.name,
            date=short(report.day),
            first=report.first,
            why=self.rng.choice(_WHYS),
            cause=self.rng.choice(_CAUSES),
            case=self.rng.integer(5300, 5899),
            **more,
        )

    def _moment(self, day: date) -> datetime:
        return working_moment(self.rng, self.zone, day)

    def _day(self, day: date, today: date) -> str:
        words = {0: "today", 1: "yesterday"} if self.rng.integer(0, 1) else {}
        return words.get((today - day).days, f"on {short(day)}")
