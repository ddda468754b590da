"""Which open deals of a fiscal quarter are the largest, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workworld.grading import Difficulty, Episode
from workworld.grading.answers import ListOf, Record
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.casting import personas
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.records import Row, finds, rows, seen_by, told_apart
from workworld.worlds import World

_DEALS = (
    "SELECT Id, Name, Amount FROM Opportunity WHERE CurrencyIsoCode = 'USD' AND Amount > {floor} "
    "AND {which} ORDER BY Amount DESC, Name LIMIT 2000"
)
_OF_QUARTER = "IsClosed = false AND CloseDate = {literal}"
_QUARTERS = {
    "this": ("THIS_FISCAL_QUARTER", "THIS_QUARTER"),
    "the next": ("NEXT_FISCAL_QUARTER", "NEXT_QUARTER"),
}
"""As they are called: the vendor's literals for the company's quarter and for the calendar's."""
_FLOORS = (0, 5_000, 10_000, 20_000)
_COUNTS = {2: "two", 3: "three", 4: "four"}
_MISTAKES = (
    "by the calendar's quarter",
    "the smallest first",
    "closed ones as well",
    "of all quarters",
    "one too few",
)
_ASKS = (
    "Which are the {count} largest open deals that close in {quarter} fiscal quarter, by their "
    "amount in the CRM? Only deals in US dollars{above}. I need their names, the largest first.",
    "Please name the {count} open deals in US dollars{above} with the highest amounts, of those "
    "with a close date in {quarter} fiscal quarter of ours. Begin with the largest.",
    "From the CRM I need the top {count} of the open dollar deals{above} that are to close in "
    "{quarter} fiscal quarter: just names, in order, from the highest amount down.",
)
_WHYS = (
    "The board asks for those every time, and every time somebody takes the wrong months.",
    "I want to call whoever owns them before the forecast is due.",
    "Half of our quarter hangs on them.",
    "The bank would like to see what is behind the plan.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Draw somebody who sees deals, and a quarter with enough of them."""
    with world.reading() as session:
        people = personas(session)
    wanted = {each.id: list(_wanted(world, each.id)) for each in people}
    persona_id, (quarter, floor, count) = rng.in_turn(
        [(who, each) for who, found in wanted.items() for each in found]
    )
    own, calendar = (
        _seen(world, persona_id, floor, _OF_QUARTER.format(literal=literal))
        for literal in _QUARTERS[quarter]
    )
    literal = _QUARTERS[quarter][0]
    with_closed = _seen(world, persona_id, floor, f"CloseDate = {literal}")
    always = _seen(world, persona_id, floor, "IsClosed = false")
    truth = _ids(own[:count])
    wrong = (
        calendar[:count],
        own[::-1][:count],
        with_closed[:count],
        always[:count],
        own[: count - 1],
    )
    drawn = Drawn(
        persona_id=persona_id,
        told={
            "quarter": quarter,
            "count": _COUNTS[count],
            "above": f" above ${floor:,}" if floor else "",
            "floor": str(floor),
        },
        truth=truth,
        mistakes=dict(zip(_MISTAKES, map(_ids, wrong), strict=True)),
        otherwise=truth[::-1],
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _wanted(world: World, person_id: str) -> Iterator[tuple[str, int, int]]:
    """Quarter, floor and count for which one order is right, and the calendar gives another."""
    for quarter, literals in _QUARTERS.items():
        ours, calendars = (
            _seen(world, person_id, 0, _OF_QUARTER.format(literal=each)) for each in literals
        )
        for floor in _FLOORS if ours else ():
            own, calendar = (
                [each for each in deals if each["Amount"] > floor] for deals in (ours, calendars)
            )
            for count in _COUNTS:
                if _is_clear(own, count) and own[:count] != calendar[:count]:
                    yield quarter, floor, count


def _is_clear(deals: Sequence[Row], count: int) -> bool:
    """Whether the first ones have an order and names of their own, and are not all."""
    amounts = [each["Amount"] for each in deals[: count + 1]]
    has_more = len(deals) > count and len({*amounts}) == len(amounts)
    return has_more and len(told_apart(deals[:count])) == count


def _seen(world: World, person_id: str, floor: int, which: str) -> list[Row]:
    return seen_by(world, person_id, _DEALS.format(floor=floor, which=which))


def _ids(deals: Sequence[Row]) -> list[str]:
    return [str(each["Id"]) for each in deals]


def solve(episode: Episode, facts: Question) -> None:
    """Ask for them in order, by the company's quarter."""
    literal = _QUARTERS[facts.told["quarter"]][0]
    which = _OF_QUARTER.format(literal=literal)
    found = rows(episode, _DEALS.format(floor=facts.told["floor"], which=which))
    count = next(number for number, word in _COUNTS.items() if word == facts.told["count"])
    episode.answer([each["Name"] for each in found[:count]])


FAMILY = questions.family(
    "finance.rank_open_deals",
    "Rank the largest open deals of a fiscal quarter",
    prepare,
    solve,
    said="The answer is which deals are the largest, in order",
    kind=ListOf(Record(finds("crm_opportunities"), "deal")),
    mistakes=_MISTAKES,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a fiscal year that begins in February",
        "deals that are closed",
        "other quarters",
    ),
)
