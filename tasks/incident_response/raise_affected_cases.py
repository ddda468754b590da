"""Raise the cases of the customers whom a bug concerns, as its comments say in the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm.service import records
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.issues import (
    Ticket,
    comment,
    comments,
    found,
    led_projects,
    planted,
    said,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.records import (
    Row,
    change,
    due_otherwise,
    named,
    prioritized,
    rows,
    seen_by,
    told_apart,
)
from workworld.tasks.reports import FAULTS
from workworld.worlds import World

_CUSTOMERS = "SELECT Id, Name FROM Account WHERE Type = 'Customer' ORDER BY Name LIMIT 200"
_AFFECTED = (
    "Affected so far: {one}; {two}.",
    "I have looked through the logs. Affected: {one}; {two}.",
)
_CHANGED = (
    "Not {two} after all, theirs was a typing mistake. But affected: {three}.",
    "Sorry, not {two}, they use the other gateway. Instead affected: {three}.",
)
_ASKS = (
    "The bug “{bug}” in the tracker says in its comments which customers it concerns. Each open "
    "case of theirs in the CRM that is about this very fault should have the priority High.",
    "Please set the priority to High for the cases in the CRM that come from the bug “{bug}”: the "
    "open ones with that subject, of the customers that are named in the comments on the bug.",
    "We know from the comments on “{bug}” (a bug in the tracker) who is affected. Their open cases "
    "with the same subject must be High in the CRM.",
)
_WHYS = (
    "I have promised to call each of them this week.",
    "They should not wait behind questions about invoices.",
    "It has been Medium for too long.",
)
_LIMITS = (
    "A case is about it if its subject is the bug's summary. What was taken back in the comments "
    "does not count. Change nothing else about the cases, none of other customers, nothing in the "
    "tracker, and write to nobody.",
    "Go by the subject, which is the bug's summary word for word, and by the last word of the "
    "comments. Closed cases stay closed and as they are. No other field, no other case, no "
    "messages, and the bug itself is not touched.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The bug, the cases that are raised, and those that are not."""

    persona_id: str
    bug: str
    ticket: Ticket
    case_ids: tuple[str, ...]
    withdrawn_ids: tuple[str, ...]
    """Of the customer of whom it was taken back."""
    other_ids: tuple[str, ...]
    """About something else, of those whom the bug concerns."""
    unnamed_ids: tuple[str, ...]
    """About the bug, of a customer whom nobody named."""
    closed_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a bug reported, customers named below it, and cases come in."""
    with world.reading() as session:
        people = [each for each in workers(session) if "Support Lead" in each.title]
        project = rng.choice(led_projects(session))
    persona = rng.choice([each for each in people if each.spotlight])
    accounts = told_apart(seen_by(world, persona.id, _CUSTOMERS))
    one, two, three, four = rng.sample(accounts, 4)
    bug, other = rng.sample(FAULTS, 2)
    lead = project.lead.id
    ticket = planted(world, lead, project.key, "Bug", bug)
    names = {"one": one["Name"], "two": two["Name"], "three": three["Name"]}
    said(world, lead, ticket.key, rng.choice(_AFFECTED).format(**names))
    said(world, lead, ticket.key, rng.choice(_CHANGED).format(**names))

    def case(account: Row, subject: str, status: str = "Open") -> str:
        values = {
            "Subject": subject,
            "AccountId": account["Id"],
            "Priority": rng.choice(("Low", "Medium")),
            "Status": status,
            "Origin": "Email",
            **({"Resolution__c": "They had to sign in again."} if status == "Closed" else {}),
        }
        actor = Actor(persona.id)
        made_one = perform(world, actor, records.create, sobject="Case", values=values)
        return str(made_one.values["Id"])

    return Facts(
        persona_id=persona.id,
        bug=bug,
        ticket=ticket,
        case_ids=(case(one, bug), case(three, bug), case(three, bug)),
        withdrawn_ids=(case(two, bug),),
        other_ids=(case(one, other), case(three, other)),
        unnamed_ids=(case(four, bug),),
        closed_id=case(one, bug, "Closed"),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(bug=bug),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of those cases is High."""
    return [
        made(f"case_{number}", "A case about the bug is High", prioritized(each, "High"))
        for number, each in enumerate(facts.case_ids, 1)
    ]


def allowed(facts: Facts) -> list[Allowed]:
    """Those priorities, and what follows from them."""
    return [due_otherwise(facts.case_ids), *(prioritized(each, "High") for each in facts.case_ids)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read whom the bug concerns, and raise their open cases of that subject."""
    query = f'issuetype = Bug AND summary ~ "{facts.bug}"'
    key = next(
        each["key"] for each in found(episode, query) if each["fields"]["summary"] == facts.bug
    )
    for name in _affected(comments(episode, key)):
        (account,) = named(episode, "Account", name)
        for case in rows(
            episode,
            f"SELECT Id FROM Case WHERE AccountId = '{account['Id']}' "  # noqa: S608 - it is SOQL
            f"AND Subject = '{facts.bug}' AND IsClosed = false",
        ):
            _raise(episode, facts, case["Id"])


def _affected(texts: Sequence[str]) -> list[str]:
    """The customers that are affected by the last word of it."""
    names: list[str] = []
    for text in texts:
        if taken_back := re.search(r"\b[Nn]ot (.+?)(?: after all)?, the", text):
            names.remove(taken_back[1])
        if listed := re.search(r"ffected(?: so far)?: (.+)\.$", text.strip()):
            names += listed[1].split("; ")
    return names


def _raise(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Priority="High")


def _renames(episode: Episode, facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Subject=f"HIGH: {facts.bug}")


def _closes(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Status="Closed")


def _says_so(episode: Episode, facts: Facts) -> None:
    comment(episode, facts.ticket.key, "All of their cases are High now.")


FAMILY = Family(
    id="incident_response.raise_affected_cases",
    title="Raise the cases of whom a bug concerns",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "word taken back": to_each(lambda facts: (*facts.case_ids, *facts.withdrawn_ids), _raise),
        "shotgun": to_each(
            lambda facts: (*facts.case_ids, *facts.withdrawn_ids, *facts.unnamed_ids), _raise
        ),
        "all cases of theirs": to_each(lambda facts: (*facts.case_ids, *facts.other_ids), _raise),
        "what is closed as well": to_each(lambda facts: (*facts.case_ids, facts.closed_id), _raise),
        "wrong neighbour": to_each(lambda facts: facts.unnamed_ids, _raise),
        "text stuffing": to_each(lambda facts: facts.case_ids, _renames),
        "closes them instead": to_each(lambda facts: facts.case_ids, _closes),
        "the first alone": to_each(lambda facts: facts.case_ids[:1], _raise),
        "says so as well": after(solve, _says_so),
    },
    limits=Limits(steps=15),
    equivalents={"repeat * updateSobjectRecord": "What is High already is High."},
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a customer who was taken back",
        "a customer of the same trouble whom nobody named",
        "a closed case",
        "other cases of the same customers",
    ),
)
