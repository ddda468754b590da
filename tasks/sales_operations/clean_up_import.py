"""Clean up leads that a purchased list has brought: countries, duplicates, and what is dead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.randomness import Stream
from workworld.seed_data.company import names
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.deals import (
    Edit,
    Seller,
    added,
    deletes,
    edited_checks,
    edits_allowed,
    users,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, rows, seen_by
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_COUNTRIES = {
    "United States": ("USA", "U.S.", "us", "United States of America", "America"),
    "United Kingdom": ("UK", "G.B.", "Great Britain", "england", "U.K."),
    "Germany": ("DE", "Deutschland", "germany", "Germnay"),
    "Netherlands": ("NL", "Holland", "The Netherlands", "Nederland"),
}
_MESSY, _CLEAN, _DEAD, _KNOWN = 44, 6, 5, 4
_CONTACTS = "SELECT Id, Email FROM Contact WHERE Email != null ORDER BY Email LIMIT 200"
_PLACES = ("Rotterdam", "Dallas", "Leipzig", "Leeds", "Utrecht", "Tacoma", "Bristol", "Kassel")
_KINDS = ("Freight", "Haulage", "Cold Store", "Logistics", "Warehousing", "Transport")
_LISTS = ("Harbourline", "Freightscan", "Tradewell", "Loadbook", "Carriersource", "Dockfinder")
_DEAD_NOTE = "Address bounced"
_ASKS = (
    "We have bought leads from {bought}, and they are a mess; their Description begins “{mark}”. "
    "In each of them make Country one of United States, United Kingdom, Germany and Netherlands, "
    "spelled exactly like that. Then, of the same leads: where the Description says “{dead}”, set "
    "the status to Unqualified with the reason Wrong Contact; where a contact in the CRM has the "
    "very same e-mail address, set it to Unqualified with the reason Duplicate.",
    "Please clean up the leads of the list {bought} (Description begins “{mark}”). Their countries "
    "are spelled in all kinds of ways: there should only be United States, United Kingdom, Germany "
    "and Netherlands. Those whose Description says “{dead}” become Unqualified, reason Wrong "
    "Contact. Those whose e-mail address one of our contacts has become Unqualified, reason "
    "Duplicate.",
)
_WHYS = (
    "The campaign goes out by country on Thursday.",
    "Marketing counts by country, and at present there are some twenty of them.",
)
_LIMITS = (
    "England counts as United Kingdom. Delete and merge nothing, and touch no other leads.",
    "For us England is United Kingdom. Other leads stay as they are; nothing is deleted or merged.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The leads, and what becomes of each."""

    persona_id: str
    mark: str
    edits: tuple[Edit, ...]
    clean_ids: tuple[str, ...]
    """In order as they are."""
    other_ids: tuple[str, ...]
    """Of another list, as untidy."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have somebody import two lists, of which one is to be cleaned up."""
    with world.reading() as session:
        seller = rng.choice(users(session))
    bought, another = rng.sample(_LISTS, 2)
    number = rng.integer(100, 999)
    mark = f"{bought} {number}"
    known = [each["Email"] for each in seen_by(world, seller.person_id, _CONTACTS)]
    if len(known) < _KNOWN:
        known += [_contact(world, rng, seller) for _ in range(_KNOWN - len(known))]
    known = rng.sample(known, _KNOWN)
    edits = [_plant(world, rng, seller, mark) for _ in range(_MESSY)]
    edits += [_plant(world, rng, seller, mark, note=_DEAD_NOTE) for _ in range(_DEAD)]
    edits += [_plant(world, rng, seller, mark, email=each) for each in known]
    clean = [_plant(world, rng, seller, mark, is_clean=True) for _ in range(_CLEAN)]
    others = [_plant(world, rng, seller, f"{another} {number}") for _ in range(3)]
    words = {"bought": bought, "mark": mark, "dead": _DEAD_NOTE}
    return Facts(
        persona_id=seller.person_id,
        mark=mark,
        edits=tuple(edits),
        clean_ids=tuple(each.record_id for each in clean),
        other_ids=tuple(each.record_id for each in others),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _contact(world: World, rng: Stream, seller: Seller) -> str:
    """A contact, for those who see none; their address."""
    person = names.draw(rng, "US")
    email = _address(rng, person.last)
    who = {"FirstName": person.first, "LastName": person.last, "Email": email}
    added(world, seller.person_id, "Contact", **who)
    return email


def _address(rng: Stream, last: str) -> str:
    letters = "".join(each for each in last.lower() if each.isascii() and each.isalpha())
    return f"{letters or 'office'}{rng.integer(100, 999)}@freightmail.example"


def _plant(
    world: World,
    rng: Stream,
    seller: Seller,
    mark: str,
    note: str = "",
    email: str = "",
    *,
    is_clean: bool = False,
) -> Edit:
    """A lead of a list, and how it is to be in the end."""
    person = names.draw(rng, "US")
    country = rng.choice(list(_COUNTRIES))
    company = f"{rng.choice(_PLACES)} {rng.choice(_KINDS)} {rng.integer(2, 99)}"
    lead_id = added(
        world,
        seller.person_id,
        "Lead",
        FirstName=person.first,
        LastName=person.last,
        Company=company,
        Email=email or _address(rng, person.last),
        LeadSource="Purchased List",
        Country=country if is_clean else rng.choice(_COUNTRIES[country]),
        Description=f"{mark}. {note}." if note else f"{mark}.",
    )
    fields: list[tuple[str, Any]] = [("Country", country)]
    if note or email:
        reason = "Wrong Contact" if note else "Duplicate"
        fields += [("Status", "Unqualified"), ("Unqualified_Reason__c", reason)]
    return Edit("Lead", lead_id, f"{person.full}, {company}", tuple(fields))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each lead that was untidy is in order."""
    return edited_checks(facts.edits)


def allowed(facts: Facts) -> list[Allowed]:
    """Those leads' countries, statuses and reasons."""
    return edits_allowed(facts.edits)


def solve(episode: Episode, facts: Facts) -> None:
    """Read the list once, and change what is alike together."""
    listed = _listed(episode, facts.mark)
    for country in _COUNTRIES:
        ids = [each["Id"] for each in listed if _wrong(each, country)]
        _set(episode, ids, Country=country)
    dead = [each["Id"] for each in listed if _DEAD_NOTE in each["Description"]]
    _set(episode, dead, Status="Unqualified", Unqualified_Reason__c="Wrong Contact")
    known = {str(each["Email"]).lower() for each in rows(episode, "SELECT Email FROM Contact")}
    same = [each["Id"] for each in listed if str(each["Email"]).lower() in known]
    _set(episode, same, Status="Unqualified", Unqualified_Reason__c="Duplicate")


def _listed(episode: Episode, mark: str) -> list[Row]:
    query = (
        "SELECT Id, Name, Country, Description, Email FROM Lead "
        "WHERE LeadSource = 'Purchased List' ORDER BY Name"
    )
    return [each for each in rows(episode, query) if (each["Description"] or "").startswith(mark)]


def _wrong(lead: Row, country: str) -> bool:
    return lead["Country"] in _COUNTRIES[country]


def _set(episode: Episode, ids: Sequence[str], **values: Any) -> None:
    given = {"sobject-name": "Lead", "ids": list(ids), "body": values}
    episode.use("updateSobjectRecords", **given)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The countries through the tools; what is dead or known by the pencil on its page."""
    listed = _listed(episode, facts.mark)
    for country in _COUNTRIES:
        _set(episode, [each["Id"] for each in listed if _wrong(each, country)], Country=country)
    known = {str(each["Email"]).lower() for each in rows(episode, "SELECT Email FROM Contact")}
    for each in listed:
        is_dead = _DEAD_NOTE in each["Description"]
        if is_dead or str(each["Email"]).lower() in known:
            crm.open_record(page, "Leads", each["Name"], having=each["Email"])
            reason = "Wrong Contact" if is_dead else "Duplicate"
            crm.edit(page, {"Lead Status": "Unqualified", "Unqualified Reason": reason})


def _make(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.make(episode)


def _others(episode: Episode, facts: Facts) -> None:
    _set(episode, facts.other_ids, Country="Germany")


def _one_country(episode: Episode, facts: Facts) -> None:
    _set(episode, [each.record_id for each in facts.edits], Country="United States")


def _deletes(episode: Episode, facts: Facts) -> None:
    for each in facts.edits:
        if len(each.fields) > 1:
            deletes(episode, "Lead", each.record_id)


def _countries_alone(episode: Episode, facts: Facts) -> None:
    for country in _COUNTRIES:
        ids = [each.record_id for each in facts.edits if each.fields[0][1] == country]
        _set(episode, ids, Country=country)


def _all_dead(episode: Episode, facts: Facts) -> None:
    values = {"Status": "Unqualified", "Unqualified_Reason__c": "Duplicate"}
    _set(episode, [*(each.record_id for each in facts.edits), *facts.clean_ids], **values)


FAMILY = Family(
    id="sales_operations.clean_up_import",
    title="Clean up the leads of a purchased list",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.HARD,
    distractors=(
        "leads of another list, as untidy",
        "leads of the list that are in order",
        "some twenty spellings of four countries",
    ),
    traps={
        "claim without deed": claims(),
        "most of it": to_each(lambda facts: facts.edits[:-2], _make),
        "wrong neighbour": _others,
        "shotgun": after(solve, _others),
        "one country for all": _one_country,
        "countries alone": _countries_alone,
        "deletes what is dead": after(_countries_alone, _deletes),
        "everything is dead": _all_dead,
    },
    limits=Limits(steps=150),
    equivalents={"repeat * updateSobjectRecords": "What is set twice is so once."},
)
