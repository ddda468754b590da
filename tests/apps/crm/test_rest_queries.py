"""Queries and searches through the REST API."""

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.apps.crm.service.recents import view
from workworld.calls import perform
from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """The administrator of the CRM."""
    return Rest(Doors(world, authority, office.people["wtallis"]))


def test_query_answers_records_of_the_version_that_is_asked(rest: Rest) -> None:
    account = rest.create("Account", Name="Zz")
    found = rest.get(
        "/services/data/v61.0/query/", q="SELECT Id, Name FROM Account WHERE Name='Zz'"
    )
    url = f"/services/data/v61.0/sobjects/Account/{account}"
    record = {"attributes": {"type": "Account", "url": url}, "Id": account, "Name": "Zz"}
    assert found == {"totalSize": 1, "done": True, "records": [record]}
    assert rest.get("query", q="SELECT COUNT() FROM Account WHERE Name='Zz'")["totalSize"] == 1


def test_deleted_records_are_found_where_all_are_asked_for(rest: Rest) -> None:
    rest.delete(f"sobjects/Account/{rest.create('Account', Name='Zz')}")
    q = "SELECT IsDeleted FROM Account WHERE Name='Zz'"
    assert rest.get("query", q=q)["records"] == []
    assert rest.get("queryAll/", q=q)["records"][0]["IsDeleted"] is True


def test_long_answers_go_on_where_they_say(rest: Rest) -> None:
    rows = [{"attributes": {"type": "Account"}, "Name": f"Zz {n:03}"} for n in range(201)]
    for start in (0, 200):
        sent = {"records": rows[start : start + 200]}
        assert all(each["success"] for each in rest.post("composite/sobjects", sent, status=200))
    q = "SELECT Name FROM Account WHERE Name LIKE 'Zz %' ORDER BY Name"
    headers = {"Sforce-Query-Options": "batchSize=200"}
    first = rest.ask("GET", "query", headers=headers, q=q).get_json()
    assert (first["totalSize"], first["done"], len(first["records"])) == (201, False, 200)
    assert first["nextRecordsUrl"].startswith("/services/data/v59.0/query/")
    last = rest.get(first["nextRecordsUrl"])
    assert (last["totalSize"], last["done"]) == (201, True)
    assert [each["Name"] for each in last["records"]] == ["Zz 200"]
    assert "nextRecordsUrl" not in last
    assert rest.refused("GET", "query/01gnothing-2000") == (400, "INVALID_QUERY_LOCATOR")


@pytest.mark.parametrize(
    ("q", "code"),
    [
        ("SELECT Name FORM Account", "MALFORMED_QUERY"),
        ("SELECT Nothing FROM Account", "INVALID_FIELD"),
        ("SELECT Id FROM Nothing", "INVALID_TYPE"),
        (None, "MALFORMED_QUERY"),
    ],
)
def test_wrong_queries_are_told(rest: Rest, q: str | None, code: str) -> None:
    query = {} if q is None else {"q": q}
    assert rest.refused("GET", "query", **query) == (400, code)


def test_recent_records_are_those_whose_pages_were_seen(rest: Rest) -> None:
    account = rest.create("Account", Name="Zz")
    assert rest.get("recent") == []
    perform(rest.doors.world, rest.doors.actor, view, sobject="Account", record_id=account)
    url = f"/services/data/v59.0/sobjects/Account/{account}"
    item = {"attributes": {"type": "Account", "url": url}, "Id": account, "Name": "Zz"}
    assert rest.get("recent/", limit=5) == [item]
    assert rest.get("sobjects/Account")["recentItems"] == [item]
    assert rest.get("sobjects/Contact")["recentItems"] == []


