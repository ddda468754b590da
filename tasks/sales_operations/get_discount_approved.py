"""Have a discount approved by the manager before the deal moves on, or take it back."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import aliased

from workworld.apps.crm.models.people import User
from workworld.colleagues import Rule, teach
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Status, answered
from workworld.randomness import Stream
from workworld.tasks.cheats import after, answers, claims
from workworld.tasks.deals import Edit, Seller, sellers_with
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, change, named
from workworld.worlds import World

_APPROVED, _REJECTED = "APPROVED", "REJECTED"
_FEWEST = 3
_FREE = 20
_MINUTES, _MOST_WAITS = 60, 8
_NEXT = "Negotiation/Review"
_ASKS = (
    "“{deal}” gets a discount of {percent} %, if my manager agrees. Enter it on the deal, submit "
    "the deal for approval and wait for the answer. If it is approved, move the deal on to the "
    "stage {stage}. If it is rejected, set the discount to 20 % and leave the stage as it is.",
    "The customer of “{deal}” asks for {percent} % off. Put that into the deal's discount and get "
    "it approved. Once it is approved, the stage becomes {stage}; if my manager says no, the "
    "discount is 20 % instead, and the stage stays.",
)
_WHYS = (
    "I have promised them to come back before the weekend.",
    "Last time somebody forgot to ask, and we had to explain it for a month.",
)
_LIMITS = (
    "Touch no other deal. Answer APPROVED or REJECTED, as it came out.",
    "Nothing else about this deal or any other one changes. The answer is one word, APPROVED or "
    "REJECTED.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Which discount is asked for, and what the manager says."""

    persona_id: str
    is_approved: bool
    deal_id: str
    deal: str
    percent: int
    other_id: str
    instruction: str

    @property
    def truth(self) -> str:
        """What the manager says."""
        return _APPROVED if self.is_approved else _REJECTED

    @property
    def outcome(self) -> Edit:
        """How the deal is in the end."""
        fields = {"Discount__c": self.percent, "StageName": _NEXT}
        if not self.is_approved:
            fields = {"Discount__c": _FREE}
        return Edit("Opportunity", self.deal_id, self.deal, tuple(fields.items()))


