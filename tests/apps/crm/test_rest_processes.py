"""Approvals as programs ask for them, and what queries tell of how the organisation is set up."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World

PATH = "process/approvals"


@pytest.fixture
def people(world: World, authority: Authority, office: Office) -> dict[str, Rest]:
    return {
        handle: Rest(Doors(world, authority, office.people[handle]))
        for handle in ("akovac", "dwhitlock", "wtallis", "eboadi")
    }


def ask(rest: Rest, action: str, context: str, **more: Any) -> dict[str, Any]:
    """What became of one request."""
    body = {"requests": [{"actionType": action, "contextId": context, **more}]}
    (answer,) = rest.post(PATH, body, status=200)
    found: dict[str, Any] = answer
    return found


def rows(rest: Rest, query: str) -> list[dict[str, Any]]:
    found = rest.get("query", q=query)["records"]
    return [{name: each[name] for name in each if name != "attributes"} for each in found]


def deal_of(rest: Rest) -> str:
    account = rest.create("Account", Name="Ferrule Depot")
    values = {"StageName": "Prospecting", "CloseDate": "2026-06-30", "Discount__c": 30}
    return rest.create("Opportunity", Name="Depot twelve", AccountId=account, **values)


def test_deal_is_submitted_found_among_work_items_and_approved(people: dict[str, Rest]) -> None:
    ana, denise = people["akovac"], people["dwhitlock"]
    (process,) = ana.get(PATH)["approvals"]["Opportunity"]
    assert (process["name"], process["object"], process["sortOrder"]) == (
        "Discount", "Opportunity", 1,
    )  # fmt: skip
    deal = deal_of(ana)
    made = ask(ana, "Submit", deal, comments="They sign today.")
    assert (made["success"], made["entityId"], made["instanceStatus"]) == (True, deal, "Pending")
    me = denise.get("/services/oauth2/userinfo")["user_id"]
    assert made["actorIds"] == [me]
    query = (
        "SELECT Id, ActorId, ProcessInstance.Status, ProcessInstance.TargetObject.Name"
        f" FROM ProcessInstanceWorkitem WHERE ProcessInstance.TargetObjectId = '{deal}'"
    )
    (item,) = rows(denise, query)
    assert ([item["Id"]], item["ActorId"]) == (made["newWorkitemIds"], me)
    assert item["ProcessInstance"]["TargetObject"]["Name"] == "Depot twelve"
    assert ask(ana, "Approve", item["Id"])["errors"][0]["statusCode"] == (
        "INSUFFICIENT_ACCESS_OR_READONLY"
    )
    done = ask(denise, "Approve", item["Id"], comments="Fine.")
    assert (done["instanceStatus"], done["newWorkitemIds"]) == ("Approved", [])
    assert rows(denise, query) == []
    told = "SELECT Status, (SELECT StepStatus, ActorId, Comments FROM Steps) FROM ProcessInstance"
    (instance,) = rows(ana, f"{told} WHERE TargetObjectId = '{deal}'")
    (step,) = instance["Steps"]["records"]
    assert (instance["Status"], step["StepStatus"], step["Comments"]) == (
        "Approved", "Approved", "Fine.",
    )  # fmt: skip
    assert ana.get(f"sobjects/Opportunity/{deal}")["Approved_Discount__c"] == 30


def test_each_request_is_answered_by_itself(people: dict[str, Rest]) -> None:
    ana = people["akovac"]
    deal = deal_of(ana)
    small = ana.create("Opportunity", Name="Small", StageName="Prospecting", CloseDate="2026-06-30")
    asked = [
        {"actionType": "Submit", "contextId": deal},
        {"actionType": "Submit", "contextId": deal},
        {"actionType": "Submit", "contextId": small},
        {"actionType": "Approve", "contextId": deal},
        {"actionType": "Submit", "contextId": deal[:-4] + "zzzz"},
    ]
    answers = ana.post(PATH, {"requests": asked}, status=200)
    codes = [each["errors"][0]["statusCode"] if each["errors"] else "" for each in answers]
    assert codes == [
        "",
        "ALREADY_IN_PROCESS",
        "NO_APPLICABLE_PROCESS",
        "INVALID_CROSS_REFERENCE_KEY",
        "NOT_FOUND",
    ]
    taken = ask(ana, "Removed", answers[0]["newWorkitemIds"][0])
    assert (taken["success"], taken["instanceStatus"]) == (True, "Removed")
    dance = {"requests": [{"actionType": "Dance", "contextId": deal}]}
    assert ana.refused("POST", PATH, dance) == (400, "JSON_PARSER_ERROR")
    assert ana.refused("POST", PATH, {}) == (400, "JSON_PARSER_ERROR")


def test_who_does_not_see_a_record_finds_no_request_about_it(people: dict[str, Rest]) -> None:
    ana, efua = people["akovac"], people["eboadi"]
    deal = deal_of(ana)
    item = ask(ana, "Submit", deal)["newWorkitemIds"][0]
    for name in ("ProcessInstance", "ProcessInstanceWorkitem"):
        query = f"SELECT Id FROM {name} WHERE TargetObjectId = '{deal}'"
        assert len(rows(ana, query)) == 1
        assert rows(efua, query) == []
    assert ask(efua, "Approve", item)["errors"][0]["statusCode"] in (
        "NOT_FOUND",
        "INSUFFICIENT_ACCESS_OR_READONLY",
    )


def test_lists_of_values_are_objects(people: dict[str, Rest]) -> None:
    ana = people["akovac"]
    won = rows(ana, "SELECT MasterLabel, DefaultProbability, IsClosed FROM OpportunityStage"
               " WHERE IsWon = true ORDER BY SortOrder")  # fmt: skip
    assert won == [{"MasterLabel": "Closed Won", "DefaultProbability": 100.0, "IsClosed": True}]
    converted = rows(ana, "SELECT ApiName FROM LeadStatus WHERE IsConverted = true")
    assert converted == [{"ApiName": "Converted"}]
    closed = rows(ana, "SELECT ApiName FROM CaseStatus WHERE IsClosed = true ORDER BY ApiName")
    assert [each["ApiName"] for each in closed] == ["Closed", "Solved"]
    ids = {each["Id"] for each in rows(ana, "SELECT Id FROM TaskStatus")}
    assert len(ids) == ana.get("query", q="SELECT COUNT() FROM TaskStatus")["totalSize"] > 3
    (hours,) = rows(ana, "SELECT Name, TimeZoneSidKey FROM BusinessHours WHERE IsDefault = true")
    assert hours["TimeZoneSidKey"]


def test_list_views_are_found_by_who_sees_them(people: dict[str, Rest]) -> None:
    ana, admin = people["akovac"], people["wtallis"]
    query = "SELECT Id, Name FROM ListView WHERE SobjectType = 'Lead' ORDER BY Name"
    mine = {each["Id"] for each in rows(ana, query)}
    listed = ana.get("sobjects/Lead/listviews", limit=200)["listviews"]
    assert {each["id"] for each in listed} == mine
    assert mine <= {each["Id"] for each in rows(admin, query)}


def test_what_is_derived_is_described_and_not_written(people: dict[str, Rest]) -> None:
    admin = people["wtallis"]
    found = {each["name"]: each for each in admin.get("sobjects")["sobjects"]}
    assert found["ProcessInstance"]["createable"] is False
    fields = {each["name"] for each in admin.get("sobjects/OpportunityStage/describe")["fields"]}
    assert {"MasterLabel", "IsWon", "DefaultProbability"} <= fields
    assert admin.refused("POST", "sobjects/OpportunityStage", {"MasterLabel": "x"})[0] == 404
