"""Hand the deals of somebody who changes desks to those whom each deal's next step names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from workworld.clock import Clock
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.days import dated, workday_after
from workworld.tasks.deals import Seller, added, deletes, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, becomes, change, remembered, rows, seen_by, told_apart
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_ACCOUNTS = (
    "SELECT Id, Name FROM Account WHERE OwnerId = '{owner}' AND Name != null "
    "ORDER BY Name LIMIT 500"
)
_FEWEST = 4
_NOTE = "Hand over to "
_PLANS = ("second site", "night shift", "new depot", "yard upgrade", "spring rollout", "gate pilot")
_MENTIONS = ("Ask {who} for the old offer", "Call with {who} on Tuesday", "{who} knows their CFO")
_ASKS = (
    "I change teams on {day}, and some of my deals go to colleagues. I have written it into the "
    "next step of each deal in the CRM: “Hand over to”, and the name. Please make those people "
    "the owners of these deals.",
    "From {day} on I no longer sell. Where the next step of a deal of mine says “Hand over to” "
    "somebody, that person becomes its owner. Could you do that in the CRM?",
    "Please give away the deals that I cannot keep after {day}. Who gets which is in the CRM, "
    "in the deals' next steps, which begin with “Hand over to”.",
)
_WHYS = (
    "The customers have been told already.",
    "I would rather they had one owner than two for a week.",
    "My calendar is full of farewells.",
)
_LIMITS = (
    "Only open deals of mine change hands: closed ones stay with me whatever they say, and so do "
    "deals without such a note. Everything else about them stays, the next step too.",
    "What is closed remains mine, even with such a note, and so does what has none. Change owners "
    "and nothing else.",
)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, and the user who owns it in the end."""

    id: str
    name: str
    owner_id: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Which deals go to whom, and what stays."""

    persona_id: str
    email: str
    handed: tuple[Deal, ...]
    staying: tuple[Deal, ...]
    """Closed, or merely about the colleague; each with the owner that it must not get."""
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a seller make deals, some of which are to go to one of two colleagues."""
    with world.reading() as session:
        sellers = users(session)
        channel_id = everybodys_channel(session)
        today = Clock(session).now().date()
    accounts = {each: _accounts(world, each) for each in sellers}
    leaver = rng.choice([each for each in sellers if len(accounts[each]) >= _FEWEST])
    heirs = rng.sample([each for each in sellers if each is not leaver], 2)
    chosen = rng.sample(accounts[leaver], _FEWEST)
    plans = rng.sample(_PLANS, _FEWEST + 1)
    planted = [(account, heirs[number % 2], plans[number]) for number, account in enumerate(chosen)]
    notes = [f"{_NOTE}{heir.name}" for _, heir, _ in planted]
    notes[-1] = rng.choice(_MENTIONS).format(who=planted[-1][1].name)
    due = today + timedelta(days=rng.integer(20, 90))
    deals = [
        _deal(world, leaver, *each, note, due) for each, note in zip(planted, notes, strict=True)
    ]
    lost = (chosen[0], heirs[0], plans[-1])
    closed = _deal(world, leaver, *lost, f"{_NOTE}{heirs[0].name}", due, is_lost=True)
    day = dated(workday_after(today + timedelta(days=rng.integer(2, 15))))
    return Facts(
        persona_id=leaver.person_id,
        email=leaver.email,
        handed=tuple(deals[:-1]),
        staying=(deals[-1], closed),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(day=day),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _accounts(world: World, seller: Seller) -> list[Row]:
    query = _ACCOUNTS.format(owner=seller.user_id)
    return told_apart(seen_by(world, seller.person_id, query))


def _deal(
    world: World,
    leaver: Seller,
    account: Row,
    heir: Seller,
    plan: str,
    note: str,
    due: date,
    *,
    is_lost: bool = False,
) -> Deal:
    name = f"{account['Name']} - {plan}"
    lost = {"StageName": "Closed Lost", "Loss_Reason__c": "Price"}
    values = {
        "Name": name,
        "AccountId": account["Id"],
        "CloseDate": due.isoformat(),
        "NextStep": note,
        **(lost if is_lost else {"StageName": "Qualification"}),
    }
    return Deal(added(world, leaver.person_id, "Opportunity", **values), name, heir.user_id)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each deal has the owner that its next step names."""
    return [
        made(f"deal_{number}", f"{each.name} is whose its next step says", _given(each))
        for number, each in enumerate(facts.handed, 1)
    ]


def _given(deal: Deal) -> Allowed:
    return becomes("crm_opportunities", deal.id, owner_id=deal.owner_id)


def allowed(facts: Facts) -> list[Allowed]:
    """Those deals' owners, and what the CRM remembers of it."""
    return [
        rule for each in facts.handed for rule in (_given(each), remembered(each.id, "OwnerId"))
    ]


def _to_hand_over(episode: Episode, email: str) -> list[tuple[str, str, str]]:
    """Ids, names and heirs' names of the open deals of a user whose next steps say so."""
    query = (
        "SELECT Id, Name, NextStep FROM Opportunity WHERE IsClosed = false AND Owner.Email = "  # noqa: S608 - it is SOQL
        f"'{email}' AND NextStep LIKE '{_NOTE}%' ORDER BY Name"
    )
    return [
        (each["Id"], each["Name"], re.sub(rf"^{_NOTE}", "", each["NextStep"]))
        for each in rows(episode, query)
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Find the deals with such a note, and give each to who is named."""
    for deal_id, _, heir in _to_hand_over(episode, facts.email):
        (user,) = rows(episode, f"SELECT Id FROM User WHERE Name = '{heir}'")  # noqa: S608 - it is SOQL
        change(episode, "Opportunity", deal_id, OwnerId=user["Id"])


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Look the deals up by a tool, and change their owners with the button on each page."""
    for _, name, heir in _to_hand_over(episode, facts.email):
        crm.open_record(page, "Opportunities", name)
        crm.change_owner(page, heir, notify=False)


def _give(episode: Episode, _facts: Facts, deal: Deal) -> None:
    change(episode, "Opportunity", deal.id, OwnerId=deal.owner_id)


def _to_the_other(episode: Episode, facts: Facts) -> None:
    heirs = [each.owner_id for each in facts.handed]
    for each, heir in zip(facts.handed, [heirs[1], heirs[0], heirs[1]], strict=True):
        change(episode, "Opportunity", each.id, OwnerId=heir)


def _to_one(episode: Episode, facts: Facts, deal: Deal) -> None:
    change(episode, "Opportunity", deal.id, OwnerId=facts.handed[0].owner_id)


def _clear_notes(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.staying[0].id, NextStep=None)


def _deletes_closed(episode: Episode, facts: Facts) -> None:
    deletes(episode, "Opportunity", facts.staying[-1].id)


def _says_so(episode: Episode, _facts: Facts, deal: Deal) -> None:
    change(episode, "Opportunity", deal.id, NextStep="Handed over")


FAMILY = Family(
    id="sales_operations.leave_deals",
    title="Hand over deals to whom their next steps name",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a closed deal with such a note",
        "an open deal whose next step only names a colleague",
        "two heirs, and other open deals of the same seller",
    ),
    traps={
        "claim without deed": claims(),
        "wrong neighbour": to_each(lambda facts: facts.staying, _give),
        "closed one as well": after(solve, to_each(lambda facts: facts.staying[1:], _give)),
        "mentioned one as well": after(solve, to_each(lambda facts: facts.staying[:1], _give)),
        "the heirs mixed up": _to_the_other,
        "all to one": to_each(lambda facts: facts.handed, _to_one),
        "one left out": to_each(lambda facts: facts.handed[1:], _give),
        "text stuffing": to_each(lambda facts: facts.handed, _says_so),
        "clears another note": after(solve, _clear_notes),
        "deletes what is closed": after(solve, _deletes_closed),
        "mass notification": tells_all(solve, lambda _: "My deals are yours."),
    },
    limits=Limits(steps=15),
    equivalents={
        "repeat * updateSobjectRecord": "A deal that is given to somebody twice is theirs."
    },
)