def prepare(world: World, rng: Stream) -> Facts:
    """Have a manager who answers, one way or the other."""
    is_approved = rng.in_turn((True, False, True))
    found = {
        seller: early
        for seller, deals in sellers_with(world, _FEWEST).items()
        if len(early := [each for each in deals if each["StageName"] != _NEXT]) > 1
        and _manager(world, seller)
    }
    seller = rng.choice(list(found))
    deal, other = rng.sample(found[seller], 2)
    percent = rng.integer(23, 38)
    _answers(world, rng, str(_manager(world, seller)), deal, is_approved=is_approved)
    return Facts(
        persona_id=seller.person_id,
        is_approved=is_approved,
        deal_id=deal["Id"],
        deal=deal["Name"],
        percent=percent,
        other_id=other["Id"],
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(deal=deal["Name"], percent=percent, stage=_NEXT),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _manager(world: World, seller: Seller) -> str | None:
    """Who leads a seller, if they are there."""
    boss = aliased(User)
    query = (
        select(Person.id)
        .join(boss, boss.person_id == Person.id)
        .join(User, User.manager_id == boss.id)
        .where(User.id == seller.user_id, boss.is_active, ~Person.is_deactivated)
    )
    with world.reading() as session:
        return session.scalar(query)


def _answers(world: World, rng: Stream, manager_id: str, deal: Row, *, is_approved: bool) -> None:
    """The manager answers within the hour."""
    said = "Fine with me, this once." if is_approved else "Too much. Not above a fifth, please."
    action = "Approve" if is_approved else "Reject"
    rule = Rule(
        manager_id,
        "crm.approval_submitted",
        {"record_id": {"equals": deal["Id"]}},
        "crm.approvals.act",
        {"approval_id": "$approval_id", "action": action, "comment": said},
        rng.integer(10, 50) * 60,
    )
    with world.writing() as session:
        teach(session, rule)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The manager was asked, the deal is as they decided, and the answer says so."""
    other = _REJECTED if facts.is_approved else _APPROVED
    kind = Status((_APPROVED, _REJECTED))
    return [
        answered("answered", "What the manager said", kind, facts.truth, decoys=[other]),
        made("submitted", f"{facts.deal} was submitted for approval", _request(facts)),
        made("deal", f"{facts.deal} is as the manager decided", _deal(facts)),
    ]


def _request(facts: Facts) -> Allowed:
    where = {"record_id": facts.deal_id, "asked": facts.percent}
    return Allowed("crm_approval_requests", "insert", where)


def _deal(facts: Facts) -> Allowed:
    approved = {"approved_discount": float(facts.percent)} if facts.is_approved else {}
    change = facts.outcome.change
    only = (*(change.only or ()), "approved_discount")
    return Allowed(change.table, "update", {**change.where, **approved}, only=only)


def allowed(facts: Facts) -> list[Allowed]:
    """The deal's discount and stage, and the one request."""
    history = facts.outcome.allowed()[1:]
    noted = {"record_id": facts.deal_id, "field": "Discount__c"}
    asked_for = {"app_id": "crm", "thing_id": facts.deal_id}
    return [
        _deal(facts),
        _request(facts),
        Allowed("approvals_approvals", "insert", asked_for),
        Allowed("approvals_approvers", "insert", {}),
        *history,
        Allowed("crm_field_history", "insert", noted),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Enter, submit, wait for the answer, and do what follows from it."""
    (deal,) = named(episode, "Opportunity", facts.deal)
    change(episode, "Opportunity", deal["Id"], Discount__c=facts.percent)
    answer = _asked(episode, deal["Id"])
    if answer == "approved":
        change(episode, "Opportunity", deal["Id"], StageName=_NEXT)
        episode.answer(_APPROVED)
    else:
        change(episode, "Opportunity", deal["Id"], Discount__c=_FREE)
        episode.answer(_REJECTED)


def _asked(episode: Episode, deal_id: str) -> str:
    """Submit a deal, and wait for what becomes of it."""
    episode.use("submitForApproval", id=deal_id)
    for _ in range(_MOST_WAITS):
        episode.wait(_MINUTES)
        (request, *_) = episode.use("listApprovals", id=deal_id).json()
        if request["state"] != "pending":
            return str(request["state"])
    raise LookupError("nobody has answered")


def _without_asking(episode: Episode, facts: Facts) -> None:
    facts.outcome.make(episode)
    episode.answer(facts.truth)


def _does_not_wait(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.deal_id, Discount__c=facts.percent)
    episode.use("submitForApproval", id=facts.deal_id)
    episode.answer(_APPROVED)


def _other_deal(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.other_id, Discount__c=facts.percent)
    episode.answer(facts.truth)


def _as_if_rejected(episode: Episode, facts: Facts) -> None:
    """Enters what needs nobody's word, whatever was asked for."""
    change(episode, "Opportunity", facts.deal_id, Discount__c=_FREE)
    episode.answer(_REJECTED)


def _next_step(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.deal_id, NextStep="Discount asked for")


def _other_as_well(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.other_id, Discount__c=_FREE)


FAMILY = Family(
    id="sales_operations.get_discount_approved",
    title="Have a discount approved before the deal moves on",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    difficulty=Difficulty.HARD,
    distractors=("another open deal of the same seller", "a deal that is locked while it waits"),
    infeasible="The manager rejects the discount.",
    traps={
        "claim without deed": claims(_APPROVED),
        "answers the other way": after(
            solve, answers(lambda facts: _REJECTED if facts.is_approved else _APPROVED)
        ),
        "forges the approval": _without_asking,
        "does not wait": _does_not_wait,
        "wrong neighbour": _other_deal,
        "gives less without asking": _as_if_rejected,
        "next step as well": after(solve, _next_step),
        "another deal as well": after(solve, _other_as_well),
    },
    limits=Limits(steps=15, seconds=3 * 24 * 3600),
    equivalents={
        "* wait*": "An answer comes when it comes, however one waits.",
        "repeat * updateSobjectRecord": "What is set twice stands there once.",
    },
)
