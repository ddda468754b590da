"""Contacts and leads as vCards: from their page and from lists."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update
from tests.apps.crm.floor import REP, Floor
from tests.apps.crm.report_kit import Pages, shown
from tests.apps.crm.test_imports import told, uploaded
from tests.kit import Doors

from workworld.apps.crm.models import Export, ListView, Profile
from workworld.apps.crm.service import imports, person_cards
from workworld.files.vcards import Card, read


@pytest.fixture
def contact(floor: Floor) -> str:
    account = floor.create("Account", Name="Zeta Holding")
    return floor.create(
        "Contact",
        LastName="Zürrer",
        FirstName="Ada; Maria",
        AccountId=account,
        Email="ada@zeta.example",
        Phone="+41 44 555 01 00",
        MailingCity="Zürich",
        Birthdate="1980-02-29",
    )


def cards_of(content: bytes) -> list[Card]:
    return list(read(content.decode()))


def test_a_contact_is_downloaded_from_its_page(floor: Floor, doors: Doors, contact: str) -> None:
    page = Pages(floor, doors, REP)
    assert "Export as vCard" in page.read(f"/Contact/{contact}")
    place = f"/Contact/{contact}"
    dialog = page.read(f"/Contact/list/change?deed=vcard&pick={contact}&place={place}")
    assert 'action="/Contact/list/vcard"' in dialog
    (card,) = cards_of(page.file("/Contact/list/vcard", pick=contact, version="4.0"))
    assert (card.family, card.given, card.company) == ("Zürrer", "Ada; Maria", "Zeta Holding")
    assert (card.address.city, card.birthday, card.uid) == ("Zürich", "1980-02-29", contact)
    noted = select(Export.kind, Export.thing_id, Export.rows)
    assert [tuple(row) for row in floor.rows(noted)] == [("VCard", contact, 1)]


def test_ticked_people_are_downloaded_together(floor: Floor, doors: Doors, contact: str) -> None:
    page = Pages(floor, doors, REP)
    (view,) = floor.rows(select(ListView.id).where(ListView.name == "All Contacts"))
    assert 'name="deed" value="vcard"' in page.read(f"/Contact/list?view={view.id}")
    other = floor.create("Contact", LastName="Zorn")
    found = cards_of(page.file("/Contact/list/vcard", pick=[other, contact]))
    assert [each.family for each in found] == ["Zorn", "Zürrer"]
    page.send("/Account/list/vcard", 404, pick=contact)
    page.send("/Contact/list/vcard", 422)
    page.send("/Contact/list/vcard", 422, pick=contact, version="9")


def test_duplicates_are_refused_as_in_tables(floor: Floor, contact: str) -> None:
    text = floor.do(person_cards.export, sobject="Contact", record_ids=[contact]).content
    file_id = uploaded(floor, text)
    found = floor.do(imports.preview, file_id=file_id, sobject="Contact")
    columns = {str(each.number): each.suggested for each in found.columns if each.suggested}
    view = floor.do(imports.run, file_id=file_id, sobject="Contact", columns=columns)
    assert "There is a record like this one" in told(view)[0]
    assert view.row.created == 0


def test_what_is_not_there_for_somebody_is_on_no_card(floor: Floor, contact: str) -> None:
    unknown = ("Contact", [contact, "003Ww0000000000AAA"])
    for sobject, ids in (unknown, ("Lead", [contact])):
        refusal = floor.refused(person_cards.export, sobject=sobject, record_ids=ids)
        assert refusal.code == "NOT_FOUND"
    assert floor.rows(select(Export.id)) == []


def test_whoever_may_export_nothing_is_offered_no_card(
    floor: Floor, doors: Doors, contact: str
) -> None:
    floor.change(update(Profile).where(Profile.name == "Sales Rep").values(exports=False))
    assert "vCard" not in shown(Pages(floor, doors, REP).read(f"/Contact/{contact}"))
    refusal = floor.refused(person_cards.export, sobject="Contact", record_ids=[contact])
    assert refusal.code == "INSUFFICIENT_ACCESS"
