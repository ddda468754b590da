"""List views: what they find, who sees them, and many records changed at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor

from workworld.apps.crm.models import Account, Export, Lead, ListView, Opportunity
from workworld.apps.crm.service import (
    list_groups,
    list_rows,
    list_views,
    mass_changes,
    recents,
    records,
)

_leads = Lead.__table__.c
ENGINEER = "mchen"
"""Does not work with the CRM."""


def standard(floor: Floor, sobject: str, name: str, by: str = MANAGER) -> str:
    """The id of a list view."""
    found = floor.do(list_views.list, by=by, sobject=sobject)
    return next(each.row.id for each in found if each.row.name == name)


def made(floor: Floor, sobject: str, *, by: str = MANAGER, **more: Any) -> str:
    """The id of a new list view."""
    view = floor.do(list_views.create, by=by, **{"sobject": sobject, "name": "Mine", **more})
    return str(view.row.id)


def names(floor: Floor, view_id: str, *, by: str = MANAGER, **more: Any) -> list[str]:
    """What the records of a list view are called, in its order."""
    found = floor.do(list_rows.list, by=by, view_id=view_id, **more)
    return [each.values["Name"] for each in found.records]


def where(field: str, operator: str, *values: str) -> Mapping[str, Any]:
    """A filter."""
    return {"field": field, "operator": operator, "values": list(values)}


def leads_where(floor: Floor, *conditions: Any) -> set[str]:
    """What the leads are called that fit, past all views."""
    return {row.name for row in floor.rows(select(_leads.name).where(*conditions))}


@pytest.mark.parametrize(
    ("given", "condition"),
    [
        (where("Status", "equals", "New"), _leads.status == "New"),
        (where("Status", "equals", "New", "Working"), _leads.status.in_(("New", "Working"))),
        (where("Status", "notEqual", "New"), _leads.status != "New"),
        (where("Company", "contains", "freight"), _leads.company.icontains("freight")),
        (where("Company", "startsWith", "Ma"), _leads.company.istartswith("Ma")),
        (where("Title", "empty"), _leads.title.is_(None)),
        (where("Title", "notEmpty"), _leads.title.is_not(None)),
        (where("IsConverted", "equals", "true"), _leads.is_converted),
        (where("NumberOfEmployees", "greaterThan", "100"), _leads.employees > 100),
        (where("NumberOfEmployees", "between", "10", "200"), _leads.employees.between(10, 200)),
    ],
)
def test_a_filter_finds_what_it_says(
    floor: Floor, given: Mapping[str, Any], condition: Any
) -> None:
    view = made(floor, "Lead", filters=[given])
    assert set(names(floor, view)) == leads_where(floor, condition, ~_leads.is_deleted)


def test_a_reference_is_asked_by_its_name(floor: Floor) -> None:
    view = made(floor, "Opportunity", filters=[where("AccountId", "contains", "pellworth")])
    found = names(floor, view)
    assert found
    assert all("Pellworth" in name for name in found)
    queue = made(floor, "Lead", filters=[where("OwnerId", "equals", "Inbound Leads")])
    owned = names(floor, standard(floor, "Lead", "Inbound Leads: Leads"))
    assert set(names(floor, queue)) == set(owned)


@pytest.mark.parametrize(
    ("logic", "kept"),
    [
        ("", "1 AND 2 AND 3"),
        ("1 or 2 and 3", "1 OR (2 AND 3)"),
        ("(1 OR 2) AND 3", "(1 OR 2) AND 3"),
        ("NOT 1 AND 2 AND 3", "NOT 1 AND 2 AND 3"),
    ],
)
def test_logic_has_its_precedence(floor: Floor, logic: str, kept: str) -> None:
    filters = [
        where("Status", "equals", "New"),
        where("Rating", "equals", "Hot"),
        where("Title", "notEmpty"),
    ]
    view = made(floor, "Lead", filters=filters, logic=logic)
    is_new, is_hot, has_title = (
        _leads.status == "New",
        _leads.rating.is_not_distinct_from("Hot"),
        _leads.title.is_not(None),
    )
    wanted = {
        "1 AND 2 AND 3": is_new & is_hot & has_title,
        "1 OR (2 AND 3)": is_new | (is_hot & has_title),
        "(1 OR 2) AND 3": (is_new | is_hot) & has_title,
        "NOT 1 AND 2 AND 3": ~is_new & is_hot & has_title,
    }[kept]
    assert set(names(floor, view)) == leads_where(floor, wanted)


@pytest.mark.parametrize(
    ("more", "field", "said"),
    [
        ({"filters": [where("Status", "equals", "New")], "logic": "1 AND 2"}, "logic", "filter 2"),
        ({"filters": [where("Nothing", "equals", "New")]}, "filters.1.field", "choose a field"),
        ({"filters": [where("Status", "lessOrEqual", "1")]}, "filters.1.operator", "asked"),
        ({"filters": [where("NumberOfEmployees", "equals", "many")]}, "filters.1.value", "number"),
        ({"filters": [where("CreatedDate", "equals", "SOON")]}, "filters.1.value", "no date"),
        ({"filters": [where("Status", "equals")]}, "filters.1.value", "Give a value"),
        ({"columns": ["Name", "Nothing"]}, "columns", "No such column"),
        ({"scope": "queue"}, "queue_id", "Choose a queue"),
        ({"name": "  "}, "name", "Give the list view a name"),
        ({"sharing": "groups"}, "group_ids", "Choose who sees it"),
    ],
)
def test_a_view_that_makes_no_sense_is_refused(
    floor: Floor, more: Mapping[str, Any], field: str, said: str
) -> None:
    asked = {"sobject": "Lead", "name": "Mine", **more}
    refusal = floor.refused(list_views.create, by=MANAGER, **asked)
    (problem,) = refusal.problems
    assert problem.field == field
    assert said in problem.what


def test_relative_dates_are_read_by_the_fiscal_year(floor: Floor) -> None:
    view = made(floor, "Opportunity", filters=[where("CloseDate", "equals", "THIS_FISCAL_QUARTER")])
    deals = Opportunity.__table__.c
    first_quarter = deals.close_date.between("2026-02-01", "2026-04-30")
    wanted = {row.name for row in floor.rows(select(deals.name).where(first_quarter))}
    assert set(names(floor, view, limit=200)) == wanted


def test_scopes_are_the_viewers(floor: Floor) -> None:
    mine = made(floor, "Lead", scope="mine", sharing="public")
    for handle in (MANAGER, REP):
        owned = leads_where(floor, _leads.owner_id == floor.user(handle))
        assert set(names(floor, mine, by=handle)) == owned
    team = made(floor, "Lead", scope="team")
    both = [floor.user(MANAGER), floor.user(REP)]
    assert set(names(floor, team)) >= leads_where(floor, _leads.owner_id.in_(both))


def test_what_was_looked_at_last_comes_first(floor: Floor) -> None:
    view = standard(floor, "Lead", "Recently Viewed")
    ids = [row.id for row in floor.rows(select(_leads.id).order_by(_leads.id).limit(2))]
    for record_id in ids:
        floor.do(recents.view, by=ADMIN, sobject="Lead", record_id=record_id)
    found = floor.do(list_rows.list, by=ADMIN, view_id=view)
    assert {each.id for each in found.records} == set(ids)


def test_hidden_records_are_in_no_list(floor: Floor) -> None:
    everything = standard(floor, "Account", "All Accounts")
    seen = {each.id for each in floor.do(list_rows.list, view_id=everything).records}
    every = {row.id for row in floor.rows(select(Account.id).where(~Account.is_deleted))}
    assert seen < every
    assert len(floor.do(list_rows.list, by=ADMIN, view_id=everything).records) == len(every)


def test_hidden_names_find_and_order_nothing(floor: Floor) -> None:
    """Neither a filter nor a search tells what an account is called that the viewer cannot see."""
    hidden = floor.create("Account", by=ADMIN, Name="Zzyzx Secret Holding")
    floor.create("Case", by=ADMIN, Subject="Seen case", AccountId=hidden, Origin="Phone")
    named = {"filters": [where("AccountId", "contains", "Zzyzx")]}
    for who, count in ((ADMIN, 1), (SUPPORT, 0)):
        subject = {"filters": [where("Subject", "equals", "Seen case")]}
        seen = made(floor, "Case", by=who, columns=["Subject", "AccountId"], **subject)
        assert floor.do(list_rows.list, by=who, view_id=seen).total == 1
        assert floor.do(list_rows.list, by=who, view_id=seen, search="zzyzx").total == count
        view = made(floor, "Case", by=who, **named)
        assert floor.do(list_rows.list, by=who, view_id=view).total == count


def test_views_are_their_owners_until_shared(floor: Floor) -> None:
    view = made(floor, "Lead", by=MANAGER)
    assert floor.refused(list_views.info, view_id=view).code == "NOT_FOUND"
    assert floor.refused(list_rows.list, view_id=view).code == "NOT_FOUND"
    floor.do(list_views.update, by=MANAGER, view_id=view, sharing="public")
    assert not floor.do(list_views.info, view_id=view).may_edit
    refusal = floor.refused(list_views.update, view_id=view, name="Theirs")
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    floor.do(list_views.delete, by=MANAGER, view_id=view)
    assert floor.refused(list_views.info, by=MANAGER, view_id=view).code == "NOT_FOUND"


def test_standard_views_stay_as_they_are(floor: Floor) -> None:
    view = standard(floor, "Lead", "All Leads")
    floor.refused(list_views.delete, by=ADMIN, view_id=view)
    floor.refused(list_views.update, by=ADMIN, view_id=view, name="Other")


def test_the_pinned_view_comes_first(floor: Floor) -> None:
    view = standard(floor, "Case", "My Open Cases")
    floor.do(list_views.pin, view_id=view)
    first = list_views.default_of(floor.do(list_views.list, sobject="Case"))
    assert first is not None
    assert first.row.id == view
    floor.do(list_views.unpin, view_id=view)
    first = list_views.default_of(floor.do(list_views.list, sobject="Case"))
    assert first is not None
    assert first.row.scope == "recent"


def test_people_without_the_crm_see_no_list(floor: Floor) -> None:
    refusal = floor.refused(list_views.list, by=ENGINEER, sobject="Lead")
    assert refusal.code == "INSUFFICIENT_ACCESS"


def test_rows_are_ordered_as_asked(floor: Floor) -> None:
    view = standard(floor, "Opportunity", "All Opportunities")
    by_stage = floor.do(list_rows.list, by=MANAGER, view_id=view, sort_field="StageName")
    stages = [each.values["StageName"] for each in by_stage.records]
    assert stages[0] == "Prospecting"
    assert stages[-1] == "Closed Lost"
    down = names(floor, view, sort_field="Name", is_descending=True)
    assert down == sorted(down, key=str.lower, reverse=True)


def test_many_records_change_and_each_is_refused_by_itself(floor: Floor) -> None:
    good = floor.create("Lead", by=MANAGER)
    converted = next(row.id for row in floor.rows(select(_leads.id).where(_leads.is_converted)))
    done: Sequence[mass_changes.Outcome] = floor.do(
        mass_changes.update,
        by=MANAGER,
        sobject="Lead",
        record_ids=[converted, good, "00QWw0000000000AAA"],
        values={"Rating": "Hot"},
    )
    assert [each.is_done for each in done] == [False, True, False]
    assert floor.row(good).rating == "Hot"
    assert done[2].errors[0].code == "NOT_FOUND"


def test_saving_cells_notices_who_was_faster(floor: Floor) -> None:
    lead = floor.create("Lead", by=MANAGER)
    version = floor.row(lead).version
    floor.update(lead, by=MANAGER, Title="Buyer")
    (outcome,) = floor.do(
        mass_changes.save,
        by=MANAGER,
        sobject="Lead",
        changes={lead: {"Title": "Seller"}},
        versions={lead: version},
    )
    assert outcome.errors[0].code == "ENTITY_MODIFIED"
    assert floor.row(lead).title == "Buyer"


def test_deleted_together_they_come_back_together(floor: Floor) -> None:
    ids = [floor.create("Lead", by=MANAGER, LastName=f"L{number}") for number in range(3)]
    floor.do(mass_changes.delete, by=MANAGER, sobject="Lead", record_ids=ids)
    assert all(floor.row(each).is_deleted for each in ids)
    floor.do(mass_changes.restore, by=MANAGER, sobject="Lead", record_ids=ids)
    assert not any(floor.row(each).is_deleted for each in ids)


def test_campaign_members_are_added_once(floor: Floor) -> None:
    campaign = floor.create("Campaign", by=ADMIN)
    ids = [floor.create("Lead", by=ADMIN, LastName=f"L{number}") for number in range(2)]
    for _ in range(2):
        done = floor.do(
            mass_changes.add_to_campaign, by=ADMIN, campaign_id=campaign, record_ids=ids
        )
        assert all(each.is_done for each in done)
    view = made(floor, "Lead", by=ADMIN)
    assert floor.do(list_rows.list, by=ADMIN, view_id=view).total > 0
    members = floor.do(records.get, by=ADMIN, sobject="Campaign", record_id=campaign)
    assert members.id == campaign


def test_sums_are_in_the_organisations_currency(floor: Floor) -> None:
    view = standard(floor, "Opportunity", "All Opportunities")
    found = floor.do(
        list_groups.totals, by=ADMIN, view_id=view, group="StageName", measure="Amount"
    )
    deals = Opportunity.__table__.c
    plain = select(deals.amount).where(
        deals.stage == "Prospecting", ~deals.is_deleted, deals.currency == "USD"
    )
    wanted = sum(row.amount or 0 for row in floor.rows(plain)) / 100
    prospecting = found.groups[0]
    assert (prospecting.label, prospecting.sum) == ("Prospecting", wanted)
    assert (
        sum(each.count for each in found.groups)
        == floor.do(list_rows.list, by=ADMIN, view_id=view).total
    )


def test_who_takes_a_list_away_is_noted(floor: Floor) -> None:
    view = standard(floor, "Lead", "All Leads")
    floor.do(list_rows.export, by=MANAGER, view_id=view)
    (row,) = floor.rows(select(Export.kind, Export.thing_id))
    assert tuple(row) == ("ListView", view)


def test_a_hidden_field_is_in_no_column(floor: Floor) -> None:
    columns = ["Name", "Margin__c"]
    view = made(floor, "Opportunity", by=ADMIN, columns=columns, sharing="public")
    shown = floor.do(list_rows.list, by=ADMIN, view_id=view).fields
    assert [each.name for each in shown] == columns
    found = floor.do(list_rows.list, by=REP, view_id=view)
    assert [each.name for each in found.fields] == ["Name"]
    refusal = floor.refused(
        list_views.create,
        by=REP,
        sobject="Opportunity",
        name="Mine",
        filters=[where("Margin__c", "greaterThan", "1")],
    )
    assert refusal.code == "INVALID_FILTER"


def test_every_standard_view_can_be_listed(floor: Floor) -> None:
    for row in floor.rows(select(ListView.id, ListView.name)):
        found = floor.do(list_rows.list, by=ADMIN, view_id=row.id)
        assert found.fields, row.name
