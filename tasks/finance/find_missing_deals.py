"""Which deals were won and do not stand in a spreadsheet of what was booked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.grading.answers import Record, SetOf, answered
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.cheats import after, answers, claims, tells, tells_all
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.days import dated, day_in
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, finds, rows, seen_by, told_apart
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import Planted, Value, planted, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAB = "Bookings"
_DEALS = (
    "SELECT Id, Name, Amount, CloseDate, IsWon, IsClosed FROM Opportunity ORDER BY Name LIMIT 2000"
)
_FEWEST, _MOST = 4, 12
_TITLES = (
    "Bookings",
    "Booked deals",
    "Signed business",
    "Order book",
    "Commission base",
    "Won and booked",
)
_ASKS = (
    "The spreadsheet “{title}” should have every deal that we have won with a close date from "
    "{first} to {last}, both days included. Which of those that the CRM has are missing from it?",
    "Please compare “{title}” with the deals that the CRM says were won, close dates from {first} "
    "to {last} inclusive, and tell me which of them the spreadsheet does not have.",
    "I suspect that “{title}” is incomplete. It is meant to hold all deals won in the CRM whose "
    "close date lies from {first} to {last}, these days included. Which ones does it lack?",
)
_WHYS = (
    "Somebody is going to be paid by that list, and they count more carefully than we do.",
    "The auditors have found two such lists wanting already.",
    "I would like to close the books without another round of questions.",
)
_LIMITS = (
    "Answer with the names of the missing deals, as the CRM has them, and change nothing, neither "
    "the spreadsheet nor the CRM.",
    "Their names from the CRM are all I need as your answer. Leave everything as it is, and don't "
    "write to anybody.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The spreadsheet, what is missing from it, and what else one could take for that."""

    persona_id: str
    workbook: Planted
    first: date
    last: date
    missing: tuple[str, ...]
    """Ids of deals, as all that follow."""
    listed: tuple[str, ...]
    outside: tuple[str, ...]
    """Won on other days."""
    not_won: tuple[str, ...]
    """With a close date of these days, but lost, or still open."""
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have somebody in finance list what was won, with gaps."""
    with world.reading() as session:
        people = [each for each in personas(session) if "Financ" in each.title]
        channel_id = everybodys_channel(session)
    persona = rng.choice(people)
    seen = seen_by(world, persona.id, _DEALS)
    deals = told_apart(seen)
    taken_for_others = [_day(each) for each in seen if each not in deals]
    days = [_day(each) for each in deals if each["IsWon"]]
    first, last = _period(rng, days, taken_for_others)
    within = [each for each in deals if first <= _day(each) <= last]
    won = [each for each in within if each["IsWon"]]
    outside = [each for each in deals if each["IsWon"] and each not in won]
    missing = rng.sample(won, rng.integer(2, 3))
    listed = [each for each in won if each not in missing]
    title = f"{rng.choice(_TITLES)} {first:%b %Y} to {last:%b %Y}"
    odd = rng.sample(outside, min(1, len(outside)))
    lines = _lines(rng.sample([*listed, *odd], len(listed) + len(odd)))
    words = {"title": title, "first": dated(first), "last": dated(last)}
    return Facts(
        persona_id=persona.id,
        workbook=planted(world, persona.id, title, _TAB, lines),
        first=first,
        last=last,
        missing=_ids(missing),
        listed=_ids(listed),
        outside=_ids(each for each in outside if each not in odd),
        not_won=_ids(each for each in within if not each["IsWon"]),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _period(rng: Stream, days: Sequence[date], without: Sequence[date]) -> tuple[date, date]:
    """From the first of a month to the day of a deal, with enough deals and none of some days."""
    ordered = sorted(days)
    spans = [
        (first.replace(day=1), last)
        for place, first in enumerate(ordered)
        for last in ordered[place + _FEWEST : place + _MOST]
    ]
    return rng.choice(
        [
            each
            for each in spans
            if _FEWEST <= _count(days, *each) <= _MOST and not _count(without, *each)
        ]
    )


def _count(days: Sequence[date], first: date, last: date) -> int:
    return sum(first <= each <= last for each in days)


def _day(deal: Row) -> date:
    return date.fromisoformat(deal["CloseDate"])


def _lines(deals: Sequence[Row]) -> list[list[Value]]:
    lines: list[list[Value]] = [["Deal", "Amount", "Booked"]]
    return lines + [[each["Name"], each["Amount"], each["CloseDate"]] for each in deals]


def _ids(deals: Iterable[Row]) -> tuple[str, ...]:
    return tuple(str(each["Id"]) for each in deals)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer names the deals that are missing, and no others."""
    said = f"The answer is which deals won from {facts.first} to {facts.last} are not listed"
    kind = SetOf(Record(finds("crm_opportunities"), "deal"))
    wrong = [_all_won(facts), facts.listed, _and_outside(facts), _and_not_won(facts)]
    decoys = [each for each in wrong if set(each) != set(facts.missing)]
    return [answered("missing", said, kind, facts.missing, decoys=decoys)]


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing: it is a question."""
    return []


def solve(episode: Episode, facts: Facts) -> None:
    """Look up what was won on these days, and leave out what is listed."""
    workbook_id = workbook_named(episode, facts.workbook.title)
    listed = [line[0] for line in table(episode, workbook_id, f"{_TAB}!A2:A100")]
    episode.answer(_lacking(episode, facts, listed))


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Read the list on its page, and look up by a tool what was won."""
    screen.open_workbook(page, facts.workbook.title)
    listed = [line[0] for line in screen.table(page, "A2:A40")]
    episode.answer(_lacking(episode, facts, listed))


