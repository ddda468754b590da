"""How many cases of a customer are as somebody wants to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Number
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.casting import personas
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.records import Row, rows, seen_by
from workworld.worlds import World

_CASES = (
    "SELECT Id, IsClosed, Priority, Account.Name FROM Case WHERE AccountId != null "
    "ORDER BY CaseNumber LIMIT 2000"
)
_FEWEST_SEEN = 10
_URGENT = ("High", "Critical")
_OPEN, _CLOSED = "open, so neither solved nor closed", "solved or closed"
_STATES = {_OPEN: False, _CLOSED: True}
_OF_URGENT = " of high or critical priority"
_MISTAKES = ("the other state", "all priorities", "all of the customer's", "everybody's")
_ASKS = (
    "How many cases{urgent} of {account} in the CRM are {state}? The answer is a number.",
    "Please look up in the CRM how many cases{urgent} {account} has that are {state}, and answer "
    "with the number.",
    "I need one figure from the CRM, the number of {account}'s cases{urgent} that are {state}.",
)
_WHYS = (
    "I have them on the phone at eleven and do not want to guess.",
    "Their renewal comes up, and somebody will ask.",
    "Two colleagues have told me two different numbers.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Draw somebody who sees cases, and a customer with some of several kinds."""
    with world.reading() as session:
        people = personas(session)
    seen = {each.id: seen_by(world, each.id, _CASES) for each in people}
    persona_id = rng.choice([who for who, found in seen.items() if len(found) >= _FEWEST_SEEN])
    found = seen[persona_id]
    account, state, urgent = rng.choice(_kinds(found))
    own = [each for each in found if _account(each) == account]
    truth = _count(own, state, urgent)
    other = _CLOSED if state == _OPEN else _OPEN
    wrong = _count(own, other, urgent), _count(own, state), len(own), _count(found, state, urgent)
    drawn = Drawn(
        persona_id=persona_id,
        told={"account": account, "state": state, "urgent": urgent},
        truth=truth,
        mistakes=dict(zip(_MISTAKES, wrong, strict=True)),
        otherwise=truth + 1,
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _kinds(found: Sequence[Row]) -> list[tuple[str, str, str]]:
    """Customer, state and priorities of which there are cases, while not all are of that kind."""
    sizes = Counter(map(_account, found))
    own = {name: [each for each in found if _account(each) == name] for name in sorted(sizes)}
    return [
        (name, state, urgent)
        for name, cases in own.items()
        for state in _STATES
        for urgent in ("", _OF_URGENT)
        if 0 < _count(cases, state, urgent) < (_count(cases, state) if urgent else len(cases))
    ]


def _account(case: Row) -> str:
    return str(case["Account"]["Name"])


def _count(cases: Sequence[Row], state: str, urgent: str = "") -> int:
    right = [each for each in cases if each["IsClosed"] == _STATES[state]]
    return sum(not urgent or each["Priority"] in _URGENT for each in right)


def solve(episode: Episode, facts: Question) -> None:
    """Ask for them, and count."""
    name = facts.told["account"].replace("'", "\\'")
    query = f"SELECT IsClosed, Priority FROM Case WHERE Account.Name = '{name}'"  # noqa: S608 - it is SOQL
    episode.answer(_count(rows(episode, query), facts.told["state"], facts.told["urgent"]))


FAMILY = questions.family(
    "support.count_cases",
    "Count a customer's cases of some kind",
    prepare,
    solve,
    said="The answer is how many such cases the customer has",
    kind=Number(),
    mistakes=_MISTAKES,
    difficulty=Difficulty.EASY,
    distractors=("cases of the other state", "cases of other priorities"),
)
