"""What reports have for themselves: buckets, formulas, sub-filters, first groups, blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor
from tests.apps.crm.test_reports import OURS, deals, names, ran, tree

from workworld.apps.crm.service import reports
from workworld.apps.crm.service.report_results import Result

__all__ = ["deals"]
SIZES = {
    "name": "BucketField_1",
    "label": "Size",
    "column": "Amount",
    "buckets": [
        {"label": "Small", "upper": 500},
        {"label": "Middle", "upper": 1000},
        {"label": "Big"},
    ],
}
PHASES = {
    "name": "BucketField_2",
    "label": "Phase",
    "column": "StageName",
    "buckets": [{"label": "Late", "values": ["Negotiation/Review"]}],
    "other": "Early",
}


def test_numbers_are_sorted_into_ranges(floor: Floor, deals: Mapping[str, str]) -> None:
    said: dict[str, Any] = {"buckets": [SIZES], "format": "SUMMARY", "aggregates": ["s!Amount"]}
    result = ran(floor, by=MANAGER, rows=[{"column": "BucketField_1"}], **said)
    assert tree(result, result.down, "s!Amount") == {
        "-": (0,),
        "Small": (250,),
        "Middle": (2500.5,),
        "Big": (4000,),
    }
    zero = {**said, "buckets": [{**SIZES, "blank_is_zero": True}]}
    result = ran(floor, rows=[{"column": "BucketField_1"}], **zero)
    assert [group.label for group in result.down] == ["Small", "Middle"]


def test_values_are_sorted_into_buckets_and_filtered_by_them(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    said: dict[str, Any] = {"buckets": [PHASES], "columns": ["Name", "BucketField_2"]}
    early = ran(floor, filters=[{"column": "BucketField_2", "value": "early"}], **said)
    assert sorted(names(early)) == ["foreign", "one", "three", "two"]
    kept = {**said, "buckets": [{**PHASES, "other": ""}]}
    rows = [{"column": "BucketField_2"}]
    result = ran(floor, format="SUMMARY", rows=rows, **kept)
    assert [group.label for group in result.down] == ["Late", "Prospecting", "Qualification"]


def test_a_bucket_leads_to_its_rows(floor: Floor, deals: Mapping[str, str]) -> None:
    definition = {
        "filters": [OURS],
        "buckets": [SIZES],
        "columns": ["Name"],
        "format": "SUMMARY",
        "rows": [{"column": "BucketField_1"}],
    }
    made = floor.do(reports.create, name="Sizes", report_type="Opportunity", definition=definition)
    for key, wanted in (("Small", ["three"]), ("", ["four"])):
        rows = floor.do(reports.run, report_id=made.row.id, groups={"0": key})
        assert names(rows.result) == wanted


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        ("Amount * Probability", 100.0),
        ('IF(Amount > 900, "large", "little")', "large"),
        ("CloseDate - 10", "2026-01-31"),
        ("ISBLANK(Account.Industry)", 0),
        ("Amount / 0", None),
    ],
)
def test_rows_are_computed(
    floor: Floor, deals: Mapping[str, str], formula: str, found: Any
) -> None:
    result = ran(
        floor,
        formulas=[{"name": "CDF1", "label": "Mine", "formula": formula}],
        columns=["Name", "CDF1"],
        filters=[{"column": "Name", "value": "Zeta one"}],
    )
    (line,) = result.lines
    assert line.values[1] == found


def test_computed_rows_are_summed_filtered_and_ordered(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    result = ran(
        floor,
        formulas=[{"name": "CDF1", "label": "Twice", "formula": "Amount * 2"}],
        columns=["Name"],
        aggregates=["s!CDF1", "mx!CDF1"],
        filters=[{"column": "CDF1", "operator": "greaterThan", "value": "900"}],
        sort="CDF1",
    )
    assert names(result)[0] == "two"
    assert [result.value(each) for each in result.totals] == [5001, 2000]


def test_totals_are_computed_of_totals(floor: Floor, deals: Mapping[str, str]) -> None:
    each = {"name": "FORMULA1", "label": "Each", "formula": "Amount:SUM / RowCount"}
    share = {
        "name": "FORMULA2",
        "label": "Share",
        "formula": "RowCount / PARENTGROUPVAL(RowCount, GRAND_SUMMARY)",
        "type": "percent",
        "decimals": 0,
    }
    result = ran(
        floor,
        format="SUMMARY",
        rows=[{"column": "StageName", "sort_by": "FORMULA1", "descending": True}],
        summaries=[each, share],
        aggregates=["FORMULA1", "FORMULA2"],
    )
    assert tree(result, result.down, "FORMULA1", "FORMULA2") == {
        "Prospecting": (750.25, 40),
        "Qualification": (625, 40),
        "Negotiation/Review": (0, 20),
    }
    assert result.down[0].label == "Prospecting"


def test_the_first_groups_alone_are_told_if_only_those_are_asked(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    rows = [{"column": "StageName", "sort_by": "s!Amount", "descending": True, "top": 1}]
    result = ran(
        floor, format="SUMMARY", rows=rows, aggregates=["s!Amount"], columns=["Name"], sort="Name"
    )
    assert [group.label for group in result.down] == ["Prospecting"]
    assert names(result) == ["one", "two"]
    assert result.is_cut
    assert result.value(result.totals[0]) == 2750.5


def test_cross_filters_ask_what_the_other_records_hold(
    floor: Floor, deals: Mapping[str, str]
) -> None:
    def accounts(**said: Any) -> list[str]:
        crossing = {"object": "Opportunity", **said}
        return names(
            ran(floor, of="AccountList", columns=["Name"], filters=[OURS], cross_filters=[crossing])
        )

    dear = [{"column": "Amount", "operator": "greaterThan", "value": "900"}]
    dearest = [{"column": "Amount", "operator": "greaterThan", "value": "90000"}]
    assert accounts(filters=dear) == ["Holding"]
    assert accounts(filters=dearest) == []
    assert accounts(filters=dearest, has=False) == ["Holding"]


def test_blocks_stand_side_by_side_in_common_groups(floor: Floor, deals: Mapping[str, str]) -> None:
    other = floor.create("Account", Name="Zeta Idle")
    for account in (other, other, floor.row(deals["one"]).account_id):
        floor.create("Contact", LastName="Zeta", AccountId=account)
    result = joined(floor)
    contacts = result.beside[0]
    told = {
        group.label: [block.value(block.totals[0], (group.key,)) for block in (result, contacts)]
        for group in result.down
    }
    assert told == {"Zeta Holding": [2750.5, 1], "Zeta Idle": [None, 2]}
    assert (result.title, contacts.title) == ("Opportunities", "People")
    assert {line.values[0] for line in contacts.lines} == {"Zeta"}


def joined(floor: Floor, by: str = REP, **said: Any) -> Result:
    """Deals and contacts by account."""
    block = {
        "name": "People",
        "report_type": "ContactList",
        "columns": ["LastName"],
        "filters": [{"column": "LastName", "value": "Zeta"}],
    }
    whole: dict[str, Any] = {
        "format": "JOINED",
        "rows": [{"column": "Account.Name"}],
        "columns": ["Name"],
        "aggregates": ["s!Amount"],
        "blocks": [{**block, **said}],
    }
    return ran(floor, by=by, **whole)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"buckets": [{**SIZES, "column": "IsWon"}]}, "cannot be sorted into buckets"),
        ({"buckets": [{**SIZES, "buckets": [{"label": "All", "upper": 1}]}]}, "ends higher"),
        ({"buckets": [SIZES, SIZES]}, "are called BucketField_1"),
        ({"formulas": [{"label": "F", "formula": "Amount +"}]}, "Found end of formula"),
        ({"formulas": [{"label": "F", "formula": "Nothing + 1"}]}, "Nothing"),
        ({"formulas": [{"label": "F", "formula": "1 + 1"}]}, "names at least one column"),
        ({"summaries": [{"label": "F", "formula": "Name:SUM"}]}, "Name"),
        ({"aggregates": ["FORMULA1"]}, "There is no total"),
        ({"blocks": [{"report_type": "CaseList"}]}, "Only a joined report has blocks"),
        ({"format": "JOINED", "rows": [{"column": "StageName"}]}, "has a second block"),
        (
            {
                "format": "JOINED",
                "rows": [{"column": "StageName"}],
                "blocks": [{"report_type": "ContactList"}],
            },
            "cannot be grouped by Stage",
        ),
        ({"cross_filters": [{"object": "Task", "filters": [{"column": "X"}]}]}, "no field “X”"),
        ({"highlights": [{"aggregate": "s!Amount", "low": 1, "high": 2}]}, "is not in the report"),
    ],
)
def test_parts_that_make_no_sense_say_why(
    floor: Floor, said: Mapping[str, Any], message: str
) -> None:
    refusal = floor.refused(reports.preview, report_type="Opportunity", definition=said)
    assert refusal.code == "BAD_REQUEST"
    assert message in refusal.message


def test_what_is_made_of_hidden_fields_is_hidden(floor: Floor, deals: Mapping[str, str]) -> None:
    definition = {
        "formulas": [{"name": "CDF1", "label": "Twice", "formula": "Margin__c * 2"}],
        "columns": ["Name", "CDF1"],
        "aggregates": ["RowCount", "s!CDF1"],
    }
    refusal = floor.refused(reports.preview, report_type="Opportunity", definition=definition)
    assert "Margin__c" in refusal.message
    seen = floor.do(reports.preview, by=FINANCE, report_type="Opportunity", definition=definition)
    assert [each.name for each in seen.columns] == ["Name", "CDF1"]
