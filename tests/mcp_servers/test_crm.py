"""The CRM's tools, as Salesforce's hosted server has them."""

import json
from typing import Any

import pytest
from tests.kit import Doors, Office, run_async, text_of

from workworld.doors.mcp import VENDOR
from workworld.identity import Authority
from workworld.worlds import World

VENDORS = {
    "getObjectSchema": (["object-name"], []),
    "soqlQuery": (["q"], ["q"]),
    "find": (["q"], ["q"]),
    "getUserInfo": ([], []),
    "listRecentSobjectRecords": (["sobject-name"], ["sobject-name"]),
    "getRelatedRecords": (["sobject-name", "id", "relationship-path"],) * 2,
    "createSobjectRecord": (["sobject-name", "body"],) * 2,
    "updateSobjectRecord": (["sobject-name", "id", "body"],) * 2,
    "updateRelatedRecord": (["sobject-name", "id", "relationship-path", "body"],) * 2,
    "deleteSobjectRecord": (["sobject-name", "id"],) * 2,
    "deleteRelatedRecord": (["sobject-name", "id", "relationship-path"],) * 2,
}
"""The parameters of each tool, and those that must be given."""


@pytest.fixture
def manager(world: World, office: Office, authority: Authority) -> Doors:
    """The sales manager."""
    return Doors(world, authority, office.people["dwhitlock"])


@pytest.fixture
def support(world: World, office: Office, authority: Authority) -> Doors:
    """The support lead, who sees no deals."""
    return Doors(world, authority, office.people["eboadi"])


def call(doors: Doors, tool: str, **arguments: object) -> Any:
    result = doors.mcp(tool, **named(arguments))
    assert not result.is_error, text_of(result)
    return json.loads(text_of(result))


def refusal(doors: Doors, tool: str, **arguments: object) -> list[dict[str, Any]]:
    """The errors that a call answers, which must have changed nothing."""
    before = doors.changes
    result = doors.mcp(tool, **named(arguments))
    assert result.is_error, text_of(result)
    assert doors.changes == before
    errors: list[dict[str, Any]] = json.loads(text_of(result))
    return errors


def named(arguments: dict[str, object]) -> dict[str, object]:
    return {name.replace("_", "-"): value for name, value in arguments.items()}


