"""Importing records from files: rows that fit are done, others are told why not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor

from workworld.apps.crm.models import Account, Contact, Import, Lead, Opportunity
from workworld.apps.crm.service import imports
from workworld.apps.crm.service.imports import ImportView
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.files.spreadsheets import as_xlsx

LEADS = """First,Last,Company,E-mail,Source,Employees,Owner
Uli,Zwingli,Zwingli Söhne,uli@zwingli.example,Web,"1,200",Ana Kovač
,,Nobody Ltd,nobody@nobody.example,Web,3,
Vera,Zorn,Zorn GmbH,vera(at)zorn,Web,ten,akovac@nowhere.example
Wim,Zondag,Zondag BV,wim@zondag.example,Hearsay,,
"""
LEAD_COLUMNS = {
    "1": "FirstName",
    "2": "LastName",
    "3": "Company",
    "4": "Email",
    "5": "LeadSource",
    "6": "NumberOfEmployees",
    "7": "OwnerId",
}


def uploaded(floor: Floor, text: str | bytes, by: str = REP) -> str:
    """The id of an uploaded file."""
    content = text.encode() if isinstance(text, str) else text
    request = Request(Surface.SYSTEM, "import", {"name": "rows.csv"})
    actor = Actor(floor.people[by])
    file_id: str = call(
        floor.world,
        actor,
        imports.upload,
        request,
        accept=lambda _ctx, given: {**given, "content": content},
        present=lambda _ctx, row: row.id,
    )
    return file_id


def ran(floor: Floor, text: str | bytes, by: str = REP, **said: Any) -> ImportView:
    """What comes of importing a file."""
    found: ImportView = floor.do(
        imports.run, by=by, file_id=uploaded(floor, text, by), **{"assign": False, **said}
    )
    return found


def told(view: ImportView) -> list[str]:
    """What became of the rows: what was done, or why nothing."""
    return [each.reason or each.action for each in view.outcomes]


def test_columns_are_known_by_their_names(floor: Floor) -> None:
    file_id = uploaded(floor, LEADS)
    found = floor.do(imports.preview, file_id=file_id, sobject="Lead")
    assert {str(each.number): each.suggested for each in found.columns} == LEAD_COLUMNS
    assert found.columns[5].samples == ["1,200", "3", "ten"]


def test_a_bad_row_stops_no_other(floor: Floor) -> None:
    view = ran(floor, LEADS, sobject="Lead", columns=LEAD_COLUMNS)
    first, nameless, unread, unlisted = told(view)
    assert first == "create"
    assert "LastName" in nameless
    assert "“ten” is no number" in unread
    assert "akovac@nowhere.example" in unread
    assert "Hearsay" in unlisted or unlisted == "create"
    query = select(Lead.name, Lead.employees, Lead.owner_id).where(Lead.company == "Zwingli Söhne")
    assert [tuple(row) for row in floor.rows(query)] == [("Uli Zwingli", 1200, floor.user(REP))]


def test_a_trial_tells_the_same_and_changes_nothing(floor: Floor) -> None:
    file_id = uploaded(floor, LEADS)
    before = floor.world.diff()
    tried = floor.do(
        imports.check, file_id=file_id, sobject="Lead", columns=LEAD_COLUMNS, assign=False
    )
    assert floor.world.diff() == before
    view = ran(floor, LEADS, sobject="Lead", columns=LEAD_COLUMNS)
    assert [each.reason for each in tried] == [each.reason for each in view.outcomes]


def test_what_is_left_over_is_kept_as_a_file(floor: Floor) -> None:
    view = ran(floor, LEADS, sobject="Lead", columns=LEAD_COLUMNS)
    lines = view.row.leftovers.splitlines()
    assert lines[0].endswith(",Reason")
    assert lines[1].startswith(",,Nobody Ltd")
    assert len(lines) == 1 + view.row.refused


def test_amounts_and_days_are_read_as_people_write_them(floor: Floor) -> None:
    text = (
        "Deal;Account;Stage;Close;Amount\n"
        "Zeta A;Zeta Holding;Prospecting;17.04.2026;USD 1.250,50\n"
        "Zeta B;zeta holding;Prospecting;30.04.2026;(200)\n"
        "Zeta C;Unheard Of;Prospecting;31.04.2026;5\n"
    )
    floor.create("Account", Name="Zeta Holding")
    columns = {"1": "Name", "2": "AccountId", "3": "StageName", "4": "CloseDate", "5": "Amount"}
    view = ran(floor, text, sobject="Opportunity", columns=columns)
    assert told(view)[0] == "create"
    assert "Account: nothing that you see is called “Unheard Of”" in told(view)[2]
    assert "is no date" in told(view)[2]
    query = select(Opportunity.close_date, Opportunity.amount).where(Opportunity.name == "Zeta A")
    assert [tuple(row) for row in floor.rows(query)] == [("2026-04-17", 125_050)]


@pytest.mark.parametrize(
    ("mode", "outcomes"),
    [
        ("create", ["create", "create"]),
        ("update", ["update", "No record that you see fits this row by Email."]),
        ("upsert", ["update", "create"]),
    ],
)
def test_records_are_found_by_what_one_chooses(
    floor: Floor, mode: str, outcomes: list[str]
) -> None:
    account = floor.create("Account", Name="Zeta Holding")
    floor.create("Contact", LastName="Zeller", Email="z@zeta.example", AccountId=account)
    text = "Last,Email,Title\nZeller,Z@zeta.example,Dispatcher\nZink,zink@zeta.example,Driver\n"
    view = ran(
        floor,
        text,
        sobject="Contact",
        columns={"1": "LastName", "2": "Email", "3": "Title"},
        constants={"AccountId": "Zeta Holding"},
        mode=mode,
        match_by="" if mode == "create" else "Email",
        allow_duplicates=True,
    )
    assert told(view) == outcomes
    query = select(Contact.title).where(Contact.account_id == account)
    assert "Dispatcher" in {row.title for row in floor.rows(query)}


def test_accounts_are_found_by_name_and_domain(floor: Floor) -> None:
    known = floor.create("Account", Name="Zeta Holding", Website="https://www.zeta.example/")
    text = "Name,Website,Industry\nzeta holding,zeta.example,Energy\nZeta Holding,other.example,\n"
    view = ran(
        floor,
        text,
        sobject="Account",
        columns={"1": "Name", "2": "Website", "3": "Industry"},
        mode="upsert",
        match_by="NameAndDomain",
        allow_duplicates=True,
    )
    assert [each.action for each in view.outcomes] == ["update", "create"]
    assert view.outcomes[0].record_id == known


def test_an_empty_cell_empties_a_field_of_a_record_that_there_is(floor: Floor) -> None:
    known = floor.create("Account", Name="Zeta Holding", Industry="Energy")
    ran(
        floor,
        "Id,Industry\n" + known[:15] + ",\n",
        sobject="Account",
        columns={"1": "Id", "2": "Industry"},
        mode="update",
        match_by="Id",
    )
    assert floor.row(known).industry is None


def test_what_was_created_can_be_taken_back_for_a_day(floor: Floor) -> None:
    view = ran(floor, LEADS, sobject="Lead", columns=LEAD_COLUMNS)
    made = [each.record_id for each in view.outcomes if each.record_id]
    results = floor.do(imports.revert, import_id=view.row.id)
    assert [each.success for each in results] == [True] * len(made)
    assert all(floor.row(each).is_deleted for each in made)
    assert floor.refused(imports.revert, import_id=view.row.id).code == "CANNOT_REVERT"
    assert not floor.do(imports.info, import_id=view.row.id).may_revert


def test_an_import_is_its_runners_alone(floor: Floor) -> None:
    view = ran(floor, LEADS, sobject="Lead", columns=LEAD_COLUMNS)
    assert floor.refused(imports.info, by=MANAGER, import_id=view.row.id).code == "NOT_FOUND"
    assert floor.do(imports.list, by=MANAGER) == []
    assert [each.file_name for each in floor.do(imports.list)] == ["rows.csv"]


def test_whoever_may_create_nothing_imports_nothing(floor: Floor) -> None:
    columns = {"1": "Name"}
    view = ran(floor, "Name\nZeta\n", by=FINANCE, sobject="Account", columns=columns)
    assert view.row.created == 0
    assert "insufficient access" in told(view)[0]
    assert floor.rows(select(Account.id).where(Account.name == "Zeta")) == []


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"columns": {"9": "LastName"}}, "There is no column 9: the file has 7."),
        ({"columns": {"1": "Margin__c"}}, "Leads have no field “Margin__c”"),
        ({"columns": {"1": "LastName", "2": "LastName"}}, "Two columns are to be Last Name."),
        ({"columns": {}}, "Say of at least one column"),
        ({"mode": "update"}, "Say by which field records are found."),
        ({"constants": {"IsConverted": "yes"}}, "Leads have no field “IsConverted”"),
    ],
)
def test_what_makes_no_sense_is_refused_whole(
    floor: Floor, said: Mapping[str, Any], message: str
) -> None:
    file_id = uploaded(floor, LEADS)
    wanted = {"sobject": "Lead", "columns": LEAD_COLUMNS, **said}
    refusal = floor.refused(imports.run, file_id=file_id, **wanted)
    assert refusal.code == "INVALID_MAPPING"
    assert message in refusal.message
    assert floor.rows(select(Import.id)) == []


def test_a_workbook_is_read_as_well(floor: Floor) -> None:
    rows = [["Zeta A", "Prospecting", date(2026, 4, 17), 1250.5], ["", None, None, None]]
    content = as_xlsx("Deals", ["Deal Name", "Stage", "Close Date", "Amount"], rows)
    file_id = uploaded(floor, content)
    found = floor.do(imports.preview, file_id=file_id, sobject="Opportunity")
    assert [each.suggested for each in found.columns] == [
        "Name",
        "StageName",
        "CloseDate",
        "Amount",
    ]
    columns = {str(each.number): each.suggested for each in found.columns}
    assert told(ran(floor, content, sobject="Opportunity", columns=columns)) == ["create"]
    query = select(Opportunity.close_date, Opportunity.amount).where(Opportunity.name == "Zeta A")
    assert [tuple(row) for row in floor.rows(query)] == [("2026-04-17", 125_050)]


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 500])
def test_a_broken_workbook_is_refused(floor: Floor, content: bytes) -> None:
    file_id = uploaded(floor, content)
    refusal = floor.refused(imports.preview, file_id=file_id, sobject="Lead")
    assert refusal.code == "unreadable_file"
