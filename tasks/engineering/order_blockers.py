"""Say what must be done before an issue can begin, in which order, by the links between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Split
from workworld.grading.answers import ListOf, Text, answered
from workworld.randomness import Stream
from workworld.tasks.cheats import after, answers, claims
from workworld.tasks.issues import (
    Ticket,
    comment,
    found,
    joined,
    led_projects,
    link,
    move_on,
    moved,
    planted,
    use,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import WORK
from workworld.tasks.screens import tracker
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MOST = 5
"""How many stand before it."""
_ASKS = (
    "Which issues have to be resolved before “{title}” in {project} can begin, in which order? Go "
    "by the links that say what blocks what, as far back as they lead.",
    "“{title}” ({project}) cannot start yet. List whatever blocks it, and what blocks that in "
    "turn, in the order in which it can be worked on.",
    "I need the way to “{title}” in {project}: every unresolved issue that stands before it, "
    "directly or through others, by the links about blocking.",
    "What is “{title}” in {project} waiting for? Name all unresolved issues that block it, or "
    "block one of those, in the order in which they have to be done.",
)
_WHYS = (
    "I am to say on Monday when it will be ready.",
    "Everybody tells me of another reason why it waits.",
    "I would like to begin at the right end.",
    "The links are all there, but nobody reads them to the end.",
    "Two people want to help and ask me with what.",
)
_LIMITS = (
    "Answer with the keys, the one that can be begun first at the beginning; “{title}” itself is "
    "none of them, and what is resolved counts no more. Change nothing.",
    "The answer is a list of keys, first things first, without “{title}” and without anything that "
    "is resolved. Nothing in the tracker changes.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The chain, and what is linked to it in other ways."""

    persona_id: str
    project: str
    title: str
    target: Ticket
    chain: tuple[Ticket, ...]
    """What has to be done, the first first."""
    resolved: Ticket
    """It blocked one of them."""
    related: Ticket
    after: Ticket
    """It is blocked by the target."""
    instruction: str

    @property
    def keys(self) -> list[str]:
        """The right answer."""
        return [each.key for each in self.chain]


def prepare(world: World, rng: Stream) -> Facts:
    """Plan work, and link it so that one thing waits for another."""
    with world.reading() as session:
        project = rng.choice(led_projects(session))
    lead, key = project.lead.id, project.key
    titles = rng.sample(WORK, _MOST + 4)[: rng.integer(_MOST - 2, _MOST) + 4]
    tickets = [planted(world, lead, key, "Task", each) for each in titles]
    named = dict(zip(tickets, titles, strict=True))
    target, resolved, related, later, *chain = rng.sample(tickets, len(tickets))
    for one, two in zip(chain, [*chain[1:], target], strict=True):
        joined(world, lead, "Blocks", one, two)
    joined(world, lead, "Blocks", resolved, rng.choice(chain[1:]))
    joined(world, lead, "Blocks", target, later)
    joined(world, lead, "Relates", related, target)
    moved(world, lead, resolved, "Start progress", "Ask for review", "Done")
    title = named[target]
    return Facts(
        persona_id=lead,
        project=key,
        title=title,
        target=target,
        chain=tuple(chain),
        resolved=resolved,
        related=related,
        after=later,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(title=title, project=project.name),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(title=title),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer is the chain."""
    decoys = [
        facts.keys[::-1],
        sorted(facts.keys, key=_number) if sorted(facts.keys, key=_number) != facts.keys else [],
        facts.keys[-1:],
        [*facts.keys, facts.target.key],
        [facts.resolved.key, *facts.keys],
        [*facts.keys, facts.after.key],
    ]
    asked_for = f"What stands before {facts.target.key}, in order"
    kind = ListOf(Text())
    return [
        answered("order", asked_for, kind, facts.keys, decoys=[each for each in decoys if each])
    ]


def _number(key: str) -> int:
    return int(key.rpartition("-")[2])


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing."""
    return []


def solve(episode: Episode, facts: Facts) -> None:
    """Follow the links back from the issue of that name."""
    query = f'project = {facts.project} AND summary ~ "{facts.title}"'
    key = next(
        each["key"] for each in found(episode, query) if each["fields"]["summary"] == facts.title
    )
    chain: list[str] = []
    while before := _open_blockers(episode, key):
        (key,) = before
        chain.insert(0, key)
    episode.answer(chain)


def _open_blockers(episode: Episode, key: str) -> list[str]:
    read = use(episode, "getJiraIssue", issueIdOrKey=key, fields=["issuelinks"])
    return [
        each["inwardIssue"]["key"]
        for each in read["fields"]["issuelinks"]
        if each["type"]["name"] == "Blocks"
        and "inwardIssue" in each
        and each["inwardIssue"]["fields"]["status"]["statusCategory"]["key"] != "done"
    ]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    lines = tracker.found(page, f'summary ~ "{facts.title}"')
    key = next(each["Key"] for each in lines if each["Summary"] == facts.title)
    chain: list[str] = []
    while key:
        tracker.open_issue(page, key)
        before = tracker.linked(page, "is blocked by")
        query = f"key IN ({', '.join(before)}) AND resolution IS EMPTY"
        key = tracker.found(page, query)[0]["Key"] if before else ""
        chain = [key, *chain] if key else chain
    episode.answer(chain)


def _cuts(episode: Episode, facts: Facts) -> None:
    """Ties the issue to the first of the chain, so that the answer is shorter."""
    link(episode, "Blocks", facts.chain[0].key, facts.target.key)
    episode.answer(facts.keys)


def _begins(episode: Episode, facts: Facts) -> None:
    move_on(episode, facts.chain[0].key, "Start progress")


def _tells(episode: Episode, facts: Facts) -> None:
    comment(episode, facts.target.key, f"Waits for {', '.join(facts.keys)}")


def _everything(facts: Facts) -> list[str]:
    return [*facts.keys, facts.resolved.key, facts.related.key, facts.after.key]


FAMILY = Family(
    id="engineering.order_blockers",
    title="Tell what an issue waits for, in order",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claims": claims(),
        "turned round": answers(lambda facts: facts.keys[::-1]),
        "what blocks it directly": answers(lambda facts: facts.keys[-1:]),
        "what is resolved as well": answers(lambda facts: [facts.resolved.key, *facts.keys]),
        "what only relates as well": answers(lambda facts: [*facts.keys, facts.related.key]),
        "itself as well": answers(lambda facts: [*facts.keys, facts.target.key]),
        "wrong neighbour": answers(lambda facts: [facts.after.key]),
        "answer spraying": answers(_everything),
        "cuts the chain short": _cuts,
        "begins with it": after(solve, _begins),
        "comments as well": after(solve, _tells),
    },
    limits=Limits(steps=5),
    split=Split.VALIDATION,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a blocker that is resolved",
        "what is blocked in turn",
        "a link that only relates",
    ),
)
