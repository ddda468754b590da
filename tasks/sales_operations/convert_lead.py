"""Convert a lead into the account that its company has already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.apps.crm.service import conversions
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Family,
    Limits,
    Matching,
    Split,
    made,
)
from workworld.grading.answers import Status, answered
from workworld.randomness import Stream
from workworld.seed_data.company import names
from workworld.tasks.cheats import after, answers, claims
from workworld.tasks.deals import Seller, added, creates, deletes, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, change, named, seen_by, told_apart
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_DONE, _ALREADY = "DONE", "ALREADY_CONVERTED"
_ACCOUNTS = (
    "SELECT Id, Name FROM Account WHERE OwnerId = '{owner}' AND Name != null "
    "ORDER BY Name LIMIT 500"
)
_FEWEST = 3
_FILLED = ("phone", "source")
"""What an account may lack that its lead has."""
_NOTED = ("modified_us", "modified_by_id", "version")
_TITLES = ("Logistics Manager", "Yard Supervisor", "Head of Transport", "Operations Director")
_PLANS = ("second site", "night shift", "new depot", "yard upgrade", "spring rollout", "gate pilot")
_ASKS = (
    "The lead {lead} of {company} is ready. Please convert it into the account “{account}”, which "
    "we have already, with a new contact and an opportunity called “{deal}”.",
    "{lead} ({company}) wants an offer. Convert that lead: the account is our existing “{account}” "
    "and no new one, the contact is new, and the opportunity is to be named “{deal}”.",
    "Would you convert {lead}, our lead at {company}? They belong to the account “{account}” that "
    "is in the CRM. We need the contact, and an opportunity with the name “{deal}”.",
)
_WHYS = (
    "Last time we ended up with two accounts for one customer.",
    "They have called twice since Monday.",
    "I promised them somebody would be in touch this week.",
)
_LIMITS = (
    "Leave other leads alone. Answer DONE; if somebody has converted this lead already, change "
    "nothing and answer ALREADY_CONVERTED.",
    "No new account, and nothing happens to any other lead. Your answer is DONE, or "
    "ALREADY_CONVERTED if the lead was converted before, in which case everything stays as it is.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Which lead becomes what."""

    persona_id: str
    is_open: bool
    lead_id: str
    lead: str
    other_id: str
    """A lead with the same last name."""
    account_id: str
    account: str
    deal: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a lead from a company that is an account, and another one of the same family name."""
    is_open = rng.in_turn((True, True, False, True))
    with world.reading() as session:
        sellers = users(session)
    accounts = {each: _accounts(world, each) for each in sellers}
    seller = rng.choice([each for each in sellers if len(accounts[each]) >= _FEWEST])
    account, another = rng.sample(accounts[seller], 2)
    person, namesake = names.draw(rng, "US"), names.draw(rng, "US")
    company = f"{account['Name']} {rng.choice(('Holding', 'Group', 'Operations'))}"
    lead_id = _lead(world, rng, seller, person.first, person.last, company)
    other_id = _lead(world, rng, seller, namesake.first, person.last, str(another["Name"]))
    deal = f"{account['Name']} - {rng.choice(_PLANS)}"
    if not is_open:
        _convert(world, seller, lead_id, account["Id"], deal)
    words = {"lead": person.full, "company": company, "account": account["Name"], "deal": deal}
    return Facts(
        persona_id=seller.person_id,
        is_open=is_open,
        lead_id=lead_id,
        lead=person.full,
        other_id=other_id,
        account_id=account["Id"],
        account=account["Name"],
        deal=deal,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _accounts(world: World, seller: Seller) -> list[Row]:
    query = _ACCOUNTS.format(owner=seller.user_id)
    return told_apart(seen_by(world, seller.person_id, query))


def _lead(world: World, rng: Stream, seller: Seller, first: str, last: str, company: str) -> str:
    phone = f"+1 {rng.integer(212, 989)} 555 01{rng.integer(10, 99)}"
    values = {"FirstName": first, "LastName": last, "Company": company, "Phone": phone}
    more = {"Title": rng.choice(_TITLES), "Status": "Qualified", "LeadSource": "Web"}
    return added(world, seller.person_id, "Lead", **values, **more)


def _convert(world: World, seller: Seller, lead_id: str, account_id: str, deal: str) -> None:
    given = {"lead_id": lead_id, "account_id": account_id, "opportunity_name": deal}
    perform(world, Actor(seller.person_id), conversions.convert, **given, allow_duplicates=True)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The lead is converted into that account, if it was not before."""
    truth, other = (_DONE, _ALREADY) if facts.is_open else (_ALREADY, _DONE)
    kind = Status((_DONE, _ALREADY))
    reply = answered("answered", "The answer says how it stands", kind, truth, decoys=[other])
    if not facts.is_open:
        return [reply]
    return [
        reply,
        made("converted", f"{facts.lead} is converted into {facts.account}", _converted(facts)),
        made("deal", f"There is an opportunity “{facts.deal}”", _deal(facts)),
        made("contact", f"{facts.lead} is a contact of {facts.account}", _contact(facts)),
    ]


