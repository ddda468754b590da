"""What the REST API shows and lets people do, by profile, sharing and field security."""

from collections.abc import Callable

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World

As = Callable[[str], Rest]


@pytest.fixture
def by(world: World, office: Office, authority: Authority) -> As:
    """Somebody of the company at the REST API."""
    return lambda handle: Rest(Doors(world, authority, office.people[handle]))


def test_hidden_records_are_as_if_they_were_not(by: As) -> None:
    account = by("wtallis").create("Account", Name="Zz hidden")
    rep = by("akovac")
    path = f"sobjects/Account/{account}"
    missing = f"sobjects/Account/{account[:14]}x"
    for method, body in (("GET", None), ("PATCH", {"Name": "x"}), ("DELETE", None)):
        assert rep.refusal(method, path, body) == rep.refusal(method, missing, body)
    assert rep.get("query", q="SELECT Id FROM Account WHERE Name LIKE 'Zz%'")["records"] == []
    assert rep.get("composite/sobjects/Account", ids=account, fields="Name") == [None]
    contact = {"LastName": "Moss", "AccountId": account}
    assert rep.refused("POST", "sobjects/Contact", contact)[1] == "INVALID_CROSS_REFERENCE_KEY"


def test_managers_reach_what_those_below_them_own(by: As) -> None:
    opportunity = by("akovac").create(
        "Opportunity", Name="Zz", StageName="Prospecting", CloseDate="2026-06-30"
    )
    path = f"sobjects/Opportunity/{opportunity}"
    by("dwhitlock").patch(path, {"NextStep": "Call"})
    assert by("akovac").get(path)["NextStep"] == "Call"


def test_who_only_reads_changes_nothing(by: As) -> None:
    account = by("akovac").create("Account", Name="Zz")
    finance = by("nbarve")
    path = f"sobjects/Account/{account}"
    assert finance.get(path)["Name"] == "Zz"
    denied = (403, "INSUFFICIENT_ACCESS_OR_READONLY")
    assert finance.refused("PATCH", path, {"Name": "x"}) == denied
    assert finance.refused("DELETE", path) == denied
    assert finance.refused("POST", "sobjects/Account", {"Name": "x"}) == denied
    described = finance.get("sobjects/Account/describe")
    assert [described[deed] for deed in ("createable", "updateable", "deletable")] == [False] * 3
    assert not any(each["updateable"] for each in described["fields"])
    sent = {"records": [{"attributes": {"type": "Account"}, "Name": "x"}]}
    (row,) = finance.post("composite/sobjects", sent, status=200)
    assert row["errors"][0]["statusCode"] == denied[1]


def test_hidden_fields_are_as_if_they_were_not(by: As) -> None:
    rep, admin = by("akovac"), by("wtallis")
    seen = {each["name"] for each in rep.get("sobjects/Opportunity/describe")["fields"]}
    every = {each["name"] for each in admin.get("sobjects/Opportunity/describe")["fields"]}
    (hidden, *_more) = sorted(every - seen)
    deal = rep.create("Opportunity", Name="Zz", StageName="Prospecting", CloseDate="2026-06-30")
    path = f"sobjects/Opportunity/{deal}"
    assert hidden in admin.get(path)
    assert hidden not in rep.get(path)
    for name in (hidden, "Nothing__c"):
        assert rep.refused("GET", path, fields=name) == (400, "INVALID_FIELD")
        assert rep.refused("PATCH", path, {name: 1}) == (400, "INVALID_FIELD")
        q = f"SELECT {name} FROM Opportunity"
        assert rep.refused("GET", "query", q=q) == (400, "INVALID_FIELD")
