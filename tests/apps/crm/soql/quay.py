"""A few records whose every value a test knows, in the place of those of the tiny company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text
from sqlalchemy.orm import Session

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Group, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import queries
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.errors import Refused
from workworld.worlds import World


def key(sobject: str, number: int) -> str:
    """The id of a record of the quay."""
    made = record_ids.full(f"{objects.of_name(sobject).prefix}Ww0{number:09d}")
    assert made is not None
    return made


def us(text: str) -> int:
    """A moment in microseconds since the Unix epoch."""
    return int(datetime.fromisoformat(text).timestamp()) * 1_000_000


@dataclass(frozen=True)
class Quay:
    """A world with the quay's records."""

    world: World
    people: Mapping[str, str]

    def ask(self, q: str, by: str = "wtallis", **more: Any) -> Any:
        """What a query finds."""
        return perform(self.world, Actor(self.people[by]), queries.query, q=q, **more)

    def do(self, operation: Any, by: str = "wtallis", **arguments: Any) -> Any:
        """Perform an operation."""
        return perform(self.world, Actor(self.people[by]), operation, **arguments)

    def rows(self, q: str, by: str = "wtallis", **more: Any) -> list[Any]:
        """The same as lists of values, a single one without its list."""
        found = [flat(record) for record in self.ask(q, by, **more).records]
        return [row[0] if len(row) == 1 else row for row in found]

    def refusal(self, q: str, by: str = "wtallis") -> Refused:
        """Why a query is refused."""
        with pytest.raises(Refused) as caught:
            self.ask(q, by)
        return caught.value


def flat(record: Any) -> list[Any]:
    """The values of a record, those of parents and children among them."""
    if isinstance(record, Mapping) and "records" in record:
        return [[flat(each) for each in record["records"]]]
    if not isinstance(record, Mapping):
        return [record]
    return [value for name, each in record.items() if name != "attributes" for value in flat(each)]


def quay(world: World) -> Quay:
    """Put the quay's records in the place of the company's."""
    with world.writing() as session:
        people = dict(session.execute(select(Person.handle, Person.id)).all())
        _clear(session)
        _fill(session, _owners(session, people))
    return Quay(world, people)


def _clear(session: Session) -> None:
    session.execute(text("PRAGMA defer_foreign_keys = ON"))
    for each in objects.objects().values():
        if not each.is_setup:
            session.execute(delete(each.model))


def _owners(session: Session, people: Mapping[str, str]) -> dict[str, str]:
    of_people = {person_id: handle for handle, person_id in people.items()}
    users = dict(session.execute(select(User.person_id, User.id)).all())
    queues = dict(session.execute(select(Group.name, Group.id)).all())
    return {of_people[person]: user for person, user in users.items()} | queues


def _fill(session: Session, owners: Mapping[str, str]) -> None:
    for name, rows in ROWS.items():
        sobject = objects.of_name(name)
        table = sobject.model.__table__
        for number, given in enumerate(rows, start=1):
            created = us(given.get("created", "2026-03-02T12:00:00+00:00"))
            by = owners[given.get("owner", "akovac") if name != "Lead" else "akovac"]
            by = by if by.startswith("005") else owners["akovac"]
            usual = {
                each.column: each.default
                for each in sobject.fields.values()
                if each.column and each.default is not None
            }
            values: dict[str, Any] = usual | {
                "id": key(name, number),
                "created_us": created,
                "created_by_id": by,
                "modified_us": created,
                "modified_by_id": by,
                **{each: value for each, value in given.items() if each not in _OURS},
            }
            if "owner_id" in table.c:
                values["owner_id"] = owners[given.get("owner", "akovac")]
            session.execute(insert(sobject.model).values(values))


_OURS = ("owner", "created")
_HER, _BOSS = {"owner": "akovac"}, {"owner": "dwhitlock"}


def _deal(name: str, account: int, stage: str, close: str, chance: float, **more: Any) -> Any:
    is_closed = stage.startswith("Closed")
    return {
        "name": name,
        "account_id": key("Account", account),
        "stage": stage,
        "close_date": close,
        "probability": chance,
        "forecast_category": "Closed" if is_closed else "Pipeline",
        "is_closed": is_closed,
        "is_won": stage == "Closed Won",
        "stage_changed_us": us("2026-03-01T00:00:00+00:00"),
        **more,
    }


def _person(first: str, last: str, **more: Any) -> Any:
    return {"first_name": first, "last_name": last, "name": f"{first} {last}", **more}


