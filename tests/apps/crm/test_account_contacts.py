"""Contacts of several accounts: their own, and those besides in which they have roles."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import ADMIN, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors

from workworld.apps.crm.service import merges, records
from workworld.identity import Authority

KIND = "AccountContactRelation"


@pytest.fixture
def rest(floor: Floor, authority: Authority) -> Rest:
    return Rest(Doors(floor.world, authority, floor.people[REP]))


@pytest.fixture
def own(floor: Floor) -> str:
    return floor.create("Account", Name="Larkmoor Own")


@pytest.fixture
def other(floor: Floor) -> str:
    return floor.create("Account", Name="Quenby Other")


@pytest.fixture
def contact(floor: Floor, own: str) -> str:
    return floor.create("Contact", LastName="Oakhurst", AccountId=own)


def relations(rest: Rest, contact: str) -> list[tuple[str, bool, str | None]]:
    """The accounts of a contact: names, whether they are their own, and roles."""
    asked = f"SELECT Account.Name, IsDirect, Roles FROM {KIND} WHERE ContactId = '{contact}'"
    rows = rest.get("query", q=f"{asked} ORDER BY Account.Name")["records"]
    return [(each["Account"]["Name"], each["IsDirect"], each["Roles"]) for each in rows]


def test_a_contact_has_roles_in_accounts_besides_their_own(
    rest: Rest, contact: str, other: str
) -> None:
    assert relations(rest, contact) == [("Larkmoor Own", True, None)]
    given = {"AccountId": other, "ContactId": contact, "Roles": "Decision Maker;Evaluator"}
    made = rest.create(KIND, **given)
    assert relations(rest, contact) == [
        ("Larkmoor Own", True, None),
        ("Quenby Other", False, "Decision Maker;Evaluator"),
    ]
    found = rest.get(f"sobjects/{KIND}/{made}")
    assert (found["IsDirect"], found["IsActive"]) == (False, True)
    rest.patch(f"sobjects/{KIND}/{made}", {"IsActive": False, "EndDate": "2026-03-01"})
    below = (
        f"SELECT (SELECT ContactId FROM AccountContactRelations) FROM Account WHERE Id = '{other}'"
    )
    (row,) = rest.get("query", q=below)["records"]
    assert row["AccountContactRelations"]["records"][0]["ContactId"] == contact
    rest.delete(f"sobjects/{KIND}/{made}")
    assert relations(rest, contact) == [("Larkmoor Own", True, None)]


def test_what_relations_are_refused_for(floor: Floor, own: str, other: str, contact: str) -> None:
    alone = floor.create("Contact", LastName="Nobody's")
    given = {"AccountId": other, "ContactId": contact}
    for values, code in (
        ({**given, "AccountId": own}, "DUPLICATE_VALUE"),
        ({**given, "ContactId": alone}, "FIELD_INTEGRITY_EXCEPTION"),
        ({"AccountId": other}, "REQUIRED_FIELD_MISSING"),
        (
            {**given, "StartDate": "2026-03-02", "EndDate": "2026-03-01"},
            "FIELD_INTEGRITY_EXCEPTION",
        ),
        ({**given, "IsDirect": True}, "INVALID_FIELD_FOR_INSERT_UPDATE"),
    ):
        assert floor.not_created(KIND, **values).code == code, values
    floor.create(KIND, **given)
    assert floor.not_created(KIND, **given).code == "DUPLICATE_VALUE"


def test_an_account_that_becomes_the_contacts_own_is_told_once(
    floor: Floor, rest: Rest, contact: str, other: str
) -> None:
    floor.create(KIND, AccountId=other, ContactId=contact, Roles="Evaluator")
    floor.update(contact, AccountId=other)
    assert relations(rest, contact) == [("Quenby Other", True, None)]


def test_relations_go_along_when_records_are_merged_or_deleted(
    floor: Floor, rest: Rest, own: str, other: str, contact: str
) -> None:
    twin = floor.create("Contact", LastName="Oakhurst Twin", AccountId=other)
    floor.create(KIND, AccountId=own, ContactId=twin, Roles="Evaluator")
    third = floor.create("Account", Name="Zebedee Third")
    floor.create(KIND, AccountId=third, ContactId=twin, Roles="Influencer")
    floor.create(KIND, AccountId=third, ContactId=contact, Roles="Evaluator")
    given = {"sobject": "Contact", "master_id": contact, "merged_ids": [twin]}
    floor.do(merges.merge, by=ADMIN, **given)
    assert relations(rest, contact) == [
        ("Larkmoor Own", True, None),
        ("Zebedee Third", False, "Evaluator"),
    ]
    floor.do(records.delete, by=ADMIN, sobject="Account", record_id=third)
    assert relations(rest, contact) == [("Larkmoor Own", True, None)]
    floor.do(records.restore, by=ADMIN, sobject="Account", record_id=third)
    assert len(relations(rest, contact)) == 2
    fourth = floor.create("Account", Name="Yarrow Fourth")
    given = {"sobject": "Account", "master_id": own, "merged_ids": [third]}
    floor.do(merges.merge, by=ADMIN, **given)
    assert relations(rest, contact) == [("Larkmoor Own", True, None)]
    floor.create(KIND, AccountId=fourth, ContactId=contact)
    floor.do(records.delete, by=ADMIN, sobject="Contact", record_id=contact)
    assert relations(rest, contact) == []


def test_pages_relate_contacts_and_accounts(
    floor: Floor, authority: Authority, contact: str, other: str
) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    assert "Related Accounts (0)" in pages.words(f"/Contact/{contact}?tab=related")
    form = {"AccountId": other, "ContactId": contact, "Roles": ["Evaluator", "Influencer"]}
    pages.submit(f"/{KIND}/new", 303, **form)
    words = pages.words(f"/Account/{other}?tab=related")
    assert "Related Contacts (1)" in words
    assert "Oakhurst Evaluator; Influencer" in words
    assert "Quenby Other" in pages.words(f"/Contact/{contact}?tab=related")
