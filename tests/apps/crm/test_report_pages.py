"""The pages of reports: lists, runs, the builder, files."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select, update
from tests.apps.crm.floor import MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.report_kit import Pages, shown
from tests.kit import Doors

from workworld.apps.crm.models import (
    Export,
    ListView,
    ObjectPermission,
    Report,
    ReportSubscription,
    User,
)
from workworld.apps.crm.service import reports
from workworld.passing_time import let_time_pass


@pytest.fixture
def page(floor: Floor, doors: Doors) -> Pages:
    return Pages(floor, doors)


def test_reports_are_listed_by_folder_and_name(page: Pages) -> None:
    listed = page.read("/reports?q=by+stage")
    assert "Pipeline by Stage" in listed
    assert "Cases by Month" not in listed
    assert "No report fits" in page.read("/reports?q=nothing+of+that")
    page.read(page.report("Cases by Month"))
    assert "Cases by Month" in page.read("/reports?which=recent")


def test_a_number_leads_to_its_rows(page: Pages) -> None:
    run = page.read(page.report("Pipeline by Stage"))
    link = re.search(r'<a href="/crm(/reports/\w+\?g=0%3A\w+)">(\d+)</a>', run)
    link = link or re.search(r'<a href="[^"]*?(/reports/\w+\?g=0%3A\w+)">(\d+)</a>', run)
    assert link is not None
    rows = page.read(link[1])
    assert f"Total Records {link[2]} " in shown(rows)
    assert "Whole report" in rows


@pytest.mark.parametrize("form", ["details", "formatted"])
def test_reports_leave_as_files(page: Pages, floor: Floor, form: str) -> None:
    name = "Pipeline by Owner and Stage"
    content = page.send(f"{page.report(name)}/export", 200, form=form)
    wanted = "Amount Currency" if form == "details" else "Record Count"
    assert wanted in content
    (row,) = floor.rows(select(Export.name, Export.user_id))
    assert tuple(row) == (name, floor.user(MANAGER))


def test_every_standard_report_runs(page: Pages, floor: Floor) -> None:
    for row in floor.rows(select(Report.id, Report.name)):
        assert row.name in page.read(f"/reports/{row.id}")


def test_a_report_is_built_by_its_address_and_saved(page: Pages) -> None:
    assert "Opportunities with Products" in page.read("/reports/new")
    built = page.read("/reports/new?type=Opportunity&column=Name&do=add-column:Amount")
    assert re.search(r'name="column" value="Amount"', built)
    said = {
        "type": "Opportunity",
        "name": "Built by hand",
        "format": "SUMMARY",
        "column": ["Name", "Amount"],
        "row": ["CloseDate"],
        "row_unit": ["fiscal quarter"],
        "row_order": ["-"],
        "total": ["RowCount", "s!Amount"],
        "filter": ["IsClosed", "Amount"],
        "operator": ["equals", "greaterThan"],
        "value": ["false", "10000"],
        "logic": "1 AND 2",
        "chart": "column",
    }
    run = page.read(page.send("/reports/new", **said))
    assert "Q1 FY2027" in run
    edit = page.read(f"{page.report('Built by hand')}/edit")
    assert re.search(r'name="row_unit" value="fiscal quarter"', edit)
    refused = page.send("/reports/new", 422, **{**said, "logic": "1 AND 3"})
    assert "names filter 3, but there is no such filter" in refused
    assert 'value="10000"' in refused
    page.send(f"{page.report('Built by hand')}/delete")
    assert "No report fits" in page.read("/reports?q=built+by+hand")


PARTS = {
    "type": "Opportunity",
    "name": "All parts",
    "format": "SUMMARY",
    "column": ["Name", "CDF1"],
    "row": ["BucketField_1"],
    "row_top": ["2"],
    "details": "no",
    "total": ["RowCount", "s!CDF1", "FORMULA1"],
    "bucket_column": ["Amount"],
    "bucket_label": ["Size"],
    "bucket_text": ["Small: 10000; Middle: 50000; Large"],
    "formula_label": ["Twice"],
    "formula_text": ["Amount * 2"],
    "summary_label": ["Each"],
    "summary_text": ["CDF1:SUM / RowCount"],
    "summary_type": ["currency"],
    "cross_object": ["OpportunityContactRole"],
    "cross_has": ["no"],
    "sub_of": ["0"],
    "sub_column": ["IsPrimary"],
    "sub_value": ["true"],
    "highlight_total": ["FORMULA1"],
    "highlight_low": ["20,000"],
    "highlight_high": ["90000"],
}


def test_parts_of_a_report_are_built_saved_and_built_again(page: Pages, floor: Floor) -> None:
    address = page.send("/reports/new", **PARTS)
    run = page.read(address)
    assert "Without Contact Roles whose Primary equals true" in run
    assert '<td class="number mark-' in run
    edit = page.read(f"{page.report('All parts')}/edit")
    for said in ("Small: 10000; Middle: 50000; Large", "Amount * 2", "CDF1:SUM / RowCount"):
        assert f'value="{said}"' in edit
    (before,) = floor.rows(select(Report.definition).where(Report.name == "All parts"))
    form: dict[str, list[str]] = {}
    for name, value in re.findall(
        r'<input [^>]*?name="(\w+)"[^>]*? value="([^"]*)"', builder(edit)
    ):
        form.setdefault(name, []).append(value)
    form.pop("csrf", None)
    page.send(f"{page.report('All parts')}/edit", **form)
    (after,) = floor.rows(select(Report.definition).where(Report.name == "All parts"))
    assert after.definition == before.definition | {"date": {"column": "CloseDate"}}


def builder(text: str) -> str:
    """The form of a report that is being built."""
    return text.partition('<form class="builder"')[2].partition("</form>")[0]


def test_blocks_are_built_and_keep_what_the_form_does_not_show(page: Pages, floor: Floor) -> None:
    said = {
        "type": "Opportunity",
        "format": "JOINED",
        "row": ["Account.Name"],
        "column": ["Name"],
        "total": ["RowCount"],
    }
    query = "&".join(
        f"{name}={value}"
        for name, values in said.items()
        for value in ([values] if isinstance(values, str) else values)
    )
    built = page.read(f"/reports/new?{query}&do=add-block:CaseList")
    assert "Block 2: Cases" in built
    rest = '{"scope": "mine", "filters": [{"column": "Status"}, {"column": "Priority"}]}'
    block = {
        "block_type": ["CaseList"],
        "block_name": ["Mine"],
        "block_columns_0": ["Subject"],
        "block_totals_0": ["RowCount"],
        "block_filter": ["Status"],
        "block_value": ["New"],
        "block_rest": [rest],
    }
    page.read(page.send("/reports/new", name="Both", **said, **block))
    (row,) = floor.rows(select(Report.definition).where(Report.name == "Both"))
    (kept,) = row.definition["blocks"]
    assert kept["scope"] == "mine"
    assert [each["column"] for each in kept["filters"]] == ["Status", "Priority"]
    found = page.read("/reports/columns?type=Opportunity&kind=common&with=CaseList&q=account")
    assert 'data-value="Account.Name"' in found
    assert 'data-value="StageName"' not in found


@pytest.mark.parametrize(
    ("query", "columns"),
    [
        ("do=add-column:Amount@0", ["Amount", "Name", "StageName"]),
        ("do=move-column:1@0", ["StageName", "Name"]),
        ("do=remove-column:0", ["StageName"]),
        ("do=add-column:Amount&do=move-column:2@1", ["Name", "Amount", "StageName"]),
    ],
)
def test_columns_are_put_where_they_are_wanted(page: Pages, query: str, columns: list[str]) -> None:
    built = page.read(f"/reports/new?type=Opportunity&column=Name&column=StageName&{query}")
    assert re.findall(r'name="column" value="(\w+)"', built) == columns


@pytest.mark.parametrize(
    "query",
    [
        "type=Opportunity&format=WRONG",
        "type=Opportunity&column=Nothing&filter=Nothing&operator=x&value=1",
        "type=Opportunity&format=MATRIX&row=StageName&row=StageName",
        "type=Opportunity&limit=99999999&duration=SOON&chart=cake",
        "type=Opportunity&do=remove-column:99",
    ],
)
def test_a_wrong_address_is_answered_with_the_form(page: Pages, query: str) -> None:
    assert "Report builder" in page.read(f"/reports/new?{query}")


def test_columns_are_found_by_their_names(page: Pages) -> None:
    found = page.read("/reports/columns?type=Opportunity&q=close&kind=date")
    assert 'data-value="CloseDate"' in found
    assert 'data-value="Name"' not in found


def test_a_report_is_subscribed_to_and_comes_as_a_snapshot(page: Pages, floor: Floor) -> None:
    here = page.report("Pipeline by Stage")
    form = {
        "frequency": "weekly",
        "weekdays": ["0", "2"],
        "hour": "7",
        "people": [floor.people[REP]],
        "aggregate": "RowCount",
        "operator": "greaterThan",
        "value": "1",
    }
    assert "is no number" in page.send(f"{here}/subscriptions", 422, **{**form, "value": "many"})
    text = shown(page.read(page.send(f"{here}/subscriptions", **form)))
    assert "Monday, Wednesday at 7:00 AM Ana Kovač Record Count greater than 1" in text
    let_time_pass(floor.world, 2 * 24 * 3600)
    rep = Pages(floor, page.doors, REP)
    listed = rep.read(f"{here}/snapshots")
    (snapshot,) = re.findall(r"/snapshots/(0LG\w+)", listed)
    assert "Past result" in shown(rep.read(f"{here}/snapshots/{snapshot}"))
    page.read(f"{here}/snapshots/{snapshot}", 404)
    (row,) = floor.rows(select(ReportSubscription.id))
    assert "No subscriptions yet" in page.read(page.send(f"{here}/subscriptions/{row.id}/delete"))
    rep.send(f"{here}/snapshots/{snapshot}/delete")


def test_a_snapshot_says_that_it_is_none_of_the_live_report(page: Pages, floor: Floor) -> None:
    here = page.report("Pipeline by Stage")
    taken = page.send(f"{here}/snapshots")
    floor.create("Opportunity", Name="Later", StageName="Prospecting", by=MANAGER)
    text = shown(page.read(taken))
    assert "what the report said to you on Mar 17, 2026" in text
    assert "Live report" in text
    totals = [re.search(r"Total Records (\d+)", shown(page.read(path))) for path in (taken, here)]
    then, now = (int(each[1]) for each in totals if each)
    assert now == then + 1


def test_a_joined_report_shows_its_blocks_and_leads_to_their_rows(
    page: Pages, floor: Floor
) -> None:
    definition = {
        "format": "JOINED",
        "rows": [{"column": "Account.Name"}],
        "columns": ["Name"],
        "aggregates": ["RowCount", "s!Amount"],
        "blocks": [{"report_type": "CaseList", "name": "Trouble", "columns": ["Subject"]}],
    }
    made = floor.do(
        reports.create,
        by=MANAGER,
        name="Deals and cases",
        report_type="Opportunity",
        definition=definition,
    )
    text = page.read(f"/reports/{made.row.id}")
    assert '<th scope="colgroup" colspan="2">Trouble</th>' in text
    link = re.search(rf"/reports/{made.row.id}\?g=0%3A\w+", text)
    assert link is not None
    assert "Trouble" in shown(page.read(link[0]))
    content = page.send(f"/reports/{made.row.id}/export", 200, form="formatted")
    assert "Trouble" in content


@pytest.mark.parametrize("group", ["StageName", "OwnerId", "IsClosed", "Type"])
def test_parts_of_a_lists_chart_lead_to_their_records(
    page: Pages, floor: Floor, group: str
) -> None:
    floor.create("Opportunity", Name="Without a type", by=MANAGER)
    (view,) = floor.rows(select(ListView.id).where(ListView.name == "All Opportunities"))
    text = page.read(f"/Opportunity/list?view={view.id}&panel=chart&chart-group={group}")
    parts = set(re.findall(r'href="[^"]*(/Opportunity/list\?[^"]*only=[^"]*)"', text))
    assert parts
    counts = []
    for path in parts:
        found = re.search(r"(\d+) items? .*? • Only ", shown(page.read(path)))
        assert found is not None
        counts.append(int(found[1]))
    (whole,) = re.findall(r"(\d+) items?", shown(text))[:1]
    assert sum(counts) == int(whole)
    assert min(counts) > 0


def test_reports_about_records_that_one_may_not_read_are_not_listed(
    floor: Floor, doors: Doors
) -> None:
    rep = Pages(floor, doors, REP)
    leads = [
        row.name for row in floor.rows(select(Report.name).where(Report.report_type == "LeadList"))
    ]
    assert leads
    assert all(name in rep.read("/reports") for name in leads)
    (user,) = floor.rows(select(User.profile_id).where(User.id == floor.user(REP)))
    table = ObjectPermission.__table__
    mine = (table.c.profile_id == user.profile_id, table.c.sobject == "Lead")
    with floor.world.writing() as session:
        session.execute(
            update(ObjectPermission).where(*mine).values(can_read=False, views_all=False)
        )
    listed = set(re.findall(r'href="[^"]*?(/reports/00O\w{15})"', rep.read("/reports")))
    assert not any(name in rep.read("/reports") for name in leads)
    assert listed
    for path in listed:
        rep.read(path)


def test_every_report_that_is_listed_for_support_runs(floor: Floor, doors: Doors) -> None:
    support = Pages(floor, doors, SUPPORT)
    listed = set(re.findall(r'href="[^"]*?(/reports/00O\w{15})"', support.read("/reports")))
    assert listed
    for path in listed:
        support.read(path)
    assert "Accounts without Opportunities" not in support.read("/reports")
