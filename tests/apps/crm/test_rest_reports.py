"""Reports and dashboards through the analytics part of the REST API."""

from typing import Any

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.crm.service.report_types import TYPES
from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """The sales manager."""
    return Rest(Doors(world, authority, office.people["dwhitlock"]))


def wanted(**more: Any) -> dict[str, Any]:
    """A report of deals by stage."""
    metadata = {
        "name": "Deals by stage",
        "reportType": {"type": "Opportunity"},
        "reportFormat": "SUMMARY",
        "detailColumns": ["Name", "Amount"],
        "groupingsDown": [{"name": "StageName", "sortOrder": "Asc", "dateGranularity": "None"}],
        "aggregates": ["s!Amount", "RowCount"],
        "reportFilters": [{"column": "Name", "operator": "startsWith", "value": "Zz"}],
        "standardDateFilter": {"column": "CloseDate", "durationValue": "CUSTOM"},
        "scope": "organization",
        **more,
    }
    return {"reportMetadata": metadata}


@pytest.fixture
def deals(rest: Rest) -> None:
    """Three deals in two stages."""
    for stage, amount in (("Prospecting", 100), ("Prospecting", 50.5), ("Qualification", 7)):
        facts = {"StageName": stage, "Amount": amount, "CloseDate": "2026-06-30"}
        rest.create("Opportunity", Name=f"Zz {amount}", **facts)


@pytest.mark.usefixtures("deals")
def test_report_is_made_run_changed_and_deleted(rest: Rest) -> None:
    made = rest.post("analytics/reports", wanted(), status=200)
    path = made["attributes"]["url"]
    told = made["reportMetadata"]
    assert (told["name"], told["aggregates"]) == ("Deals by stage", ["s!Amount", "RowCount"])
    assert told["groupingsDown"][0]["name"] == "StageName"
    assert rest.get(made["attributes"]["describeUrl"]) == made
    assert path in [each["url"] for each in rest.get("analytics/reports")]
    ran = rest.get(path, includeDetails="true")
    groups = ran["groupingsDown"]["groupings"]
    assert [each["label"] for each in groups] == ["Prospecting", "Qualification"]
    facts = ran["factMap"]
    assert [each["value"] for each in facts["T!T"]["aggregates"]] == [157.5, 3]
    assert [each["value"] for each in facts["0!T"]["aggregates"]] == [150.5, 2]
    (row,) = facts["1!T"]["rows"]
    assert row["dataCells"][0]["label"] == "Zz 7"
    assert row["dataCells"][1]["value"] == {"amount": 7.0, "currency": "USD"}
    assert rest.get(path)["factMap"]["0!T"]["rows"] == []
    changed = rest.patch(path, {"reportMetadata": {"name": "Deals"}}, status=200)
    assert changed["reportMetadata"] == told | {"name": "Deals", "developerName": "Deals_by_stage"}
    rest.delete(path)
    assert rest.refused("GET", path) == (404, "NOT_FOUND")


@pytest.mark.usefixtures("deals")
def test_reports_are_run_otherwise_for_once(rest: Rest) -> None:
    path = rest.post("analytics/reports", wanted(), status=200)["attributes"]["url"]
    fewer = [{"column": "Name", "operator": "equals", "value": "Zz 7"}]
    ran = rest.post(path, {"reportMetadata": {"reportFilters": fewer}}, status=200)
    assert ran["factMap"]["T!T"]["aggregates"][1]["value"] == 1
    assert rest.get(path)["factMap"]["T!T"]["aggregates"][1]["value"] == 3
    asked = rest.post("analytics/reports/query", wanted(), status=200)
    assert asked["factMap"]["T!T"]["aggregates"][1]["value"] == 3


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"reportMetadata": 1},
        wanted(reportType={"type": "Nothing"}),
        wanted(detailColumns=["Nothing"]),
        wanted(groupingsDown=[{}]),
        wanted(groupingsDown=[{"name": "StageName", "dateGranularity": "Never"}]),
        wanted(scope="nobody"),
        wanted(aggregates=["s!Name"]),
        wanted(name=""),
    ],
)
def test_reports_that_make_no_sense_are_refused(rest: Rest, body: dict[str, Any]) -> None:
    assert rest.refused("POST", "analytics/reports", body)[0] == 400


