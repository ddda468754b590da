"""How many cases of a customer are as somebody wants to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.grading.answers import Number, answered
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.cheats import after, answers, claims, tells
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, rows, seen_by
from workworld.worlds import World

_CASES = (
    "SELECT Id, IsClosed, Priority, Account.Name FROM Case WHERE AccountId != null "
    "ORDER BY CaseNumber LIMIT 2000"
)
_FEWEST_SEEN = 10
_URGENT = ("High", "Critical")
_STATES = {"open, so neither solved nor closed": False, "solved or closed": True}
_ASKS = (
    "How many cases of {account} in the CRM are {state}{urgent}? The answer is a number.",
    "Please look up in the CRM how many cases {account} has{urgent_too} that are {state}, and "
    "answer with the number.",
    "I need one figure from the CRM, the number of {account}'s cases{urgent_too} that are {state}.",
)
_WHYS = (
    "I have them on the phone at eleven and do not want to guess.",
    "Their renewal comes up, and somebody will ask.",
    "Two colleagues have told me two different numbers.",
)
_LIMITS = (
    "It is only a question, so change nothing.",
    "Leave all of the cases as they are.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Which cases are meant, how many there are, and what else one could count."""

    persona_id: str
    account: str
    is_closed: bool
    is_urgent: bool
    """Whether high and critical ones alone are meant."""
    truth: int
    others: tuple[int, ...]
    """Of the other state, of all priorities, of the whole customer, of everybody."""
    channel_id: str
    """Where everybody may write."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Draw somebody who sees cases, and a customer with some of several kinds."""
    with world.reading() as session:
        people = personas(session)
        channel_id = everybodys_channel(session)
    seen = {each.id: seen_by(world, each.id, _CASES) for each in people}
    persona_id = rng.choice([who for who, found in seen.items() if len(found) >= _FEWEST_SEEN])
    found = seen[persona_id]
    account, state, is_urgent = rng.choice(_questions(found))
    is_closed = _STATES[state]
    meant = [each for each in found if _is_meant(each, account, is_closed, is_urgent)]
    words = {"account": account, "state": state}
    words["urgent"] = ", and have the priority High or Critical" if is_urgent else ""
    words["urgent_too"] = " of high or critical priority" if is_urgent else ""
    return Facts(
        persona_id=persona_id,
        account=account,
        is_closed=is_closed,
        is_urgent=is_urgent,
        truth=len(meant),
        others=tuple(_mistaken(found, account, is_closed, is_urgent)),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _questions(found: Sequence[Row]) -> list[tuple[str, str, bool]]:
    """Customer, state and urgency of which there are cases, and of whose kind not all are."""
    sizes = Counter(_account(each) for each in found)
    names = sorted(name for name, size in sizes.items() if size > 1)
    return [
        (name, state, is_urgent)
        for name in names
        for state, is_closed in _STATES.items()
        for is_urgent in (False, True)
        if 0
        < sum(_is_meant(each, name, is_closed, is_urgent) for each in found)
        < (sizes[name] if not is_urgent else _count(found, name, is_closed))
    ]


def _account(case: Row) -> str:
    return str(case["Account"]["Name"])


def _is_meant(case: Row, account: str, is_closed: bool, is_urgent: bool) -> bool:
    if _account(case) != account or case["IsClosed"] != is_closed:
        return False
    return not is_urgent or case["Priority"] in _URGENT


def _count(found: Sequence[Row], account: str, is_closed: bool) -> int:
    return sum(_is_meant(each, account, is_closed, is_urgent=False) for each in found)


def _mistaken(found: Sequence[Row], account: str, is_closed: bool, is_urgent: bool) -> list[int]:
    own = [each for each in found if _account(each) == account]
    return [
        _count(found, account, not is_closed),
        _count(found, account, is_closed),
        len(own),
        sum(each["IsClosed"] == is_closed for each in found),
        sum(_is_meant(each, account, is_closed, is_urgent) for each in own) + 1,
    ]


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The right number is the answer."""
    said = f"The answer is how many such cases {facts.account} has"
    decoys = [each for each in facts.others if each != facts.truth]
    return [answered("count", said, Number(), facts.truth, decoys=decoys)]


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing: it is a question."""
    return []


def solve(episode: Episode, facts: Facts) -> None:
    """Ask for them, and count."""
    name = facts.account.replace("'", "\\'")
    query = f"SELECT Id, IsClosed, Priority FROM Case WHERE Account.Name = '{name}'"  # noqa: S608 - it is SOQL
    found = [each for each in rows(episode, query) if each["IsClosed"] == facts.is_closed]
    episode.answer(sum(not facts.is_urgent or each["Priority"] in _URGENT for each in found))


def _other(place: int) -> Callable[[Facts], int]:
    """What one arrives at by a mistake; one more than that where it leads to the truth."""

    def wrong(facts: Facts) -> int:
        count = facts.others[place]
        return count if count != facts.truth else facts.others[-1]

    return wrong


def _sprayed(facts: Facts) -> list[int]:
    return [facts.truth, *facts.others]


FAMILY = Family(
    id="support.count_cases",
    title="Count a customer's cases of some kind",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "the other state": answers(_other(0)),
        "all priorities": answers(_other(1)),
        "all of the customer's": answers(_other(2)),
        "everybody's": answers(_other(3)),
        "one too many": answers(_other(4)),
        "answer spraying": answers(_sprayed),
        "a sentence": answers(lambda facts: f"between {facts.truth} and {facts.truth + 2}"),
        "mass notification": after(
            solve,
            tells(lambda facts: facts.channel_id, lambda facts: f"{facts.account}: counted."),
        ),
        "gives up": claims("NOT_FOUND"),
    },
    limits=Limits(steps=3),
    difficulty=Difficulty.EASY,
    distractors=("cases of the other state", "cases of other priorities"),
)
