"""Deals, leads and contacts of the CRM: who works with them, what is planted, how they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models.people import Profile, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import records
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Episode, made
from workworld.tasks.records import Row, becomes, change, remembered, seen_by, told_apart
from workworld.worlds import World

SELLERS = ("Sales Rep", "Sales Manager")
_OPEN = (
    "SELECT Id, Name, Amount, CurrencyIsoCode, CloseDate, StageName, Type, NextStep, AccountId, "
    "Account.Name FROM Opportunity WHERE OwnerId = '{owner}' AND IsClosed = false "
    "AND AccountId != null ORDER BY Name LIMIT 500"
)
_FOLLOWING = {
    "Amount": ("expected_revenue",),
    "CloseDate": ("push_count",),
    "StageName": (
        "probability",
        "forecast_category",
        "expected_revenue",
        "is_closed",
        "is_won",
        "closed_us",
        "stage_changed_us",
    ),
    "Status": ("has_responded", "first_responded", "is_closed", "completed_us", "score"),
    "Phone": ("score",),
    "LastName": ("name",),
    "FirstName": ("name",),
}
_CENTS = 100


@dataclass(frozen=True, slots=True)
class Seller:
    """Somebody who works with the CRM."""

    person_id: str
    user_id: str
    name: str
    email: str


def users(session: Session, profiles: Sequence[str] = SELLERS) -> list[Seller]:
    """The active users with one of these profiles, by handle."""
    query = (
        select(Person.id, User.id, Person.name, Person.email)
        .join(User, User.person_id == Person.id)
        .join(Profile, Profile.id == User.profile_id)
        .where(User.is_active, ~Person.is_deactivated, Profile.name.in_(profiles))
        .order_by(Person.handle)
    )
    return [Seller(*each) for each in session.execute(query)]


def open_deals(world: World, seller: Seller) -> list[Row]:
    """Somebody's open deals with an account, of those whose names are no part of another one's."""
    return told_apart(seen_by(world, seller.person_id, _OPEN.format(owner=seller.user_id)))


def sellers_with(world: World, fewest: int) -> dict[Seller, list[Row]]:
    """Who sells and has at least so many open deals, and which."""
    with world.reading() as session:
        found = users(session)
    deals = {each: open_deals(world, each) for each in found}
    return {each: theirs for each, theirs in deals.items() if len(theirs) >= fewest}


def added(world: World, person_id: str, sobject: str, **values: Any) -> str:
    """Have somebody make a record before the task begins; its id.

    Args:
        world: where a task is prepared.
        person_id: theirs.
        sobject: such as ``Lead``.
        values: by API name.
    """
    given = {"sobject": sobject, "values": values, "allow_duplicates": True}
    return str(perform(world, Actor(person_id), records.create, **given).values["Id"])


@dataclass(frozen=True, slots=True)
class Edit:
    """Fields of a record that are to have other values."""

    sobject: str
    record_id: str
    name: str
    fields: tuple[tuple[str, Any], ...]
    """By API name, as tools take them."""

    @property
    def change(self) -> Allowed:
        """The change that comes of it, with what the CRM changes of its own accord."""
        there = objects.of_name(self.sobject).model.__table__.columns.keys()
        along = (each for name, _ in self.fields for each in _FOLLOWING.get(name, ()))
        following = [each for each in along if each in there]
        return becomes(table_of(self.sobject), self.record_id, *following, **columns(self))

    def allowed(self) -> list[Allowed]:
        """The change, and what the CRM remembers of it."""
        names = [name for name, _ in self.fields]
        if "StageName" in names:
            names.append("Probability")
        found = [self.change, remembered(self.record_id, *names)]
        if self.sobject == "Opportunity":
            state = {"opportunity_id": self.record_id}
            found.append(Allowed("crm_opportunity_history", "insert", state, at_most=len(names)))
        return found

    def make(self, episode: Episode) -> None:
        """Make the change through the tools."""
        change(episode, self.sobject, self.record_id, **dict(self.fields))

    def on(self, record_id: str) -> Edit:
        """The same of another record."""
        return Edit(self.sobject, record_id, self.name, self.fields)

    def having(self, **fields: Any) -> Edit:
        """Other fields of the same record."""
        return Edit(self.sobject, self.record_id, self.name, tuple(fields.items()))


def table_of(sobject: str) -> str:
    """The table in which an object's records are kept."""
    return str(objects.of_name(sobject).model.__tablename__)


def columns(edit: Edit) -> Mapping[str, Any]:
    """What the table's columns hold after an edit."""
    return dict(_held(edit))


def _held(edit: Edit) -> Iterable[tuple[str, Any]]:
    kind = objects.of_name(edit.sobject)
    for name, value in edit.fields:
        field = kind.field(name)
        if field is None:
            raise LookupError(f"{edit.sobject} has no {name}")
        is_money = field.kind is Kind.CURRENCY
        yield field.column, round(value * _CENTS) if is_money and value is not None else value


def edited_checks(edits: Sequence[Edit]) -> list[Check]:
    """A goal for each record: its fields have the values that they are to have."""
    return [
        made(
            f"{each.sobject.lower()}_{number}",
            f"{each.name}: " + ", ".join(f"{name} is {value}" for name, value in each.fields),
            each.change,
            otherwise=f"{each.name} is not as it should be.",
        )
        for number, each in enumerate(edits, 1)
    ]


def edits_allowed(edits: Sequence[Edit]) -> list[Allowed]:
    """Those changes, and what the CRM remembers of them."""
    return [rule for each in edits for rule in each.allowed()]


def deletes(episode: Episode, sobject: str, record_id: str) -> None:
    """Delete a record through the tools."""
    episode.use("deleteSobjectRecord", **{"sobject-name": sobject, "id": record_id})


def creates(episode: Episode, sobject: str, **values: Any) -> str:
    """Create a record through the tools; its id."""
    body = {"sobject-name": sobject, "body": values}
    return str(episode.use("createSobjectRecord", **body).json()["id"])