def found(doors: Doors, q: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = call(doors, "soqlQuery", q=q)["records"]
    return records


def id_of(doors: Doors, sobject: str, name: str) -> str:
    field = "CaseNumber" if sobject == "Case" else "Name"
    (record,) = found(doors, f"SELECT Id FROM {sobject} WHERE {field} = '{name}'")
    return str(record["Id"])


def test_tools_are_the_vendors(manager: Doors) -> None:
    async def listed() -> dict[str, tuple[list[str], list[str]]]:
        async with manager.mcp_client(VENDOR, having="soqlQuery") as client:
            tools = (await client.list_tools()).tools
            return {
                each.name: (
                    list(each.input_schema["properties"]),
                    each.input_schema.get("required", []),
                )
                for each in tools
            }

    assert run_async(listed) == VENDORS


def test_objects_are_listed_and_described(manager: Doors) -> None:
    index = call(manager, "getObjectSchema")["objects"]
    by_name = {each["name"]: each for each in index}
    assert by_name["Opportunity"] == {
        "label": "Opportunity",
        "name": "Opportunity",
        "queryable": True,
        "createable": True,
    }
    assert by_name["User"]["createable"] is False
    schema = call(manager, "getObjectSchema", object_name="opportunity")
    fields = {each["name"]: each for each in schema["fields"]}
    assert fields["StageName"]["required"] is True
    assert "Closed Won" in fields["StageName"]["picklistValues"]
    assert fields["AccountId"]["referenceTo"] == ["Account"]
    assert fields["AccountId"]["relationshipName"] == "Account"
    assert "OpportunityLineItems" in {
        each["relationshipName"] for each in schema["childRelationships"]
    }


def test_hidden_objects_and_fields_are_as_if_there_were_none(
    manager: Doors, support: Doors
) -> None:
    hidden = refusal(support, "getObjectSchema", object_name="Opportunity")
    nowhere = refusal(support, "getObjectSchema", object_name="Nothing")
    assert hidden == nowhere
    assert "Opportunity" not in {
        each["name"] for each in call(support, "getObjectSchema")["objects"]
    }
    seen = call(manager, "getObjectSchema", object_name="Account")["fields"]
    less = call(support, "getObjectSchema", object_name="Account")["fields"]
    names = {each["name"] for each in seen} - {each["name"] for each in less}
    assert names == {"Credit_Limit__c"}


def test_caller_is_told_who_they_are(manager: Doors) -> None:
    who = call(manager, "getUserInfo")
    assert who["name"] == "Denise Whitlock"
    assert who["profile"] == "Sales Manager"
    assert who["timeZone"] == "America/New_York"
    (user,) = found(manager, f"SELECT Name FROM User WHERE Id = '{who['userId']}'")
    assert user["Name"] == "Denise Whitlock"


def test_person_without_a_user_is_refused_clearly(
    world: World, office: Office, authority: Authority
) -> None:
    stranger = Doors(world, authority, office.people["mchen"])
    (error,) = refusal(stranger, "soqlQuery", q="SELECT Id FROM Account")
    assert error["errorCode"] == "INSUFFICIENT_ACCESS"


def test_query_finds_records_with_their_addresses(manager: Doors) -> None:
    answer = call(
        manager,
        "soqlQuery",
        q="SELECT Name, Amount, Account.Name FROM Opportunity WHERE StageName = 'Closed Won'"
        " AND CloseDate = THIS_FISCAL_QUARTER",
    )
    assert (answer["totalSize"], answer["done"]) == (1, True)
    (deal,) = answer["records"]
    assert deal["attributes"]["type"] == "Opportunity"
    assert deal["attributes"]["url"].startswith("/services/data/v")
    assert deal["Amount"] == 171120.0
    assert deal["Account"]["Name"] == "Tolvane Foods"


def test_query_that_is_wrong_says_what_and_where(manager: Doors) -> None:
    (error,) = refusal(manager, "soqlQuery", q="SELECT Nmae FROM Account")
    assert error["errorCode"] == "INVALID_FIELD"
    assert "No such column 'Nmae' on entity 'Account'" in error["message"]
    (error,) = refusal(manager, "soqlQuery", q="SELEC Name FROM Account")
    assert error["errorCode"] == "MALFORMED_QUERY"


def test_words_are_found_in_records(manager: Doors) -> None:
    answer = call(
        manager,
        "find",
        q="FIND {Tolvane} IN NAME FIELDS RETURNING Account(Id, Name), Opportunity(Name)",
    )
    names = {each["Name"] for each in answer["searchRecords"]}
    assert {"Tolvane Foods", "Tolvane Bakeries", "Tolvane Foods - Renewal 2026"} <= names


def test_recent_records_begin_with_the_one_looked_at_last(manager: Doors) -> None:
    recent = call(manager, "listRecentSobjectRecords", sobject_name="Opportunity")
    assert recent[0]["Name"] == "Tolvane Foods - Renewal 2026"
    assert recent[0]["attributes"]["type"] == "Opportunity"


def test_children_and_parents_are_read_by_relationship(manager: Doors) -> None:
    account = id_of(manager, "Account", "Haskerby Tools")
    where = {"sobject_name": "Account", "id": account}
    contacts = call(manager, "getRelatedRecords", **where, relationship_path="Contacts")
    assert {each["LastName"] for each in contacts["records"]} == {"Whitcombe", "Osgood", "Sparhawk"}
    owner = call(manager, "getRelatedRecords", **where, relationship_path="Owner")
    assert owner["Name"] == "Ana Kovač"
    (error,) = refusal(manager, "getRelatedRecords", **where, relationship_path="Friends")
    assert error["errorCode"] == "NOT_FOUND"


def test_record_is_created_changed_and_deleted(manager: Doors) -> None:
    made = call(
        manager,
        "createSobjectRecord",
        sobject_name="Account",
        body={"Name": "Larkspur Trading", "Industry": "Retail", "AnnualRevenue": 1250000.5},
    )
    assert made["success"] is True
    where = {"sobject_name": "Account", "id": made["id"]}
    call(manager, "updateSobjectRecord", **where, body={"Industry": "Energy"})
    (account,) = found(
        manager, f"SELECT Industry, AnnualRevenue FROM Account WHERE Id = '{made['id']}'"
    )
    assert (account["Industry"], account["AnnualRevenue"]) == ("Energy", 1250000.5)
    assert text_of(manager.mcp("deleteSobjectRecord", **named(where))) == ""
    (error,) = refusal(manager, "updateSobjectRecord", **where, body={"Industry": "Retail"})
    assert error["errorCode"] == "ENTITY_IS_DELETED"


def test_related_record_is_changed_and_deleted(manager: Doors) -> None:
    account = call(
        manager, "createSobjectRecord", sobject_name="Account", body={"Name": "Larkspur Trading"}
    )["id"]
    contact = call(
        manager,
        "createSobjectRecord",
        sobject_name="Contact",
        body={"LastName": "Okonjo", "AccountId": account},
    )["id"]
    where = {"sobject_name": "Contact", "id": contact, "relationship_path": "Account"}
    call(manager, "updateRelatedRecord", **where, body={"Industry": "Energy"})
    (changed,) = found(manager, f"SELECT Industry FROM Account WHERE Id = '{account}'")
    assert changed["Industry"] == "Energy"
    assert text_of(manager.mcp("deleteRelatedRecord", **named(where))) == ""
    assert found(manager, f"SELECT Id FROM Account WHERE Id = '{account}'") == []


def test_refused_record_tells_every_field(manager: Doors) -> None:
    errors = refusal(
        manager,
        "createSobjectRecord",
        sobject_name="Opportunity",
        body={"Amount": "a lot", "Stage": "Won"},
    )
    assert {each["errorCode"] for each in errors} & {"INVALID_FIELD", "JSON_PARSER_ERROR"}
    (error,) = refusal(
        manager, "createSobjectRecord", sobject_name="Opportunity", body={"Name": "Gates"}
    )
    assert error["errorCode"] == "REQUIRED_FIELD_MISSING"
    assert set(error["fields"]) == {"StageName", "CloseDate"}


def test_hidden_record_is_not_found(manager: Doors, support: Doors) -> None:
    deal = id_of(manager, "Opportunity", "Tolvane Foods - Renewal 2026")
    (error,) = refusal(
        support,
        "updateSobjectRecord",
        sobject_name="Opportunity",
        id=deal,
        body={"NextStep": "None"},
    )
    assert error["errorCode"] == "NOT_FOUND"


def test_lead_is_converted_and_locked(manager: Doors) -> None:
    (lead,) = found(manager, "SELECT Id FROM Lead WHERE Name = 'Fergus Haddow'")
    made = call(manager, "convertLead", lead_id=lead["Id"], opportunity_name="Lockhaven: docks")
    (after,) = found(
        manager,
        "SELECT Status, ConvertedAccount.Name, ConvertedContact.Name, ConvertedOpportunityId"
        f" FROM Lead WHERE Id = '{lead['Id']}'",
    )
    assert after["Status"] == "Converted"
    assert after["ConvertedAccount"]["Name"] == "Lockhaven Distilling"
    assert after["ConvertedContact"]["Name"] == "Fergus Haddow"
    assert after["ConvertedOpportunityId"] in json.dumps(made)
    (error,) = refusal(
        manager,
        "updateSobjectRecord",
        sobject_name="Lead",
        id=lead["Id"],
        body={"Company": "Elsewhere"},
    )
    assert error["errorCode"] == "CANNOT_UPDATE_CONVERTED_LEAD"


def test_record_is_cloned_and_restored(manager: Doors) -> None:
    account = id_of(manager, "Account", "Dunmere Cold Storage")
    twin = call(
        manager,
        "cloneSobjectRecord",
        sobject_name="Account",
        id=account,
        body={"Name": "Dunmere Two", "Website": None},
    )["id"]
    where = {"sobject_name": "Account", "id": twin}
    manager.mcp("deleteSobjectRecord", **named(where))
    assert call(manager, "restoreSobjectRecord", **where)["success"] is True
    assert call(manager, "getSobjectRecord", **where)["Name"] == "Dunmere Two"


def test_history_tells_amounts_as_numbers(manager: Doors) -> None:
    deal = id_of(manager, "Opportunity", "Tolvane Foods - Renewal 2026")
    changes = call(manager, "getFieldHistory", id=deal)
    (amount,) = [each for each in changes if each["field"] == "Amount"]
    assert (amount["oldValue"], amount["newValue"]) == (186000.0, 171120.0)


def test_list_view_answers_its_records(manager: Doors) -> None:
    views = call(manager, "listListViews", sobject_name="Opportunity")
    every = next(each for each in views if each["row"]["name"] == "All Opportunities")
    page = call(manager, "getListViewRecords", view_id=every["row"]["id"], limit=5)
    assert len(page["records"]) == 5
    (whole,) = found(manager, "SELECT COUNT(Id) n FROM Opportunity")
    assert page["size"] == whole["n"]


def test_report_comes_to_what_a_query_does(manager: Doors) -> None:
    reports = call(manager, "listReports")
    pipeline = next(each for each in reports if "ipeline" in each["row"]["name"])
    ran = call(manager, "runReport", report_id=pipeline["row"]["id"])["result"]
    assert ran["rowCount"] > 0
    assert ran["totals"]["RowCount"] == ran["rowCount"]


def test_owner_is_changed_for_several_records(manager: Doors) -> None:
    (user,) = found(manager, "SELECT Id FROM User WHERE Name = 'Ana Kovač'")
    lead = id_of(manager, "Lead", "Fergus Haddow")
    (result,) = call(manager, "changeOwner", sobject_name="Lead", ids=[lead], owner_id=user["Id"])
    assert result["success"] is True
    (after,) = found(manager, f"SELECT Owner.Name FROM Lead WHERE Id = '{lead}'")
    assert after["Owner"]["Name"] == "Ana Kovač"


def test_case_is_answered_and_closed(support: Doors) -> None:
    case = id_of(support, "Case", "00005181")
    call(support, "acceptCase", case_id=case)
    call(support, "replyToCase", case_id=case, text="It is the viewer's own.")
    said = call(support, "getCaseMilestones", case_id=case)
    (answer,) = [each for each in said if each["name"] == "First Response"]
    assert answer["completedDate"] is not None
    assert answer["isBreached"] is False
    (error,) = refusal(support, "closeCase", case_id=case)
    assert error["fields"] == ["Resolution__c"]
    call(support, "closeCase", case_id=case, resolution="It is the viewer's own.")
    (after,) = found(support, f"SELECT Status, IsClosed FROM Case WHERE Id = '{case}'")
    assert (after["Status"], after["IsClosed"]) == ("Closed", True)


def test_activities_are_logged_and_told_in_order(manager: Doors) -> None:
    deal = id_of(manager, "Opportunity", "Pellworth Foods - Dock Planner 2.0")
    call(manager, "logCall", id=deal, subject="Call about the date", seconds=300)
    call(manager, "createTask", id=deal, subject="Send the paper", due="2026-03-20")
    timeline = call(manager, "getTimeline", id=deal)
    assert "Send the paper" in [each["subject"] for each in timeline["upcoming"]]
    assert timeline["past"][0]["items"][0]["subject"] == "Call about the date"


def test_dashboard_is_refreshed(manager: Doors) -> None:
    dashboards = call(manager, "listDashboards")
    shown = call(manager, "refreshDashboard", dashboard_id=dashboards[0]["row"]["id"])
    assert len(shown["shown"]) == len(dashboards[0]["widgets"])


def test_forecast_is_read_and_adjusted(manager: Doors) -> None:
    (rep,) = found(manager, "SELECT Id FROM User WHERE Name = 'Ana Kovač'")
    before = call(manager, "getForecast")
    assert (before["period"], before["currency"]) == ("Q1 FY2027", "USD")
    change = {"user_id": rep["Id"], "figure": "commit", "amount": 300_000.5}
    after = call(manager, "adjustForecast", **change)
    (line,) = [each for each in after["rows"] if each["userId"] == rep["Id"]]
    assert line["figures"]["commit"] == 300_000.5
    wrong = refusal(manager, "adjustForecast", **change | {"user_id": "005000000000000"})
    assert wrong[0]["errorCode"] == "NOT_FOUND"


def test_text_is_imported_row_by_row(manager: Doors) -> None:
    lines = ["Last Name,Company", "Alder,Alder Yards", ",Nobody Ltd"]
    text = "\n".join(lines)
    file = call(manager, "uploadImportFile", name="leads.csv", content=text)["id"]
    seen = call(manager, "previewImport", file_id=file, sobject_name="Lead")
    columns = {str(each["number"]): each["suggested"] for each in seen["columns"]}
    assert set(columns.values()) == {"LastName", "Company"}
    call(manager, "importRecords", file_id=file, sobject_name="Lead", columns=columns)
    assert len(found(manager, "SELECT Id FROM Lead WHERE Company = 'Alder Yards'")) == 1
    assert found(manager, "SELECT Id FROM Lead WHERE Company = 'Nobody Ltd'") == []


def test_people_leave_as_vcards_and_come_back(manager: Doors) -> None:
    (someone,) = found(manager, "SELECT Id, LastName, Email FROM Contact LIMIT 1")
    wanted = [someone["Id"]]
    taken = call(manager, "exportVCards", sobject_name="Contact", ids=wanted)
    assert taken["cards"] == 1
    assert taken["content"].startswith("BEGIN:VCARD\r\nVERSION:3.0\r\n")
    text = taken["content"].replace(someone["LastName"], "Zwingli")
    sent = call(manager, "uploadImportFile", name="people.vcf", content=text)["id"]
    seen = call(manager, "previewImport", file_id=sent, sobject_name="Contact")
    columns = {
        str(each["number"]): each["suggested"] for each in seen["columns"] if each["suggested"]
    }
    assert {"LastName", "Email", "AccountId"} <= set(columns.values())
    given = {"file_id": sent, "sobject_name": "Contact", "columns": columns}
    made = call(manager, "importRecords", **given, allow_duplicates=True)
    assert made["row"]["created"] == 1
    assert len(found(manager, "SELECT Id FROM Contact WHERE LastName = 'Zwingli'")) == 1
    errors = refusal(manager, "exportVCards", sobject_name="Contact", ids=["003bad"])
    assert errors[0]["errorCode"] == "NOT_FOUND"
