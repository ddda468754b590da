"""List views through the REST API."""

import pytest
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World


@pytest.fixture
def rest(world: World, office: Office, authority: Authority) -> Rest:
    """A sales representative."""
    return Rest(Doors(world, authority, office.people["akovac"]))


def test_list_views_tell_columns_and_records(rest: Rest) -> None:
    made = [rest.create("Account", Name=f"00 {n}") for n in range(3)]
    found = rest.get("sobjects/Account/listviews")
    assert (found["sobjectType"], found["done"]) == ("Account", True)
    assert found["size"] == len(found["listviews"])
    (view,) = [each for each in found["listviews"] if each["label"] == "My Accounts"]
    assert rest.get(view["url"]) == view
    described = rest.get(view["describeUrl"])
    assert (described["id"], described["scope"]) == (view["id"], "mine")
    assert described["columns"][0]["fieldNameOrPath"] == "Name"
    shown = rest.get(view["resultsUrl"], limit=3)
    assert (shown["label"], shown["size"]) == ("My Accounts", 3)
    rows = [
        {each["fieldNameOrPath"]: each["value"] for each in record["columns"]}
        for record in shown["records"]
    ]
    assert [row["Id"] for row in rows] == made
    assert [row["Name"] for row in rows] == ["00 0", "00 1", "00 2"]
    (last,) = rest.get(view["resultsUrl"], limit=1, offset=2)["records"]
    assert last == shown["records"][2]


def test_list_views_of_other_objects_are_not_found(rest: Rest) -> None:
    view = rest.get("sobjects/Account/listviews")["listviews"][0]
    path = view["url"].replace("Account", "Lead")
    assert rest.refused("GET", path) == (404, "NOT_FOUND")
    assert rest.refused("GET", f"{path}/results") == (404, "NOT_FOUND")
    assert rest.refused("GET", "sobjects/Nothing/listviews") == (404, "NOT_FOUND")