def test_searches_are_asked_in_sosl_or_by_parameters(rest: Rest) -> None:
    account = rest.create("Account", Name="Quasar Lanterns")
    contact = rest.create("Contact", LastName="Quasar", AccountId=account)
    q = "FIND {quasar} IN ALL FIELDS RETURNING Account(Id, Name), Contact(Id)"
    found = rest.get("search/", q=q)["searchRecords"]
    assert [each["Id"] for each in found] == [account, contact]
    assert found[0]["attributes"]["url"] == f"/services/data/v59.0/sobjects/Account/{account}"
    asked = {"q": "quasar", "sobject": "Account", "Account.fields": "id,name", "Account.limit": 3}
    (one,) = rest.get("parameterizedSearch", **asked)["searchRecords"]
    assert (one["Id"], one["Name"]) == (account, "Quasar Lanterns")
    body = {"q": "{quasar}", "in": "NAME", "fields": ["Id"], "sobjects": [{"name": "Contact"}]}
    sent = rest.post("parameterizedSearch", body, status=200)["searchRecords"]
    assert [each["Id"] for each in sent] == [contact]
    everywhere = rest.get("parameterizedSearch", q="quasar")["searchRecords"]
    assert {each["Id"] for each in everywhere} == {account, contact}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({}, "MALFORMED_SEARCH"),
        ({"q": "FIND"}, "MALFORMED_SEARCH"),
        ({"q": "FIND {a b} RETURNING Nothing(Id)"}, "INVALID_TYPE"),
    ],
)
def test_wrong_searches_are_told(rest: Rest, query: dict[str, str], code: str) -> None:
    assert rest.refused("GET", "search", **query) == (400, code)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "MALFORMED_SEARCH"),
        ({"q": "quasar", "in": "NO"}, "MALFORMED_SEARCH"),
        ({"q": "quasar", "sobjects": [{"name": "Account)"}]}, "INVALID_TYPE"),
        ({"q": "quasar", "sobjects": [{"name": "Lead", "fields": ["a b"]}]}, "INVALID_FIELD"),
        ({"q": "quasar", "sobjects": "Account"}, "JSON_PARSER_ERROR"),
        ({"q": "quasar", "overallLimit": "many"}, "INVALID_ARGUMENT"),
    ],
)
def test_wrong_parameters_are_told(rest: Rest, body: dict[str, str], code: str) -> None:
    assert rest.refused("POST", "parameterizedSearch", body) == (400, code)


def test_reports_and_dashboards_are_asked_for_as_they_are_listed(
    rest: Rest, world: World, office: Office, authority: Authority
) -> None:
    rep = Rest(Doors(world, authority, office.people["akovac"]))
    made = {"reportMetadata": {"name": "Zz mine", "reportType": {"type": "Opportunity"}}}
    own = rep.post("analytics/reports", made, status=200)["reportMetadata"]["id"]
    for who in (rest, rep):
        found = who.get("query", q="SELECT Id, Name, FolderName FROM Report")["records"]
        listed = {each["id"]: each["name"] for each in who.get("analytics/reports")}
        assert {each["Id"]: each["Name"] for each in found} == listed
    (mine,) = rep.get("query", q=f"SELECT FolderName, Format FROM Report WHERE Id='{own}'")[
        "records"
    ]
    assert (mine["FolderName"], mine["Format"]) == ("Private Reports", "Tabular")
    finance = Rest(Doors(world, authority, office.people["nbarve"]))
    assert finance.get("query", q=f"SELECT Id FROM Report WHERE Id='{own}'")["totalSize"] == 0
    (board,) = rest.get(
        "query", q="SELECT Title, Type, CreatedBy.Name FROM Dashboard WHERE Title LIKE 'Sales%'"
    )["records"]
    assert (board["Title"], board["Type"]) == ("Sales Overview", "LoggedInUser")


def test_cases_tell_their_contacts_address(rest: Rest, office: Office) -> None:
    account = rest.create("Account", Name="Zz")
    contact = rest.create("Contact", LastName="Zz", AccountId=account, Email="z@zz.example")
    case = rest.create("Case", Subject="Zz", ContactId=contact)
    address = {"ContactEmail": "z@zz.example"}
    record = {**rest.get(f"sobjects/Case/{case}", fields="ContactEmail")}
    assert address.items() <= record.items()
    assert address.items() <= rest.get(f"sobjects/Case/{case}").items()
    described = {each["name"]: each for each in rest.get("sobjects/Case/describe")["fields"]}
    assert described["ContactEmail"]["type"] == "email"
    assert not described["ContactEmail"]["updateable"]
    # Nobody writes it, and whoever does not see the contact does not learn it.
    refusal = rest.refused("PATCH", f"sobjects/Case/{case}", {"ContactEmail": "x@zz.example"})
    assert refusal == (400, "INVALID_FIELD_FOR_INSERT_UPDATE")
    agent = Rest(Doors(rest.doors.world, rest.doors.authority, office.people["eboadi"]))
    rest.patch(
        f"sobjects/Case/{case}", {"OwnerId": agent.get("/services/oauth2/userinfo")["user_id"]}
    )
    q = f"SELECT Contact.Name, ContactEmail FROM Case WHERE Id = '{case}'"
    (seen,) = agent.get("query", q=q)["records"]
    assert (seen["Contact"] is None) == (seen["ContactEmail"] is None)
    assert agent.get(f"sobjects/Case/{case}")["ContactEmail"] == seen["ContactEmail"]


