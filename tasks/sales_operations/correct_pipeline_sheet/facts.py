"""Which deals stand in the sheet, and what is wrong about some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from workworld.clock import Clock
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.days import of_month
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.tasks.workbooks import Planted, Value, planted
from workworld.worlds import World

TAB = "Deals"
AMOUNT, CLOSES = 1, 2
"""The columns that are compared."""
_OPEN = (
    "SELECT Id, Name, Amount, CloseDate, StageName FROM Opportunity WHERE IsClosed = false "
    "AND Amount > 0 AND CurrencyIsoCode = 'USD' ORDER BY Name LIMIT 200"
)
_FEWEST, _MOST = 5, 11
_OCCASIONS = (
    "Board call",
    "Forecast call",
    "Pipeline review",
    "Sales huddle",
    "Investor update",
    "Leadership sync",
    "Deal desk",
    "Quarter planning",
)
_ASKS = (
    "Some amounts and close dates in the spreadsheet “{title}” no longer agree with the CRM. Put "
    "the CRM's in their place wherever the two differ.",
    "Please compare the deals in “{title}” with what the CRM says today, amount and close date of "
    "each, and correct in the spreadsheet what differs.",
    "The sheet that we share, “{title}”, was right when it was made. Since then deals have moved "
    "in the CRM. Have its amounts and close dates say what the CRM says now.",
)
_WHYS = (
    "The {occasion} is coming up and somebody will add the numbers up in their head.",
    "Last time two people came with two different totals.",
    "The {occasion} is decided on these numbers, so they had better be right.",
)
_LIMITS = (
    "Leave alone what agrees already, and the total, which is a formula. The CRM stays as it is, "
    "and so does every other spreadsheet.",
    "Nothing else in the spreadsheet changes, its formula least of all, and nothing in the CRM or "
    "in older copies.",
)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A cell that is to be put right."""

    row: int
    """Counted from 0."""
    column: int
    deal: str
    deal_id: str
    amount: float
    closes: date


@dataclass(frozen=True, slots=True)
class Facts:
    """The sheet, what is wrong in it, and what could be mistaken for it."""

    persona_id: str
    workbook: Planted
    older: Planted
    """A copy of another week, with other mistakes in the same places."""
    wrong: tuple[Wrong, ...]
    last_row: int
    """That of the total, counted from 1."""
    stale: tuple[tuple[str, float], ...]
    """Ids of deals and the amounts that the sheet has for them."""
    channel_id: str
    instruction: str


def draw(world: World, rng: Stream) -> Facts:
    """Have the sheet made by somebody who sees enough deals, and some deals moved since."""
    with world.reading() as session:
        people = personas(session)
        today = Clock(session).now().date()
        channel_id = everybodys_channel(session)
    sights = {person.id: told_apart(seen_by(world, person.id, _OPEN)) for person in people}
    persona_id = rng.choice([who for who, found in sights.items() if len(found) >= _FEWEST])
    found = sights[persona_id]
    deals = rng.sample(found, min(len(found), rng.integer(_FEWEST + 1, _MOST)))
    places = _places(rng, len(deals))
    occasion = rng.choice(_OCCASIONS)
    title = f"{occasion} {of_month(today - timedelta(days=today.weekday()))}"
    before = f"{occasion} {of_month(today - timedelta(days=today.weekday() + 7))}"
    lines = _lines(rng, deals, places)
    older = planted(world, persona_id, before, TAB, _lines(rng, deals, places))
    ask, why, limits = rng.choice(_ASKS), rng.choice(_WHYS), rng.choice(_LIMITS)
    return Facts(
        persona_id=persona_id,
        workbook=planted(world, persona_id, title, TAB, lines),
        older=older,
        wrong=tuple(_wrong(deals[row - 1], row, column) for row, column in places),
        last_row=len(lines),
        stale=tuple(
            (deals[row - 1]["Id"], float(str(lines[row][AMOUNT])))
            for row, column in places
            if column == AMOUNT
        ),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=ask.format(title=title),
            why=why.format(occasion=occasion[0].lower() + occasion[1:]),
            limits=limits,
        ),
    )


def _places(rng: Stream, deals: int) -> list[tuple[int, int]]:
    """Two or three amounts and one or two days, not all of different deals."""
    amounts = rng.sample(range(1, deals + 1), rng.integer(2, 3))
    days = rng.sample(range(1, deals + 1), rng.integer(1, 2))
    return [*((row, AMOUNT) for row in amounts), *((row, CLOSES) for row in days)]


def _lines(
    rng: Stream, deals: Sequence[Row], places: Sequence[tuple[int, int]]
) -> list[list[Value]]:
    """The sheet as it stands: heading, deals, and a total that reckons."""
    lines: list[list[Value]] = [["Deal", "Amount", "Close date", "Stage"]]
    for row, deal in enumerate(deals, 1):
        amount, closes = float(deal["Amount"]), date.fromisoformat(deal["CloseDate"])
        if (row, AMOUNT) in places:
            amount = round(amount * rng.choice((0.8, 0.9, 1.1, 1.25)), -1) + 50
        if (row, CLOSES) in places:
            closes -= timedelta(days=rng.choice((7, 14, 30, 31)))
        lines.append([deal["Name"], amount, closes.isoformat(), deal["StageName"]])
    lines.append(["Total", f"=SUM(B2:B{len(deals) + 1})", None, None])
    return lines


def _wrong(deal: Row, row: int, column: int) -> Wrong:
    closes = date.fromisoformat(deal["CloseDate"])
    return Wrong(row, column, deal["Name"], deal["Id"], float(deal["Amount"]), closes)