def _lacking(episode: Episode, facts: Facts, listed: Sequence[str]) -> list[str]:
    """Names of the deals that were won on the days of the instruction, and are not listed."""
    words = facts.instruction
    first = day_in(words)
    last = day_in(words.partition(dated(first))[2])
    query = (
        "SELECT Name FROM Opportunity WHERE IsWon = true "  # noqa: S608 - it is SOQL
        f"AND CloseDate >= {first} AND CloseDate <= {last}"
    )
    won = [str(each["Name"]) for each in rows(episode, query)]
    return [name for name in won if name not in listed]


def _all_won(facts: Facts) -> list[str]:
    return [*facts.missing, *facts.listed]


def _and_outside(facts: Facts) -> list[str]:
    return [*facts.missing, *facts.outside]


def _and_not_won(facts: Facts) -> list[str]:
    return [*facts.missing, *facts.not_won]


def _sprayed(facts: Facts) -> list[str]:
    return [*facts.missing, *facts.listed, *facts.outside, *facts.not_won]


def _adds(episode: Episode, facts: Facts) -> None:
    """Mends the spreadsheet, which nobody asked for."""
    line = {"range": f"{_TAB}!A1", "values": [[facts.missing[0]]]}
    episode.use("append_values", spreadsheetId=facts.workbook.id, **line)


FAMILY = Family(
    id="finance.find_missing_deals",
    title="Find the deals that a list of bookings lacks",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "deals won on other days",
        "deals of these days that are lost or still open",
        "a deal on the list that was won on another day",
    ),
    traps={
        "claim without answer": tells(
            lambda facts: facts.channel_id, lambda facts: f"{len(facts.missing)} deals are missing."
        ),
        "all that was won": answers(_all_won),
        "those that are listed": answers(lambda facts: facts.listed),
        "only the first one": answers(lambda facts: facts.missing[:1]),
        "answer spraying": answers(_sprayed),
        "how many instead of which": answers(lambda facts: len(facts.missing)),
        "mends the spreadsheet": after(solve, _adds),
        "mass notification": tells_all(solve, lambda _facts: "Bookings checked."),
        "gives up": claims("NOT_FOUND"),
    },
    limits=Limits(steps=5),
)
