"""The steps of an import, in the browser's addresses."""

from __future__ import annotations

import io
import re

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, Floor
from tests.apps.crm.report_kit import Pages, shown
from tests.kit import Doors

from workworld.apps.crm.models import Lead

LEADS = "First,Last,Company,E-mail\nUli,Zwingli,Zwingli AG,uli@zwingli.example\n,,Nobody Ltd,\n"


@pytest.fixture
def page(floor: Floor, doors: Doors) -> Pages:
    return Pages(floor, doors)


def test_a_row_without_a_name_is_told_by_its_company(page: Pages) -> None:
    text = "Last,Company,E-mail\n,Nobody Ltd,no address\n"
    step = page.send("/import", object="Lead", file=(io.BytesIO(text.encode()), "leads.csv"))
    chosen = "column-1=LastName&column-2=Company&column-3=Email"
    checked = shown(page.read(f"{step.partition('?')[0]}?object=Lead&{chosen}&step=check"))
    assert "Nobody Ltd Email: invalid email address: no address" in checked


def test_a_file_goes_through_its_steps_and_back(page: Pages, floor: Floor) -> None:
    file = (io.BytesIO(LEADS.encode()), "leads.csv")
    step = page.send("/import", object="Lead", file=file)
    columns = page.read(step)
    assert re.findall(r'name="column-\d" value="(\w*)"', columns) == [
        "FirstName",
        "LastName",
        "Company",
        "Email",
    ]
    chosen = {f"column-{n}": v for n, v in enumerate(("FirstName", "LastName", "Company"), 1)}
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    here = step.partition("?")[0]
    asked = f"{here}?object=Lead&{query}&constant-1=LeadSource&value-1=Web&step=check"
    checked = shown(page.read(asked))
    assert "1 record would be created, 0 updated, and 1 row refused" in checked
    assert "Required fields are missing: [LastName]" in checked
    found = select(Lead.lead_source, Lead.is_deleted).where(Lead.company == "Zwingli AG")
    assert floor.rows(found) == []
    constant = {"constant-1": "LeadSource", "value-1": "Web"}
    result = page.send(here, object="Lead", **chosen, **constant)
    assert [tuple(row) for row in floor.rows(found)] == [("Web", False)]
    assert "1 record was created, 0 updated, and 1 row was refused." in shown(page.read(result))
    assert "Nobody Ltd" in page.read(f"{result}/refused.csv")
    page.send(f"{result}/revert")
    assert "Taken back" in shown(page.read(result))
    assert [tuple(row) for row in floor.rows(found)] == [("Web", True)]
    assert "leads.csv" in page.read("/import")


def test_what_makes_no_sense_is_asked_again(page: Pages) -> None:
    assert "Choose a file." in page.send("/import", 422, object="Lead")
    empty = (io.BytesIO(b""), "empty.csv")
    page.send("/import", 422, object="Lead", file=empty)
    file = (io.BytesIO(LEADS.encode()), "leads.csv")
    here = page.send("/import", object="Lead", file=file).partition("?")[0]
    text = page.read(f"{here}?object=Lead&column-1=LastName&column-2=LastName&step=check", 422)
    assert "Two columns are to be Last Name." in text
    page.read(f"{here}?object=Nothing", 404)
    page.read("/import/F0NOTHING?object=Lead", 404)
    page.read("/import/0IMWw0000000000AAA", 404)


def test_fields_are_offered_by_name(page: Pages) -> None:
    found = page.read("/import/fields?object=Lead&q=phone")
    assert 'data-value="Phone"' in found
    assert 'data-value="IsConverted"' not in page.read("/import/fields?object=Lead")


def test_whoever_may_change_nothing_is_told_so(floor: Floor, doors: Doors) -> None:
    assert "Nothing that you may import" in Pages(floor, doors, FINANCE).read("/import")


CARDS = """BEGIN:VCARD
VERSION:3.0
N:Zwingli;Uli;;;
FN:Uli Zwingli
ORG:Zwingli AG
EMAIL;TYPE=pref:uli@zwingli.example
TEL;TYPE=cell:+41 79 555 01 01
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:
ORG:Nobody Ltd
END:VCARD
"""


def test_vcards_go_through_the_same_steps(page: Pages, floor: Floor) -> None:
    file = (io.BytesIO(CARDS.encode()), "people.vcf")
    step = page.send("/import", object="Lead", file=file)
    columns = re.findall(r'name="(column-\d+)" value="(\w*)"', page.read(step))
    assert [field for _name, field in columns] == [
        "FirstName",
        "LastName",
        "Company",
        "Email",
        "MobilePhone",
    ]
    here = step.partition("?")[0]
    query = "&".join(f"{name}={field}" for name, field in columns)
    checked = shown(page.read(f"{here}?object=Lead&{query}&step=check"))
    assert "1 record would be created, 0 updated, and 1 row refused" in checked
    result = page.send(here, object="Lead", **dict(columns))
    found = select(Lead.first_name, Lead.email, Lead.mobile).where(Lead.company == "Zwingli AG")
    assert [tuple(row) for row in floor.rows(found)] == [
        ("Uli", "uli@zwingli.example", "+41 79 555 01 01")
    ]
    assert "Nobody Ltd" in page.read(f"{result}/refused.csv")


@pytest.mark.parametrize(
    ("sobject", "text", "said"),
    [
        ("Lead", "BEGIN:VCARD\nVERSION:3.0\nN:A\n", "The card that begins on line 1 does not end"),
        ("Contact", "no card\n", "Line 1 is no property"),
        ("Contact", "\n", "The file is empty: it holds no card."),
        ("Account", CARDS, "vCards hold people: import them as leads or contacts."),
    ],
)
def test_bad_vcards_are_told_at_once(page: Pages, sobject: str, text: str, said: str) -> None:
    file = (io.BytesIO(text.encode()), "people.vcf")
    assert said in shown(page.send("/import", 422, object=sobject, file=file))