def test_types_are_told_by_category(rest: Rest) -> None:
    found = {
        each["type"]: category["label"]
        for category in rest.get("analytics/reportTypes")
        for each in category["reportTypes"]
    }
    assert found["Opportunity"] == "Sales"
    assert {"QuoteList", "ContractList", "AssetList"} <= set(found)
    for name in found:
        columns = [*TYPES[name].columns, *(f"{each}.Id" for each in TYPES[name].parents)]
        asked = {"reportType": {"type": name}, "detailColumns": columns}
        ran = rest.post("analytics/reports/query", {"reportMetadata": asked}, status=200)
        assert ran["reportMetadata"]["detailColumns"] == columns, name
        (total,) = [each["value"] for each in ran["factMap"]["T!T"]["aggregates"]]
        assert total > 0, f"there are none: {name}"


def test_dashboards_tell_what_their_reports_come_to(rest: Rest) -> None:
    board = rest.get("analytics/dashboards")[0]
    told = rest.get(f"{board['url']}/describe")
    assert (told["id"], told["name"]) == (board["id"], board["name"])
    shown = rest.get(board["url"])
    assert [each["componentId"] for each in shown["componentData"]] == [
        each["id"] for each in told["components"]
    ]
    assert all(each["reportResult"]["factMap"] for each in shown["componentData"])
    assert rest.refused("GET", "analytics/dashboards/01Z") == (404, "NOT_FOUND")


@pytest.mark.usefixtures("deals")
def test_what_reports_have_for_themselves_is_told_as_it_was_taken(rest: Rest) -> None:
    parts: dict[str, Any] = {
        "buckets": [
            {
                "bucketType": "number",
                "developerName": "BucketField_1",
                "label": "Size",
                "sourceColumnName": "Amount",
                "nullTreatedAsZero": False,
                "otherBucketLabel": None,
                "values": [
                    {"label": "Small", "sourceDimensionValues": [], "rangeUpperBound": 60},
                    {"label": "Big", "sourceDimensionValues": [], "rangeUpperBound": None},
                ],
            }
        ],
        "customDetailFormula": {
            "CDF1": {"label": "Twice", "formula": "Amount * 2", "decimalPlaces": 0}
        },
        "customSummaryFormula": {
            "FORMULA1": {
                "label": "Each",
                "formula": "Amount:SUM / RowCount",
                "formulaType": "currency",
                "decimalPlaces": 2,
                "downGroupType": "all",
                "acrossGroupType": "all",
            }
        },
        "formattingRules": [
            {"aggregate": "FORMULA1", "lowerBound": 10, "upperBound": 70, "isReversed": False}
        ],
        "sortBy": [{"sortColumn": "Amount", "sortOrder": "Desc"}],
    }
    groups = [{"name": "BucketField_1", "sortOrder": "Asc", "dateGranularity": "None"}]
    said = wanted(
        **parts, groupingsDown=groups, detailColumns=["CDF1"], aggregates=["FORMULA1", "s!CDF1"]
    )
    made = rest.post("analytics/reports", said, status=200)
    told = made["reportMetadata"]
    assert {name: told[name] for name in parts} == parts
    ran = rest.get(made["attributes"]["url"], includeDetails="true")
    assert [each["label"] for each in ran["groupingsDown"]["groupings"]] == ["Small", "Big"]
    assert [each["value"] for each in ran["factMap"]["0!T"]["aggregates"]] == [28.75, 115]
    assert ran["factMap"]["0!T"]["rows"][0]["dataCells"][0]["value"] == 101


@pytest.mark.usefixtures("deals")
def test_a_joined_report_tells_its_blocks(rest: Rest) -> None:
    block = {
        "reportType": {"type": "AccountList"},
        "detailColumns": ["Name"],
        "reportFilters": [{"column": "Name", "operator": "startsWith", "value": "Q"}],
    }
    owners = [{"name": "Owner.Name", "sortOrder": "Asc", "dateGranularity": "None"}]
    said = wanted(reportFormat="MULTI_BLOCK", groupingsDown=owners, blocks=[block])
    made = rest.post("analytics/reports", said, status=200)
    assert made["reportMetadata"]["reportFormat"] == "MULTI_BLOCK"
    assert made["reportMetadata"]["blocks"][0]["reportType"]["label"] == "Accounts"
    ran = rest.get(made["attributes"]["url"], includeDetails="true")
    (beside,) = ran["blocks"]
    assert beside["groupingsDown"] == ran["groupingsDown"]
    assert beside["label"] == "Accounts"
