"""What answers look like, and how long ones go on."""

from __future__ import annotations

import pytest
from tests.apps.crm.soql.quay import Quay, key

from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import queries
from workworld.apps.crm.soql.tree import Column, Comparison, Form, Literal, Path, Query, Sorting
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.errors import Invalid, Refused


def _url(sobject: str, number: int) -> str:
    return f"/services/data/v62.0/sobjects/{sobject}/{key(sobject, number)}"


def test_a_record_tells_its_kind_and_address_and_has_canonical_names(harbour: Quay) -> None:
    (found,) = harbour.ask(
        "select NAME, account.NAME from contact where name = 'ann archer'"
    ).records
    assert found == {
        "attributes": {"type": "Contact", "url": _url("Contact", 1)},
        "Name": "Ann Archer",
        "Account": {
            "attributes": {"type": "Account", "url": _url("Account", 1)},
            "Name": "Alder Mills",
        },
    }
    assert list(found) == ["attributes", "Name", "Account"]


def test_addresses_name_the_version_that_was_asked(harbour: Quay) -> None:
    (found,) = harbour.ask("SELECT Id FROM Product2", version="v59.0").records
    assert found["attributes"]["url"].startswith("/services/data/v59.0/sobjects/Product2/")


def test_a_parent_that_there_is_not_is_null(harbour: Quay) -> None:
    (found,) = harbour.ask("SELECT Account.Owner.Name FROM Contact WHERE AccountId = null").records
    assert found["Account"] is None


def test_children_are_an_answer_of_their_own_or_null(harbour: Quay) -> None:
    with_one, without = harbour.ask(
        "SELECT Id, (SELECT Id FROM Cases) FROM Account WHERE Name IN ('Alder Mills', 'Čedar Žito')"
    ).records
    assert with_one["Cases"] == {
        "totalSize": 1,
        "done": True,
        "records": [{"attributes": {"type": "Case", "url": _url("Case", 1)}, "Id": key("Case", 1)}],
    }
    assert without["Cases"] is None


def test_what_may_be_of_several_objects_tells_which_it_is(harbour: Quay) -> None:
    first, second = harbour.ask("SELECT Owner.Name FROM Case").records
    assert first["Owner"]["attributes"]["type"] == "Group"
    assert second["Owner"]["attributes"]["type"] == "User"
    q = "SELECT TYPEOF Who WHEN Lead THEN Company END FROM Task WHERE WhoId != null"
    contact, lead = harbour.ask(q).records
    assert contact["Who"] == {"attributes": {"type": "Contact", "url": _url("Contact", 1)}}
    assert lead["Who"]["Company"] == "Moor Ltd"


def test_an_address_is_one_field_too(harbour: Quay) -> None:
    q = "SELECT Name, billingaddress FROM Account WHERE Name IN ('Alder Mills', 'Dogwood 100%')"
    alder, dogwood = harbour.ask(q).records
    assert alder["BillingAddress"] == {
        "city": "Boston",
        "country": None,
        "geocodeAccuracy": None,
        "latitude": None,
        "longitude": None,
        "postalCode": None,
        "state": None,
        "street": None,
    }
    assert dogwood["BillingAddress"] is None
    of_parent = harbour.ask("SELECT Account.BillingAddress FROM Contact LIMIT 1").records
    assert of_parent[0]["Account"]["BillingAddress"]["city"] == "Boston"
    assert "'Address' on entity 'Account'" in harbour.refusal("SELECT Address FROM Account").message
    twice = harbour.refusal("SELECT BillingAddress, BillingAddress FROM Account")
    assert "duplicate field selected: BillingAddress" in twice.message
    assert (
        harbour.refusal("SELECT Id FROM Account WHERE BillingAddress = 'x'").code == "INVALID_FIELD"
    )


def test_totals_are_of_a_kind_of_their_own(harbour: Quay) -> None:
    (found,) = harbour.ask(
        "SELECT COUNT(Id), MAX(Name) latest, SUM(NumberOfEmployees) FROM Account"
    ).records
    assert found == {
        "attributes": {"type": "AggregateResult"},
        "expr0": 5,
        "latest": "Čedar Žito",
        "expr1": 200,
    }