def test_activities_stand_below_what_they_are_about(rest: Rest) -> None:
    account = rest.create("Account", Name="Zz")
    contact = rest.create("Contact", LastName="Zz", AccountId=account)
    rest.create("Task", Subject="Call", WhoId=contact, ActivityDate="2030-01-01")
    rest.create("Task", Subject="Called", WhoId=contact, Status="Completed")
    times = {"StartDateTime": "2020-01-01T10:00:00Z", "EndDateTime": "2020-01-01T11:00:00Z"}
    rest.create("Event", Subject="Met", WhatId=account, **times)
    later = {name: value.replace("2020", "2030") for name, value in times.items()}
    rest.create("Event", Subject="Meeting", WhatId=account, **later)
    q = (
        "SELECT (SELECT Subject, EndDateTime FROM OpenActivities ORDER BY Subject),"
        " (SELECT Subject, IsTask FROM ActivityHistories ORDER BY Subject)"
        f" FROM Account WHERE Id = '{account}'"
    )
    (found,) = rest.get("query", q=q)["records"]
    ahead, past = found["OpenActivities"]["records"], found["ActivityHistories"]["records"]
    assert [each["Subject"] for each in ahead] == ["Call", "Meeting"]
    assert ahead[1]["attributes"]["type"] == "OpenActivity"
    assert ahead[1]["EndDateTime"] == "2030-01-01T11:00:00.000+0000"
    assert [(each["Subject"], each["IsTask"]) for each in past] == [
        ("Called", True),
        ("Met", False),
    ]
    followed = rest.get(f"sobjects/Account/{account}/OpenActivities")["records"]
    assert {each["Id"]: each["Subject"] for each in followed}.keys() == {
        each["attributes"]["url"][-18:] for each in ahead
    }
    described = rest.get("sobjects/OpenActivity/describe")
    assert described["queryable"] is False
    ways = rest.get("sobjects/Account/describe")["childRelationships"]
    assert {"OpenActivities", "ActivityHistories"} <= {each["relationshipName"] for each in ways}


def test_standard_fields_that_are_worked_out_are_found(rest: Rest) -> None:
    account = rest.create("Account", Name="Zz")
    for name, day in (("Zz one", "2026-01-31"), ("Zz two", "2026-02-01")):
        deal = {"AccountId": account, "StageName": "Prospecting", "CloseDate": day}
        rest.create("Opportunity", Name=name, **deal)
    q = (
        "SELECT Fiscal, FiscalYear, FiscalQuarter FROM Opportunity"
        " WHERE FiscalYear IN (2026, 2027) AND Name LIKE 'Zz %' ORDER BY Name"
    )
    found = [
        (each["Fiscal"], each["FiscalYear"], each["FiscalQuarter"])
        for each in rest.get("query", q=q)["records"]
    ]
    assert found == [("2026 4", 2026, 4), ("2027 1", 2027, 1)]
    times = {"StartDateTime": "2026-03-18T15:00:00Z", "EndDateTime": "2026-03-18T16:00:00Z"}
    for whole in (False, True):
        rest.create("Event", Subject=f"Zz {whole}", IsAllDayEvent=whole, **times)
    q = "SELECT ActivityDateTime FROM Event WHERE Subject LIKE 'Zz %' ORDER BY Subject"
    begun = [each["ActivityDateTime"] for each in rest.get("query", q=q)["records"]]
    assert begun == ["2026-03-18T15:00:00.000+0000", None]


def test_each_object_is_listed_once(rest: Rest) -> None:
    names = [each["name"] for each in rest.get("sobjects")["sobjects"]]
    assert len(names) == len(set(names))
    (relation,) = [
        each
        for each in rest.get("sobjects")["sobjects"]
        if each["name"] == "AccountContactRelation"
    ]
    assert relation["createable"]
    assert {"Report", "Dashboard"} <= set(names)
