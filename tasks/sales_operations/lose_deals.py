"""Close deals as lost, each with its reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.deals import Edit, deletes, edited_checks, edits_allowed, sellers_with
from workworld.tasks.phrasings import asked
from workworld.tasks.records import change, named
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FEWEST = 5
_REASONS = ("Price", "No Budget", "No Decision", "Missing Features", "Other")
_RIVALS = ("Kaibuddy", "SlotHarbor", "Gatewise One", "YardPilot", "Dockmaster Suite", "Trailerly")
_TO_RIVAL = "Lost to Competitor"
_LINE = re.compile(r"^- (?P<deal>.+): loss reason “(?P<why>[^”]+)”(?:, competitor “(?P<who>.+)”)?$")
_ASKS = (
    "These deals of mine are lost. Please close them in the CRM accordingly:\n\n{lines}\n\nThe "
    "others are still alive.",
    "I have had bad news from several customers. Would you set the following deals to lost, each "
    "with what I give as the reason?\n\n{lines}\n\nThere is nobody left to "
    "ask.",
    "My pipeline still shows deals that are dead. They are lost, for these reasons:\n\n{lines}"
    "\n\nThe CRM should say so.",
)
_WHYS = (
    "The forecast call is tomorrow and I do not want to explain them again.",
    "Whoever looks at our losses later needs to know why.",
    "I have put it off long enough.",
)
_LIMITS = (
    "The close dates stay as they are, and no other deal is touched.",
    "Nothing else changes, neither amounts nor close dates nor next steps, and nobody is written "
    "to.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Which deals are lost and why, and the others."""

    persona_id: str
    edits: tuple[Edit, ...]
    other_ids: tuple[str, ...]
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Draw a seller, some of their open deals, and why each is lost."""
    found = sellers_with(world, _FEWEST)
    seller = rng.choice(list(found))
    with world.reading() as session:
        channel_id = everybodys_channel(session)
    lost = rng.sample(found[seller], rng.integer(2, 3))
    rival, *others = rng.sample(lost, len(lost))
    reasons = {each["Id"]: [("Loss_Reason__c", rng.choice(_REASONS))] for each in others}
    reasons[rival["Id"]] = [("Loss_Reason__c", _TO_RIVAL), ("Competitor__c", rng.choice(_RIVALS))]
    edits = tuple(
        Edit(
            "Opportunity",
            each["Id"],
            each["Name"],
            (("StageName", "Closed Lost"), *reasons[each["Id"]]),
        )
        for each in lost
    )
    ids = [each["Id"] for each in lost]
    return Facts(
        persona_id=seller.person_id,
        edits=edits,
        other_ids=tuple(each["Id"] for each in found[seller] if each["Id"] not in ids),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(lines="\n".join(map(_line, edits))),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _line(edit: Edit) -> str:
    told = dict(edit.fields)
    rival = f", competitor “{told['Competitor__c']}”" if "Competitor__c" in told else ""
    return f"- {edit.name}: loss reason “{told['Loss_Reason__c']}”{rival}"


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each deal is lost, for its reason."""
    return edited_checks(facts.edits)


def allowed(facts: Facts) -> list[Allowed]:
    """Those deals' stages and reasons."""
    return edits_allowed(facts.edits)


def _lost(instruction: str) -> list[tuple[str, str, str]]:
    """The deals that are named, each with its reason and who won it."""
    lines = filter(None, map(_LINE.match, instruction.splitlines()))
    return [(line["deal"], line["why"], line["who"] or "") for line in lines]


def solve(episode: Episode, facts: Facts) -> None:
    """Close each deal that is named as lost."""
    for name, why, rival in _lost(facts.instruction):
        (deal,) = named(episode, "Opportunity", name)
        more = {"Competitor__c": rival} if rival else {}
        values = {"StageName": "Closed Lost", "Loss_Reason__c": why, **more}
        change(episode, "Opportunity", deal["Id"], **values)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by the pencil on each deal's page."""
    for name, why, rival in _lost(facts.instruction):
        crm.open_record(page, "Opportunities", name)
        more = {"Competitor": rival} if rival else {}
        crm.edit(page, {"Stage": "Closed Lost", "Loss Reason": why, **more})


def _as_first(episode: Episode, facts: Facts, deal_id: str) -> None:
    facts.edits[0].on(deal_id).make(episode)


def _without_reason(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.having(StageName="Closed Lost").make(episode)


def _reason_alone(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.having(Loss_Reason__c=dict(edit.fields)["Loss_Reason__c"]).make(episode)


def _in_words(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.having(NextStep=f"Lost: {dict(edit.fields)['Loss_Reason__c']}").make(episode)


def _all_other(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.having(StageName="Closed Lost", Loss_Reason__c="Price").make(episode)


def _deletes(episode: Episode, _facts: Facts, edit: Edit) -> None:
    deletes(episode, "Opportunity", edit.record_id)


FAMILY = Family(
    id="sales_operations.lose_deals",
    title="Close deals as lost, each with its reason",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.EASY,
    distractors=("other open deals of the same seller, some at the same accounts",),
    traps={
        "claim without deed": claims(),
        "wrong neighbour": to_each(lambda facts: facts.other_ids, _as_first),
        "shotgun": after(solve, to_each(lambda facts: facts.other_ids, _as_first)),
        "stage without reason": to_each(lambda facts: facts.edits, _without_reason),
        "reason without stage": to_each(lambda facts: facts.edits, _reason_alone),
        "one reason for all": to_each(lambda facts: facts.edits, _all_other),
        "text stuffing": to_each(lambda facts: facts.edits, _in_words),
        "deletes them instead": to_each(lambda facts: facts.edits, _deletes),
        "mass notification": after(
            solve,
            tells(lambda facts: facts.channel_id, lambda facts: f"Lost {facts.edits[0].name}"),
        ),
    },
    limits=Limits(steps=15),
    equivalents={"repeat * updateSobjectRecord": "A deal that is lost twice is lost."},
)