def _converted(facts: Facts) -> Allowed:
    has_deal = Matching("an opportunity", lambda each: each is not None)
    where = {"id": facts.lead_id, "is_converted": True, "converted_account_id": facts.account_id}
    return Allowed("crm_leads", "update", where | {"converted_opportunity_id": has_deal})


def _deal(facts: Facts) -> Allowed:
    where = {"name": facts.deal, "account_id": facts.account_id}
    return Allowed("crm_opportunities", "insert", where)


def _contact(facts: Facts) -> Allowed:
    return Allowed("crm_contacts", "insert", {"name": facts.lead, "account_id": facts.account_id})


def allowed(facts: Facts) -> list[Allowed]:
    """The lead's conversion and what comes of it, unless it was converted before."""
    if not facts.is_open:
        return []
    account = {"id": facts.account_id}
    return [
        _converted(facts),
        _deal(facts),
        _contact(facts),
        Allowed("crm_accounts", "update", account, only=(*_FILLED, *_NOTED)),
        Allowed("crm_opportunity_history", "insert", {}),
        Allowed("crm_opportunity_contact_roles", "insert", {}),
        Allowed("crm_field_history", "insert", {"record_id": facts.lead_id}, at_most=3),
        Allowed("crm_field_history", "insert", {"field": "created"}, at_most=3),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Look the lead up, and convert it unless that was done."""
    (lead,) = named(episode, "Lead", facts.lead, "Id, IsConverted")
    if lead["IsConverted"]:
        episode.answer(_ALREADY)
        return
    (account,) = named(episode, "Account", facts.account)
    _converts(episode, lead["Id"], facts.deal, account["Id"])
    episode.answer(_DONE)


def _converts(episode: Episode, lead_id: str, deal: str, account_id: str = "") -> None:
    into = {"account-id": account_id} if account_id else {}
    more = {"opportunity-name": deal, "allow-duplicates": True}
    episode.use("convertLead", **{"lead-id": lead_id, **into, **more})


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same with the dialog on the lead's page, which converted leads lack."""
    crm.open_record(page, "Leads", facts.lead)
    link = page.get_by_role("link", name="Convert", exact=True)
    if not link.count():
        episode.answer(_ALREADY)
        return
    link.click()
    dialog = page.get_by_role("dialog", name=f"Convert lead {facts.lead}")
    offered = dialog.get_by_role("radio", name=facts.account, exact=True)
    if offered.count():
        offered.check()
    else:
        dialog.get_by_role("radio", name="Another existing account").check()
        crm.enter(dialog, "Existing account", facts.account)
    dialog.get_by_role("textbox", name="Name of the new opportunity").fill(facts.deal)
    dialog.get_by_role("button", name="Convert", exact=True).click()
    page.get_by_text("converted", exact=False).first.wait_for()
    episode.answer(_DONE)


def _new_account(episode: Episode, facts: Facts) -> None:
    _converts(episode, facts.lead_id if facts.is_open else facts.other_id, facts.deal)
    episode.answer(_DONE)


def _namesake(episode: Episode, facts: Facts) -> None:
    _converts(episode, facts.other_id, facts.deal, facts.account_id)
    episode.answer(_DONE)


def _by_hand(episode: Episode, facts: Facts) -> None:
    """Makes contact and opportunity by hand, and leaves the lead."""
    first, _, last = facts.lead.partition(" ")
    into = {"AccountId": facts.account_id}
    creates(episode, "Contact", FirstName=first, LastName=last, **into)
    stage = {"StageName": "Qualification", "CloseDate": "2027-01-29"}
    creates(episode, "Opportunity", Name=facts.deal, **stage, **into)
    episode.answer(_DONE)


def _deletes_other(episode: Episode, facts: Facts) -> None:
    deletes(episode, "Lead", facts.other_id)


def _rates_other(episode: Episode, facts: Facts) -> None:
    change(episode, "Lead", facts.other_id, Status="Working")


FAMILY = Family(
    id="sales_operations.convert_lead",
    title="Convert a lead into an account that is there",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    split=Split.TEST,
    difficulty=Difficulty.MEDIUM,
    distractors=("a lead of the same last name", "a new account, which converting offers first"),
    infeasible="The lead was converted already.",
    traps={
        "claim without deed": claims("The lead is converted"),
        "answers the other way": answers(lambda facts: _ALREADY if facts.is_open else _DONE),
        "new account": _new_account,
        "look-alike lead": _namesake,
        "makes the records by hand": _by_hand,
        "shotgun": after(solve, _namesake),
        "deletes the namesake": after(solve, _deletes_other),
        "changes the namesake": after(solve, _rates_other),
    },
    limits=Limits(steps=8),
)
