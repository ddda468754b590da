"""How much money somebody's open deals in certain stages are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Number
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.casting import personas
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.records import Row, rows, seen_by
from workworld.worlds import World

_DEALS = (
    "SELECT Id, StageName, Amount, CurrencyIsoCode, IsClosed, Owner.Name FROM Opportunity "
    "WHERE Amount > 0 AND {which} ORDER BY Id LIMIT 2000"
)
_CURRENCIES = {"US dollars": "USD", "euros": "EUR"}
_MISTAKES = (
    "the first stage alone",
    "all open deals",
    "every currency, as if one",
    "closed ones as well",
    "how many they are",
)
_ASKS = (
    "What do the amounts of {owner}'s open deals in the CRM that are in {stages} add up to? Count "
    "only deals in {currency}, and answer with the number.",
    "I need one figure from the CRM: the sum of the amounts of all open deals of {owner} in "
    "{stages}, those in {currency} alone.",
    "Please add up, from the CRM, what {owner} has open in {stages}. Only the deals that are kept "
    "in {currency} count, by their full amounts and not weighted. The answer is the sum.",
)
_WHYS = (
    "The forecast call is at two, and I would rather know than guess.",
    "Somebody has read me a figure that cannot be right.",
    "I have to say how much of the quarter hangs on one desk.",
    "It goes onto a slide that I have promised until noon.",
)
_MOST_STAGES = 2


def prepare(world: World, rng: Stream) -> Question:
    """Draw somebody who sees deals, whose deals they ask about, and stages with some of them."""
    with world.reading() as session:
        people = personas(session)
    seen = {
        each.id: seen_by(world, each.id, _DEALS.format(which="IsClosed = false")) for each in people
    }
    kinds = sorted((who, kind) for who, found in seen.items() for kind in _kinds(found))
    persona_id, (owner, stages, currency) = rng.choice(kinds)
    escaped = owner.replace("'", "\\'")
    every = seen_by(world, persona_id, _DEALS.format(which=f"Owner.Name = '{escaped}'"))
    own = [each for each in every if not each["IsClosed"]]
    right = [each for each in _in(own, stages) if each["CurrencyIsoCode"] == currency]
    of_currency = [each for each in every if each["CurrencyIsoCode"] == currency]
    truth = _sum(right)
    wrong = (
        _sum(_in(right, stages[:1])),
        _sum([each for each in of_currency if not each["IsClosed"]]),
        _sum(_in(own, stages)),
        _sum(of_currency),
        len(right),
    )
    called = next(word for word, code in _CURRENCIES.items() if code == currency)
    drawn = Drawn(
        persona_id=persona_id,
        told={"owner": owner, "stages": _said(stages), "currency": called},
        truth=truth,
        mistakes=dict(zip(_MISTAKES, wrong, strict=True)),
        otherwise=truth + 1,
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _kinds(found: Sequence[Row]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Owners, stages and currencies of which there are deals, while not all are of that kind."""
    for owner in sorted({each["Owner"]["Name"] for each in found}):
        own = [each for each in found if each["Owner"]["Name"] == owner]
        for currency in _CURRENCIES.values():
            stages = {each["StageName"] for each in own if each["CurrencyIsoCode"] == currency}
            for count in range(1, _MOST_STAGES + 1):
                for some in combinations(sorted(stages), count):
                    if len(_in(own, some)) < len(own):
                        yield owner, some, currency


def _in(deals: Sequence[Row], stages: Sequence[str]) -> list[Row]:
    return [each for each in deals if each["StageName"] in stages]


def _sum(deals: Sequence[Row]) -> float:
    return round(sum(float(each["Amount"]) for each in deals), 2)


def _said(stages: Sequence[str]) -> str:
    quoted = " or ".join(f"“{each}”" for each in stages)
    return f"the stage {quoted}" if len(stages) == 1 else f"the stages {quoted}"


def solve(episode: Episode, facts: Question) -> None:
    """Ask for them, and add up."""
    owner = facts.told["owner"].replace("'", "\\'")
    which = f"IsClosed = false AND Owner.Name = '{owner}'"
    found = rows(episode, _DEALS.format(which=which))
    currency = _CURRENCIES[facts.told["currency"]]
    stages = facts.told["stages"].split("“")[1:]
    named = [each.partition("”")[0] for each in stages]
    episode.answer(
        _sum([each for each in _in(found, named) if each["CurrencyIsoCode"] == currency])
    )


FAMILY = questions.family(
    "sales_operations.sum_pipeline",
    "Add up somebody's open deals in certain stages",
    prepare,
    solve,
    said="The answer is what those deals add up to",
    kind=Number(),
    mistakes=_MISTAKES,
    difficulty=Difficulty.EASY,
    distractors=("deals in other stages", "deals in another currency", "deals of other sellers"),
)