ROWS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "Account": (
        {
            "name": "Alder Mills",
            "type": "Customer",
            "industry": "Manufacturing",
            "employees": 120,
            "revenue": 500_000_000,
            "billing_city": "Boston",
            "rating": "Hot",
            "phone": "+1 617 555 0100",
            "created": "2025-12-31T23:30:00+00:00",
            **_HER,
        },
        {
            "name": "Birch & Co",
            "type": "Prospect",
            "industry": "Retail",
            "employees": 40,
            "billing_city": "Austin",
            "currency": "EUR",
            "parent_id": key("Account", 1),
            "created": "2026-01-01T03:30:00+00:00",
            **_BOSS,
        },
        {
            "name": "Čedar Žito",
            "type": "Customer",
            "arr": 10_000_000,
            "revenue": 8_500_000,
            "billing_city": "Košice",
            "currency": "EUR",
            "created": "2026-02-15T12:00:00+00:00",
            **_HER,
        },
        {
            "name": "Dogwood 100%",
            "industry": "Technology",
            "employees": 0,
            "parent_id": key("Account", 2),
            "created": "2026-03-16T12:00:00+00:00",
            "description": "Quay walls and pilings.",
            **_BOSS,
        },
        {
            "name": "Elm_Street's Best",
            "industry": "Retail",
            "type": "Partner",
            "employees": 40,
            "owner": "aruiz",
        },
        {"name": "Fir, gone", "is_deleted": True, **_HER},
    ),
    "Contact": (
        _person(
            "Ann",
            "Archer",
            account_id=key("Account", 1),
            email="ann@alder.example",
            title="CEO",
            roles="Decision Maker;Business User",
            birthdate="1980-02-29",
            phone="+1 617 555 0101",
            opts_out_of_email=True,
        ),
        _person(
            "Bob",
            "Baker",
            account_id=key("Account", 1),
            email="BOB@Alder.example",
            reports_to_id=key("Contact", 1),
            roles="Technical Buyer",
        ),
        _person("Čiro", "Öst", account_id=key("Account", 3)),
        _person(
            "Dana",
            "Doe",
            account_id=key("Account", 2),
            email="dana@birch.example",
            roles="Decision Maker",
            **_BOSS,
        ),
        _person("Eve", "Extra", **_BOSS),
    ),
    "Campaign": (
        {"name": "Spring fair", "type": "Conference", "budgeted_cost": 1_000_000, **_BOSS},
    ),
    "Opportunity": (
        _deal("Alder gates", 1, "Closed Won", "2026-02-10", 100, amount=1_000_000),
        _deal("Alder yard", 1, "Proposal/Price Quote", "2026-03-31", 50, amount=2_000_050),
        _deal(
            "Birch docks",
            2,
            "Negotiation/Review",
            "2026-04-30",
            75,
            amount=850_000,
            currency="EUR",
            campaign_id=key("Campaign", 1),
            **_BOSS,
        ),
        _deal("Cedar pilot", 3, "Prospecting", "2026-05-01", 10, currency="EUR"),
        _deal(
            "Alder lost",
            1,
            "Closed Lost",
            "2026-01-31",
            0,
            amount=500_000,
            loss_reason="Price",
            **_BOSS,
        ),
        _deal("Old renewal", 2, "Closed Won", "2025-02-01", 100, amount=3_000_000, **_BOSS),
    ),
    "Lead": (
        _person("Lea", "Lang", company="Lang GmbH", lead_source="Web", owner="Inbound Leads"),
        _person(
            "Max",
            "Moor",
            company="Moor Ltd",
            status="Working",
            lead_source="Web",
            score=70,
            email="max@moor.example",
        ),
        _person(
            "Ann",
            "Archer",
            company="Alder Mills",
            status="Converted",
            is_converted=True,
            converted_date="2026-02-01",
            converted_account_id=key("Account", 1),
            converted_contact_id=key("Contact", 1),
        ),
    ),
    "CampaignMember": (
        {"campaign_id": key("Campaign", 1), "lead_id": key("Lead", 1)},
        {
            "campaign_id": key("Campaign", 1),
            "contact_id": key("Contact", 4),
            "status": "Responded",
            "has_responded": True,
        },
    ),
    "Product2": ({"name": "Gate", "code": "G-1", "is_active": True},),
    "Pricebook2": ({"name": "Standard Price Book", "is_active": True, "is_standard": True},),
    "PricebookEntry": (
        {
            "pricebook_id": key("Pricebook2", 1),
            "product_id": key("Product2", 1),
            "name": "Gate",
            "unit_price": 85_000,
            "currency": "EUR",
            "is_active": True,
        },
    ),
    "OpportunityLineItem": (
        {
            "opportunity_id": key("Opportunity", 3),
            "entry_id": key("PricebookEntry", 1),
            "product_id": key("Product2", 1),
            "name": "Birch docks Gate",
            "quantity": 2.0,
            "unit_price": 85_000,
            "list_price": 85_000,
            "total": 170_000,
        },
    ),
    "Case": (
        {
            "number": "00001001",
            "subject": "Gate stuck",
            "priority": "High",
            "account_id": key("Account", 1),
            "contact_id": key("Contact", 1),
            "owner": "Support Tier 1",
        },
        {
            "number": "00001002",
            "subject": "Invoice wrong",
            "status": "Closed",
            "is_closed": True,
            "closed_us": us("2026-03-10T05:00:00+00:00"),
            "account_id": key("Account", 2),
            "owner": "eboadi",
        },
    ),
    "Task": (
        {
            "subject": "Call Ann",
            "who_id": key("Contact", 1),
            "what_id": key("Opportunity", 2),
            "activity_date": "2026-03-17",
        },
        {
            "subject": "Write to Max",
            "who_id": key("Lead", 2),
            "activity_date": "2026-03-10",
            "status": "Completed",
            "is_closed": True,
        },
        {"subject": "Look at the gate", "what_id": key("Case", 1), "priority": "High"},
        {"subject": "Visit Birch", "what_id": key("Account", 2), "owner": "dwhitlock"},
    ),
}
