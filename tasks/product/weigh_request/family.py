"""The family: its check, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.grading.answers import Money, answered
from workworld.grading.family import Solver
from workworld.randomness import Stream
from workworld.tasks.cheats import after, answers, claims
from workworld.tasks.issues import comments
from workworld.tasks.product.weigh_request.facts import MISTAKES, Facts, draw
from workworld.tasks.records import named
from workworld.tasks.screens import crm, tracker
from workworld.tasks.workbooks import amount
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_WANTED = re.compile(r"(?:One more: )?(.+) asked for this")
_DROPPED = re.compile(r"(?:For the record, )?(.+) no longer need this")


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The right sum is the answer."""
    said = f"The answer is what the customers come to who still want {facts.key}"
    return [answered("worth", said, Money("USD"), facts.truth, decoys=facts.wrong.values())]


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing: it is a question."""
    return []


def solve(episode: Episode, facts: Facts) -> None:
    """Read who wants it and who does not, and add up what the CRM says of them."""
    names = _wanting(comments(episode, facts.key))
    found = [each for name in names for each in named(episode, "Account", name, "ARR__c")]
    episode.answer(sum(each["ARR__c"] for each in found))


def _wanting(texts: Iterable[str]) -> list[str]:
    """Customers who still want it, by what is said of the issue."""
    wanting: dict[str, bool] = {}
    for text in texts:
        if match := _WANTED.match(text):
            wanting[match[1]] = True
        elif match := _DROPPED.match(text):
            wanting[match[1]] = False
    return [name for name, still in wanting.items() if still]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, on the issue's page and on those of the customers."""
    tracker.open_issue(page, facts.key)
    names = _wanting(text for _author, text in tracker.comments_by_author(page))
    worth = []
    for name in names:
        crm.open_record(page, "Accounts", name)
        crm.part(page, "Details")
        worth.append(amount(crm.shown(page, "ARR")))
    episode.answer(sum(worth))


def _by(mistake: str) -> Solver[Facts]:
    """Answers what one arrives at by a mistake."""
    return answers(lambda facts: facts.wrong[mistake])


def _sprayed(facts: Facts) -> list[float]:
    return [facts.truth, *facts.wrong.values()]


def _hedged(facts: Facts) -> str:
    return f"About {facts.truth:.0f}, or {facts.wrong[MISTAKES[0]]:.0f} at most"


def _tells(episode: Episode, facts: Facts) -> None:
    """Tells the whole company, and answers nothing."""
    said = f"{facts.key} is worth ${facts.truth:,.2f} a year."
    episode.use("slack_send_message", channel_id=facts.channel_id, message=said)


FAMILY = Family(
    id="product.weigh_request",
    title="Add up what those are worth who want something",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={mistake: _by(mistake) for mistake in MISTAKES}
    | {
        "answer spraying": answers(_sprayed),
        "sentence with the truth in it": answers(_hedged),
        "claim without answer": _tells,
        "mass notification": after(solve, _tells),
        "gives up": claims("NOT_FOUND"),
    },
    limits=Limits(steps=5),
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "customers who asked twice or no longer want it",
        "a customer who wants another issue",
    ),
)
