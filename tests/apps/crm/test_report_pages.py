"""The pages of reports: lists, runs, the builder, files."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import MANAGER, Floor
from tests.apps.crm.report_kit import Pages, shown
from tests.kit import Doors

from workworld.apps.crm.models import Export, Report


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
