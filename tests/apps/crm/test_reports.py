"""Reports: groups, totals, filters, and who sees what in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor

from workworld.apps.crm.models import Export, Profile
from workworld.apps.crm.service import report_folders, reports
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_results import Result

OURS = {"column": "Name", "operator": "startsWith", "value": "Zeta"}
"""Only the deals of these tests."""


@pytest.fixture
def deals(floor: Floor) -> Mapping[str, str]:
    """Deals of the rep's and one of her manager's."""
    account = floor.create("Account", Name="Zeta Holding", Industry="Energy")

    def deal(name: str, stage: str, amount: float | None, closes: str, **more: Any) -> str:
        values = {"AccountId": account, "Name": f"Zeta {name}", "StageName": stage}
        return floor.create("Opportunity", Amount=amount, CloseDate=closes, **values, **more)

    return {
        "one": deal("one", "Prospecting", 1000, "2026-02-10"),
        "two": deal("two", "Prospecting", 500.5, "2026-05-02", Type="Expansion"),
        "three": deal("three", "Qualification", 250, "2026-04-30"),
        "four": deal("four", "Negotiation/Review", None, "2027-01-31"),
        "foreign": deal("foreign", "Qualification", 850, "2026-04-29", CurrencyIsoCode="EUR"),
        "hers": deal("hers", "Qualification", 4000, "2026-04-01", by=MANAGER),
    }


def ran(floor: Floor, by: str = REP, of: str = "Opportunity", **said: Any) -> Result:
    """What comes of a report about the deals of these tests."""
    filters = said.pop("filters", ())
    whole = [OURS, *filters] if of == "Opportunity" else filters
    definition = {"filters": whole, **said}
    result: Result = floor.do(reports.preview, by=by, report_type=of, definition=definition)
    return result


def names(result: Result) -> list[str]:
    """What the rows are called whose first column is the name."""
    return [line.values[0].removeprefix("Zeta ") for line in result.lines]


def tree(result: Result, groups: Any, *total: str, path: tuple[str, ...] = ()) -> dict[str, Any]:
    """Groups by label with their totals."""
    totals = [each for each in result.totals if each.name in total]

    def told(group: Group) -> Any:
        here = (*path, group.key)
        values = tuple(result.value(each, here) for each in totals)
        below = tree(result, group.groups, *total, path=here)
        return (*values, below) if below else values

    return {group.label: told(group) for group in groups}


def test_groups_come_in_the_order_of_stages_with_converted_sums(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    result = ran(
        floor,
        format="SUMMARY",
        rows=[{"column": "StageName"}],
        aggregates=["RowCount", "s!Amount", "a!Amount", "m!Amount", "mx!Amount"],
    )
    wanted = ("RowCount", "s!Amount", "a!Amount", "m!Amount", "mx!Amount")
    assert tree(result, result.down, *wanted) == {
        "Prospecting": (2, 1500.5, 750.25, 500.5, 1000),
        "Qualification": (2, 1250, 625, 250, 1000),
        "Negotiation/Review": (1, 0, None, None, None),
    }
    assert result.count == 5
    assert result.value(result.totals[1]) == 2750.5


def test_fiscal_quarters_begin_with_february(floor: Floor, deals: Mapping[str, str]) -> None:
    result = ran(
        floor, format="SUMMARY", rows=[{"column": "CloseDate", "granularity": "fiscal quarter"}]
    )
    assert tree(result, result.down, "RowCount") == {
        "Q1 FY2027": (3,),
        "Q2 FY2027": (1,),
        "Q4 FY2027": (1,),
    }


@pytest.mark.parametrize(
    ("unit", "labels"),
    [
        ("year", ["2026", "2027"]),
        ("month", ["February 2026", "April 2026", "May 2026", "January 2027"]),
        ("quarter", ["Q1 2026", "Q2 2026", "Q1 2027"]),
        ("week", ["2026-02-08", "2026-04-26", "2027-01-31"]),
    ],
)
def test_dates_are_grouped_by_what_one_chooses(
    floor: Floor, deals: Mapping[str, str], unit: str, labels: list[str]
) -> None:
    result = ran(floor, format="SUMMARY", rows=[{"column": "CloseDate", "granularity": unit}])
    assert [group.label for group in result.down] == labels


def test_moments_are_grouped_by_the_viewers_days(floor: Floor, deals: Mapping[str, str]) -> None:
    result = ran(floor, format="SUMMARY", rows=[{"column": "CreatedDate"}])
    assert tree(result, result.down, "RowCount") == {"2026-03-17": (5,)}


def test_a_matrix_has_totals_of_cells_rows_and_columns(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    result = ran(
        floor,
        by=MANAGER,
        format="MATRIX",
        rows=[{"column": "Owner.Name"}],
        across=[{"column": "StageName"}],
        aggregates=["s!Amount"],
    )
    (amount,) = result.totals
    assert [group.label for group in result.down] == ["Ana Kovač", "Denise Whitlock"]
    ana, denise = ((group.key,) for group in result.down)
    found = [result.value(amount, ana, (group.key,)) for group in result.across]
    assert found == [1500.5, 1250, 0]
    assert result.value(amount, denise, ("Prospecting",)) is None
    assert result.value(amount, (), ("Qualification",)) == 5250
    assert (result.value(amount, ana), result.value(amount)) == (2750.5, 6750.5)


def test_groups_may_be_ordered_by_a_total(floor: Floor, deals: Mapping[str, str]) -> None:
    rows = [{"column": "StageName", "sort_by": "s!Amount"}]
    result = ran(floor, format="SUMMARY", rows=rows, aggregates=["s!Amount"])
    labels = [group.label for group in result.down]
    assert labels == ["Negotiation/Review", "Qualification", "Prospecting"]


@pytest.mark.parametrize(
    ("filters", "logic", "found"),
    [
        ([{"column": "Amount", "operator": "greaterThan", "value": "500"}], "", "one two foreign"),
        ([{"column": "Amount", "operator": "between", "value": "250, 600"}], "", "two three"),
        ([{"column": "Amount", "operator": "equals", "value": ""}], "", "four"),
        ([{"column": "Type", "operator": "notEqual", "value": "Expansion"}], "", "one three four foreign"),  # noqa: E501 - a row of the table
        ([{"column": "StageName", "value": "prospecting, Negotiation/Review"}], "", "one two four"),
        ([{"column": "Name", "operator": "contains", "value": "o"}], "", "one two four foreign"),
        ([{"column": "Name", "operator": "notContain", "value": "o"}], "", "three"),
        ([{"column": "CloseDate", "value": "THIS_FISCAL_QUARTER"}], "", "one three foreign"),
        ([{"column": "CloseDate", "operator": "greaterThan", "value": "2026-04-30"}], "", "two four"),  # noqa: E501 - likewise
        ([{"column": "CreatedDate", "value": "TODAY"}], "", "one two three four foreign"),
        ([{"column": "Account.Industry", "value": "Energy"}], "", "one two three four foreign"),
        ([{"column": "Owner.Name", "value": "Denise Whitlock"}], "", ""),
        ([{"column": "IsClosed", "value": "true"}], "", ""),
        (
            [
                {"column": "StageName", "value": "Prospecting"},
                {"column": "Amount", "operator": "lessThan", "value": "600"},
            ],
            "1 AND (2 OR 3) AND NOT (2 AND 3)",
            "one three",
        ),
    ],
)  # fmt: skip
def test_filters_find(
    floor: Floor,
    deals: Mapping[str, str],
    filters: list[Mapping[str, str]],
    logic: str,
    found: str,
) -> None:
    result = ran(floor, columns=["Name"], filters=filters, logic=logic)
    assert sorted(names(result)) == sorted(found.split())
    assert result.count == len(result.lines)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"logic": "1 AND 2"}, "names filter 2, but there is no such filter"),
        ({"columns": ["Nothing"]}, "has no column “Nothing”"),
        ({"rows": [{"column": "StageName"}]}, "A tabular report has no groups"),
        ({"aggregates": ["s!Name"]}, "holds no numbers"),
        ({"aggregates": ["x!Amount"]}, "There is no total"),
        ({"filters": [{"column": "Amount", "value": "much"}]}, "“much” is no number"),
        ({"filters": [{"column": "CloseDate", "value": "soon"}]}, "“soon” is no date"),
        ({"filters": [{"column": "CloseDate", "operator": "contains", "value": "1"}]}, "cannot be"),
        ({"date": {"duration": "NEXT_CENTURY"}}, "is no relative date"),
        ({"cross_filters": [{"object": "Lead"}]}, "No records of “Lead” belong"),
    ],
)
def test_a_report_that_makes_no_sense_says_why(
    floor: Floor, said: Mapping[str, Any], message: str
) -> None:
    definition = {"filters": [OURS], **said}
    refusal = floor.refused(reports.preview, report_type="Opportunity", definition=definition)
    assert refusal.code == "BAD_REQUEST"
    assert message in refusal.message


def test_scope_and_dates_narrow(floor: Floor, deals: Mapping[str, str]) -> None:
    mine = ran(floor, by=MANAGER, columns=["Name"], scope="mine")
    assert names(mine) == ["hers"]
    days = {"start": "2026-04-01", "end": "2026-04-30"}
    assert sorted(names(ran(floor, columns=["Name"], date=days))) == ["foreign", "three"]


def test_the_first_rows_alone_are_counted_if_only_those_are_asked(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    result = ran(
        floor, columns=["Name"], sort="Amount", descending=True, limit=2, aggregates=["s!Amount"]
    )
    assert names(result) == ["one", "foreign"]
    assert (result.count, result.value(result.totals[0])) == (2, 2000)


def test_rows_come_in_the_order_of_their_groups(floor: Floor, deals: Mapping[str, str]) -> None:
    result = ran(
        floor,
        format="SUMMARY",
        rows=[{"column": "StageName", "descending": True}],
        columns=["Name"],
        sort="Name",
    )
    assert names(result) == ["four", "foreign", "three", "one", "two"]


def test_accounts_without_deals(floor: Floor, deals: Mapping[str, str]) -> None:
    floor.create("Account", Name="Zeta Idle")
    said: dict[str, Any] = {"columns": ["Name"], "filters": [OURS]}
    without = ran(
        floor, of="AccountList", cross_filters=[{"object": "Opportunity", "has": False}], **said
    )
    assert names(without) == ["Idle"]
    having = ran(floor, of="AccountList", cross_filters=[{"object": "Opportunity"}], **said)
    assert names(having) == ["Holding"]


def saved(floor: Floor, by: str = REP, folder_id: str = "", **said: Any) -> str:
    """The id of a new report."""
    definition = {"filters": [OURS], **said}
    made = floor.do(
        reports.create,
        by=by,
        name="Zeta pipeline",
        report_type="Opportunity",
        definition=definition,
        folder_id=folder_id,
    )
    return str(made.row.id)


def test_every_number_leads_to_its_rows(floor: Floor, deals: Mapping[str, str]) -> None:
    report_id = saved(
        floor,
        format="MATRIX",
        rows=[{"column": "CloseDate", "granularity": "fiscal quarter"}, {"column": "Owner.Name"}],
        across=[{"column": "StageName"}],
        columns=["Name"],
    )
    whole = floor.do(reports.run, report_id=report_id).result
    for (down, across), tally in whole.tallies.items():
        places = {str(place): key for place, key in enumerate(down)}
        places |= {str(2 + place): key for place, key in enumerate(across)}
        rows = floor.do(reports.run, report_id=report_id, groups=places).result.lines
        assert len(rows) == tally.rows


def test_reports_run_as_whoever_looks(floor: Floor, deals: Mapping[str, str]) -> None:
    folder = floor.do(report_folders.create, name="Sales", by=MANAGER)
    report_id = saved(floor, by=MANAGER, folder_id=folder.id, columns=["Name", "Margin__c"])
    counts = [
        floor.do(reports.run, by=by, report_id=report_id).result.count
        for by in (MANAGER, REP, FINANCE)
    ]
    assert counts == [6, 5, 6]
    mine = floor.do(reports.run, report_id=report_id).result
    assert [each.name for each in mine.columns] == ["Name"]
    refusal = floor.refused(reports.run, by=SUPPORT, report_id=report_id)
    assert refusal.code == "BAD_REQUEST"


def test_a_filter_on_a_hidden_field_is_not_answered(floor: Floor, deals: Mapping[str, str]) -> None:
    folder = floor.do(report_folders.create, name="Sales", by=MANAGER)
    margin = {"column": "Margin__c", "operator": "greaterThan", "value": "10"}
    report_id = saved(floor, by=MANAGER, folder_id=folder.id, filters=[OURS, margin])
    refusal = floor.refused(reports.run, report_id=report_id)
    assert "you may not see" in refusal.message


def test_a_private_report_is_its_owners_alone(floor: Floor) -> None:
    report_id = saved(floor)
    for operation in (reports.info, reports.run, reports.delete):
        refusal = floor.refused(operation, by=MANAGER, report_id=report_id)
        never = floor.refused(operation, by=MANAGER, report_id="00OWw0000000000AAA")
        assert (refusal.code, refusal.message) == (never.code, never.message)
    assert floor.do(reports.info, by=ADMIN, report_id=report_id).row.id == report_id


def test_what_is_shared_is_changed_by_its_owner(floor: Floor) -> None:
    folder = floor.do(report_folders.create, name="Sales")
    report_id = saved(floor, folder_id=folder.id)
    refusal = floor.refused(reports.update, by=MANAGER, report_id=report_id, name="Mine")
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    floor.do(report_folders.share, folder_id=folder.id, access="ReadWrite")
    floor.do(reports.update, by=MANAGER, report_id=report_id, name="Ours")
    listed = floor.do(reports.list, text="ours")
    assert [each.row.name for each in listed] == ["Ours"]
    floor.do(report_folders.share, folder_id=folder.id, access="Hidden")
    assert floor.do(reports.list, by=MANAGER, text="ours") == []


def test_exports_are_written_down_and_need_the_right(floor: Floor) -> None:
    report_id = saved(floor)
    floor.do(reports.export, report_id=report_id)
    (row,) = floor.rows(select(Export.user_id, Export.thing_id, Export.rows))
    assert tuple(row) == (floor.user(REP), report_id, 0)
    floor.change(update(Profile).where(Profile.name == "Sales Rep").values(exports=False))
    assert floor.refused(reports.export, report_id=report_id).code == "INSUFFICIENT_ACCESS"


@pytest.mark.parametrize("unit", ["week", "quarter", "fiscal quarter", "fiscal year", "year"])
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_days_at_the_ends_of_the_calendar_are_grouped(floor: Floor, unit: str, day: str) -> None:
    floor.create("Opportunity", Name="Zeta odd", CloseDate=day)
    result = ran(floor, format="SUMMARY", rows=[{"column": "CloseDate", "granularity": unit}])
    assert result.count == 1
    assert len(result.down) == 1
