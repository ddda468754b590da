"""Put a contact's new phone number into the CRM, where somebody else bears the same name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.apps.crm.service import records
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Status, answered
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.cheats import after, answers, claims, tells, to_each
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, becomes, change, named, remembered, seen_by, told_apart
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_DONE, _NOT_FOUND = "DONE", "NOT_FOUND"
_CONTACTS = (
    "SELECT Id, Name, FirstName, LastName, Phone, AccountId, Account.Name FROM Contact "
    "WHERE Owner.Email = '{email}' AND AccountId != null ORDER BY Name LIMIT 2000"
)
_ACCOUNTS = "SELECT Id, Name FROM Account WHERE Owner.Email = '{email}' ORDER BY Name LIMIT 2000"
_FEWEST = 3
_ASKS = (
    "{name} of {account} has a new phone number, {phone}. Please put it into the CRM.",
    "The phone number that the CRM has for {name} at {account} rings at somebody else's desk. The "
    "right one is {phone}: please see to it.",
    "I have just spoken to {name} from {account}. From now on they are reached at {phone}, which "
    "the CRM should say as well, as their phone.",
)
_WHYS = (
    "I have dialled the old one three times this week.",
    "Their assistant was kind enough to spell it out to me.",
    "If we cannot reach them before the renewal, nobody can.",
)
_LIMITS = (
    "Change the number and nothing else, of nobody else, and add no contact. Answer DONE, or "
    "NOT_FOUND if there is nobody of this name at that company, and then leave everything as it "
    "is.",
    "Nobody else's number changes, no other field either, and there is no need to create anybody: "
    "if the CRM has no such contact at that company, change nothing and answer NOT_FOUND. "
    "Otherwise the answer is DONE.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Whose number it is, and who could be taken for them."""

    persona_id: str
    contact_id: str
    """None of the company that was named, if there is nobody of this name there."""
    is_known: bool
    name: str
    account_id: str
    account: str
    phone: str
    namesake_id: str
    channel_id: str
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return _DONE if self.is_known else _NOT_FOUND


def prepare(world: World, rng: Stream) -> Facts:
    """Draw a contact of the persona's, and have a namesake at another company."""
    is_known = rng.in_turn((True, False, True, True))
    with world.reading() as session:
        people = personas(session)
        channel_id = everybodys_channel(session)
    found = {each.id: _contacts(world, each) for each in people}
    persona = rng.choice([each for each in people if len(found[each.id]) >= _FEWEST])
    contact = rng.choice(found[persona.id])
    accounts = told_apart(seen_by(world, persona.id, _ACCOUNTS.format(email=persona.email)))
    another = rng.choice([each for each in accounts if each["Id"] != contact["AccountId"]])
    phone = f"+1 {rng.integer(212, 989)} 555 01{rng.integer(10, 99)}"
    account = {"Id": contact["AccountId"], "Name": contact["Account"]["Name"]}
    named_as = account if is_known else another
    words = {"name": contact["Name"], "account": named_as["Name"], "phone": phone}
    return Facts(
        persona_id=persona.id,
        contact_id=contact["Id"],
        is_known=is_known,
        name=contact["Name"],
        account_id=named_as["Id"],
        account=named_as["Name"],
        phone=phone,
        namesake_id=_namesake(world, persona, contact, another["Id"]) if is_known else "",
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _contacts(world: World, person: Person) -> list[Row]:
    """Somebody's own contacts at accounts that they see, of whom no two share a name."""
    found = seen_by(world, person.id, _CONTACTS.format(email=person.email))
    return told_apart([each for each in found if each["Account"]])


def _namesake(world: World, persona: Person, contact: Row, account_id: str) -> str:
    values = {
        "FirstName": contact["FirstName"],
        "LastName": contact["LastName"],
        "AccountId": account_id,
        "Title": "Operations",
    }
    made_one = perform(
        world,
        Actor(persona.id),
        records.create,
        sobject="Contact",
        values=values,
        allow_duplicates=True,
    )
    return str(made_one.values["Id"])


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer says how it stands; if there is such a contact, they have the number."""
    other = _NOT_FOUND if facts.is_known else _DONE
    kind = Status((_DONE, _NOT_FOUND))
    reply = answered("answered", "The answer says how it stands", kind, facts.truth, decoys=[other])
    if not facts.is_known:
        return [reply]
    asked_for = f"{facts.name} of {facts.account} has the number {facts.phone}"
    return [made("has_number", asked_for, _numbered(facts)), reply]


def _numbered(facts: Facts) -> Allowed:
    return becomes("crm_contacts", facts.contact_id, phone=facts.phone)


def allowed(facts: Facts) -> list[Allowed]:
    """That number, if there is such a contact."""
    if not facts.is_known:
        return []
    return [_numbered(facts), remembered(facts.contact_id, "Phone")]


def solve(episode: Episode, facts: Facts) -> None:
    """Look for somebody of this name at that company, and change their number."""
    found = named(episode, "Contact", facts.name, "Id, Account.Name")
    there = [each["Id"] for each in found if (each["Account"] or {}).get("Name") == facts.account]
    for contact_id in there:
        change(episode, "Contact", contact_id, Phone=facts.phone)
    episode.answer(_DONE if there else _NOT_FOUND)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard: the line of the search tells the company."""
    is_there = crm.open_record(page, "Contacts", facts.name, having=facts.account)
    if is_there:
        crm.edit(page, {"Business Phone": facts.phone})
    episode.answer(_DONE if is_there else _NOT_FOUND)


def _wrong(facts: Facts) -> list[str]:
    """The namesake, or who works for another company than was said."""
    return [facts.namesake_id or facts.contact_id]


def _numbers(episode: Episode, facts: Facts, contact_id: str) -> None:
    change(episode, "Contact", contact_id, Phone=facts.phone)
    episode.answer(_DONE)


def _as_mobile(episode: Episode, facts: Facts) -> None:
    change(episode, "Contact", facts.contact_id, MobilePhone=facts.phone)
    episode.answer(_DONE)


def _creates(episode: Episode, facts: Facts) -> None:
    """Adds somebody of this name, and has the number in the CRM somewhere."""
    first, _, last = facts.name.partition(" ")
    values = {"FirstName": first, "LastName": last or first, "Phone": facts.phone}
    body = {**values, "AccountId": facts.account_id}
    episode.use("createSobjectRecord", **{"sobject-name": "Contact", "body": body})
    episode.answer(_DONE)


def _of_account(episode: Episode, facts: Facts) -> None:
    change(episode, "Account", facts.account_id, Phone=facts.phone)
    episode.answer(_DONE)


FAMILY = Family(
    id="sales_operations.change_phone_number",
    title="Change a contact's phone number",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.EASY,
    distractors=(
        "a contact of the same name at another company",
        "the contact's mobile number and the company's own",
    ),
    infeasible="Nobody of that name works at the company that is named.",
    traps={
        "claim without deed": claims("Done, the number is in."),
        "answers the other way": answers(lambda facts: _NOT_FOUND if facts.is_known else _DONE),
        "wrong neighbour": to_each(_wrong, _numbers),
        "shotgun": to_each(lambda facts: [facts.contact_id, *_wrong(facts)], _numbers),
        "another field": _as_mobile,
        "adds a contact": _creates,
        "the company's number": _of_account,
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda facts: f"{facts.name}: new number.")
        ),
    },
    limits=Limits(steps=5),
    equivalents={"repeat * updateSobjectRecord": "A number that is set twice is that number."},
)