@pytest.mark.parametrize(
    ("which", "custom"), [("ALL", True), ("STANDARD", False), ("CUSTOM", True)]
)
def test_all_fields_are_those_that_the_caller_may_read(
    harbour: Quay, which: str, custom: bool
) -> None:
    def named(by: str) -> set[str]:
        (found,) = harbour.ask(f"SELECT FIELDS({which}) FROM Opportunity LIMIT 1", by).records
        return set(found) - {"attributes"}

    every = named("wtallis")
    assert ("Discount__c" in every) == custom
    assert ("StageName" in every) == (which != "CUSTOM")
    assert every - named("akovac") == ({"Margin__c"} if custom else set())


def test_deleted_records_are_found_where_they_are_asked_for(harbour: Quay) -> None:
    q = "SELECT Name FROM Account WHERE Name LIKE 'Fir%'"
    assert harbour.rows(q) == []
    assert harbour.rows(q, all_rows=True) == ["Fir, gone"]
    assert harbour.rows("SELECT COUNT(Id) FROM Account", all_rows=True) == [6]


# Long answers


def _walk(quay: Quay, q: str, size: int) -> list[list[str]]:
    found = quay.ask(q, batch_size=size)
    pages = [[each["Name"] for each in found.records]]
    total = found.total_size
    while not found.done:
        found = quay.do(queries.more, locator=found.locator)
        assert found.total_size == total
        pages.append([each["Name"] for each in found.records])
    return pages


def test_a_long_answer_goes_on_by_its_locator(harbour: Quay) -> None:
    every = harbour.rows("SELECT Name FROM Opportunity ORDER BY Name DESC")
    pages = _walk(harbour, "SELECT Name FROM Opportunity ORDER BY Name DESC", 4)
    assert [len(page) for page in pages] == [4, 2]
    assert [name for page in pages for name in page] == every


@pytest.mark.parametrize(
    ("ending", "sizes"),
    [("LIMIT 5", [2, 2, 1]), ("LIMIT 4", [2, 2]), ("LIMIT 2", [2]), ("OFFSET 3", [2, 1])],
)
def test_a_limit_and_an_offset_hold_over_all_pages(
    harbour: Quay, ending: str, sizes: list[int]
) -> None:
    pages = _walk(harbour, f"SELECT Name FROM Opportunity {ending}", 2)
    assert [len(page) for page in pages] == sizes
    found = harbour.ask(f"SELECT Name FROM Opportunity {ending}", batch_size=2)
    assert found.total_size == sum(sizes)


@pytest.mark.parametrize(
    "change", [lambda it: it[:-2], lambda it: f"x{it}", lambda it: f"{it}9999999"]
)
def test_a_locator_that_nobody_gave_out_is_refused(harbour: Quay, change: object) -> None:
    locator = harbour.ask("SELECT Name FROM Opportunity", batch_size=2).locator
    assert callable(change)
    with pytest.raises(Invalid) as caught:
        harbour.do(queries.more, locator=change(locator))
    assert caught.value.code == "INVALID_QUERY_LOCATOR"


def test_a_locator_is_its_owner_s_alone(harbour: Quay) -> None:
    locator = harbour.ask("SELECT Name FROM Opportunity", batch_size=2).locator
    with pytest.raises(Invalid, match="invalid query locator"):
        harbour.do(queries.more, "akovac", locator=locator)


def test_more_groups_than_one_page_holds_are_refused(harbour: Quay) -> None:
    with pytest.raises(Refused) as caught:
        harbour.ask("SELECT StageName FROM Opportunity GROUP BY StageName", batch_size=2)
    assert caught.value.code == "EXCEEDED_ID_LIMIT"
    q = "SELECT StageName FROM Opportunity GROUP BY StageName LIMIT 2"
    assert len(harbour.ask(q, batch_size=2).records) == 2


# Queries without a text


def test_a_tree_is_answered_like_a_text(harbour: Quay) -> None:
    held = Comparison(Path(("Type",)), "=", Literal(Form.TEXT, "Customer"))
    order = (Sorting(Path(("Name",)), is_descending=True),)
    tree = Query((Column(Path(("Name",))),), "Account", where=held, order=order)
    request = Request(Surface.REST, "look", {"q": "SELECT COUNT() FROM Account"})
    actor = Actor(harbour.people["wtallis"])

    def look(ctx: Context, _: object) -> list[str]:
        found = ctx.session.scalars(queries.matching(ctx, objects.of_name("Account"), held))
        assert sorted(found) == [key("Account", 1), key("Account", 3)]
        return [each["Name"] for each in queries.answered(ctx, tree)]

    told = call(harbour.world, actor, queries.query, request, present=look)
    assert told == ["Čedar Žito", "Alder Mills"]
