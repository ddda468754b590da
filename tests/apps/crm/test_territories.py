"""Territories: what falls into them, what their members see, and what their deals come to."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors

from workworld.apps.crm.models import Account, AccountTerritory, Territory
from workworld.apps.crm.service import (
    merges,
    metadata,
    records,
    territories,
    territory_forecasts,
)
from workworld.errors import Forbidden, NotFound
from workworld.identity import Authority

SELLER = "aruiz"
"""Sells, and has no territory and no accounts of her own."""


def territory(floor: Floor, name: str = "Lakes", **more: object) -> str:
    """A new territory: accounts in Duluth fall into it before any other one."""
    given = {
        "name": name,
        "position": 1,
        "formula": 'BillingCity = "Zz Duluth"',
        "accountAccessLevel": "Edit",
        "members": [{"userId": floor.user(SELLER), "role": "Rep"}],
    }
    made = floor.do(metadata.create, by=ADMIN, type="Territory2", metadata={**given, **more})
    return str(made.id)


def of(floor: Floor, record_id: str) -> str | None:
    """The territory of a record."""
    found: str | None = floor.row(record_id).territory_id
    return found


def test_accounts_fall_into_the_first_territory_they_fit_and_deals_go_with_them(
    floor: Floor,
) -> None:
    here = territory(floor)
    account = floor.create("Account", BillingCity="Zz Duluth")
    deal = floor.create("Opportunity", AccountId=account)
    assert (of(floor, account), of(floor, deal)) == (here, here)
    floor.update(account, BillingCity="Elsewhere")
    assert (of(floor, account), of(floor, deal)) == (None, None)
    floor.update(account, Territory2Id=here)
    assert of(floor, deal) == here
    floor.update(account, BillingCity="Elsewhere again")
    assert of(floor, account) == here
    floor.update(account, Territory2Id=None)
    assert of(floor, account) is None


def test_members_see_what_lies_in_their_territory_as_far_as_it_says(floor: Floor) -> None:
    account = floor.create("Account", BillingCity="Zz Duluth")
    deal = floor.create("Opportunity", AccountId=account)
    with pytest.raises(NotFound):
        floor.do(records.get, by=SELLER, sobject="Account", record_id=account)
    territory(floor, opportunityAccessLevel="None")
    assert floor.do(territories.run_rules, by=ADMIN) == 1
    floor.update(account, by=SELLER, Phone="555 0100")
    with pytest.raises(NotFound):
        floor.do(records.get, by=SELLER, sobject="Opportunity", record_id=deal)
    assert floor.do(territories.run_rules, by=ADMIN) == 0


def test_an_account_lies_in_all_territories_it_fits_and_all_see_it_with_its_deals(
    floor: Floor, authority: Authority
) -> None:
    first = territory(floor, members=[], opportunityAccessLevel="Edit")
    criteria = 'ISPICKVAL(Industry, "Energy")'
    more = {"formula": criteria, "position": 2, "opportunityAccessLevel": "Read"}
    other = territory(floor, "Energy", **more)
    account = floor.create("Account", BillingCity="Zz Duluth", Industry="Energy")
    deal = floor.create("Opportunity", AccountId=account)
    assert (of(floor, account), of(floor, deal)) == (first, first)
    floor.update(account, by=SELLER, Phone="555 0100")
    assert floor.do(records.get, by=SELLER, sobject="Opportunity", record_id=deal).id == deal
    assert floor.not_updated(deal, by=SELLER, NextStep="Call").code
    rest = Rest(Doors(floor.world, authority, floor.people[REP]))
    asked = f"SELECT Other_Territories__c FROM Account WHERE Id = '{account}'"
    assert rest.get("query", q=asked)["records"][0]["Other_Territories__c"] == "Energy"
    asked = f"SELECT Territory2.Name FROM ObjectTerritory2Association WHERE ObjectId = '{account}'"
    rows = rest.get("query", q=asked)["records"]
    assert sorted(each["Territory2"]["Name"] for each in rows) == ["Energy", "Lakes"]
    counts = {each.id: each.accounts for each in floor.do(territories.list, by=ADMIN)}
    assert (counts[first], counts[other]) == (1, 1)
    page = Pages(Doors(floor.world, authority, floor.people[REP])).words(f"/Account/{account}")
    assert "Other Territories Energy" in page
    given = {"type": "Territory2", "metadata_id": other}
    assert floor.refused(metadata.delete, by=ADMIN, **given).code == "DELETE_FAILED"
    floor.update(account, Industry="Retail")
    with pytest.raises(NotFound):
        floor.do(records.get, by=SELLER, sobject="Account", record_id=account)
    change = {"metadata": {"formula": 'ISPICKVAL(Industry, "Retail")'}}
    floor.do(metadata.update, by=ADMIN, **given, **change)
    assert floor.do(territories.run_rules, by=ADMIN) >= 1
    assert floor.do(territories.run_rules, by=ADMIN) == 0
    assert floor.do(records.get, by=SELLER, sobject="Account", record_id=account).id == account


def assigned(floor: Floor, account: str) -> dict[str, str]:
    """The territories that an account lies in, and why."""
    lies = AccountTerritory.__table__.c
    query = select(lies.territory_id, lies.cause).where(
        lies.account_id == account, ~lies.is_deleted
    )
    return {row.territory_id: row.cause for row in floor.rows(query)}


def test_accounts_are_given_territories_by_hand_and_keep_them(
    floor: Floor, authority: Authority
) -> None:
    here = territory(floor, "By hand", formula="FALSE", opportunityAccessLevel="Read")
    rules = territory(floor, members=[])
    account = floor.create("Account", BillingCity="Zz Duluth")
    deal = floor.create("Opportunity", AccountId=account)
    rest = Rest(Doors(floor.world, authority, floor.people[ADMIN]))
    path = "sobjects/ObjectTerritory2Association"
    given = {"ObjectId": account, "Territory2Id": here, "AssociationCause": "Territory2Manual"}
    made = rest.post(path, given)
    assert assigned(floor, account) == {
        rules: "Territory2AssignmentRule",
        here: "Territory2Manual",
    }
    assert of(floor, account) == rules
    assert floor.do(records.get, by=SELLER, sobject="Opportunity", record_id=deal).id == deal
    # Rules leave it alone, and so do changes of the account.
    assert floor.do(territories.run_rules, by=ADMIN) == 0
    floor.update(account, BillingCity="Elsewhere")
    assert assigned(floor, account) == {here: "Territory2Manual"}
    assert of(floor, account) == here
    asked = "SELECT Object.Name, SobjectType, Territory2.Name FROM ObjectTerritory2Association"
    (row,) = rest.get("query", q=f"{asked} WHERE ObjectId = '{account}'")["records"]
    assert (row["SobjectType"], row["Territory2"]["Name"]) == ("Account", "By hand")
    asked = "SELECT (SELECT Id FROM ObjectTerritory2Associations) FROM Account"
    asked = f"{asked} WHERE Id = '{account}'"
    (row,) = rest.get("query", q=asked)["records"]
    assert row["ObjectTerritory2Associations"]["totalSize"] == 1
    rest.delete(f"{path}/{made['id']}")
    assert assigned(floor, account) == {}
    assert of(floor, account) is None
    assert rest.refused("GET", f"{path}/{made['id']}")[0] == 404


def test_what_territories_by_hand_are_refused_for(floor: Floor, authority: Authority) -> None:
    here = territory(floor)
    off = territory(floor, "Off", formula="FALSE", isActive=False)
    account = floor.create("Account", BillingCity="Zz Duluth")
    given = {"ObjectId": account, "Territory2Id": here}
    for values, code in (
        (given, "DUPLICATE_VALUE"),
        ({**given, "Territory2Id": off}, "INVALID_CROSS_REFERENCE_KEY"),
        ({**given, "AssociationCause": "Territory2AssignmentRule"}, "INVALID_OPERATION"),
        ({"ObjectId": account}, "REQUIRED_FIELD_MISSING"),
        ({**given, "AssociationCause": "Magic"}, "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"),
    ):
        assert floor.not_created("ObjectTerritory2Association", **values).code == code, values
    lies = AccountTerritory.__table__.c
    (row,) = floor.rows(select(lies.id).where(lies.account_id == account))
    ask = {"sobject": "ObjectTerritory2Association", "record_id": row.id}
    assert floor.refused(records.delete, by=ADMIN, **ask).code == "INVALID_OPERATION"
    assert floor.refused(records.delete, by=SUPPORT, **ask).code
    assert assigned(floor, account) == {here: "Territory2AssignmentRule"}


def test_whoever_chooses_a_territory_moves_the_account(floor: Floor) -> None:
    one = territory(floor, "One", formula="FALSE")
    two = territory(floor, "Two", formula="FALSE")
    account = floor.create("Account")
    floor.update(account, Territory2Id=one)
    assert assigned(floor, account) == {one: "Territory2Manual"}
    floor.update(account, Territory2Id=two)
    assert assigned(floor, account) == {two: "Territory2Manual"}
    floor.create("ObjectTerritory2Association", ObjectId=account, Territory2Id=one)
    assert assigned(floor, account) == {one: "Territory2Manual", two: "Territory2Manual"}
    floor.do(records.delete, by=ADMIN, sobject="Account", record_id=account)
    assert assigned(floor, account) == {}
    floor.do(records.restore, by=ADMIN, sobject="Account", record_id=account)
    assert assigned(floor, account) == {one: "Territory2Manual", two: "Territory2Manual"}


def test_accounts_that_are_merged_keep_what_was_given_by_hand(floor: Floor) -> None:
    one = territory(floor, "One", formula="FALSE")
    rules = territory(floor, members=[])
    stays = floor.create("Account")
    goes = floor.create("Account", BillingCity="Zz Duluth")
    floor.create("ObjectTerritory2Association", ObjectId=goes, Territory2Id=one)
    assert assigned(floor, goes) == {rules: "Territory2AssignmentRule", one: "Territory2Manual"}
    given = {"sobject": "Account", "master_id": stays, "merged_ids": [goes]}
    floor.do(merges.merge, by=ADMIN, **given)
    assert assigned(floor, stays) == {one: "Territory2Manual"}
    assert floor.do(territories.run_rules, by=ADMIN) == 0


def test_queries_keep_to_the_territories_that_one_works(floor: Floor, authority: Authority) -> None:
    above = territory(floor, "All lakes", formula="FALSE", opportunityAccessLevel="Read")
    territory(floor, parentTerritory=above, members=[])
    below = floor.create("Account", Name="Below", BillingCity="Zz Duluth")
    deal = floor.create("Opportunity", AccountId=below)
    mine = floor.create("Account", Name="Mine")
    given = {"ObjectId": mine, "Territory2Id": above}
    floor.create("ObjectTerritory2Association", **given)
    rest = Rest(Doors(floor.world, authority, floor.people[SELLER]))

    def found(sobject: str, scope: str) -> set[str]:
        asked = f"SELECT Id FROM {sobject} USING SCOPE {scope}"
        return {each["Id"] for each in rest.get("query", q=asked)["records"]}

    assert found("Account", "my_territory") == {mine}
    assert found("Account", "my_team_territory") == {mine, below}
    assert found("Opportunity", "my_territory") == set()
    assert found("Opportunity", "my_team_territory") == {deal}
    asked = "SELECT Id FROM Lead USING SCOPE my_territory"
    assert rest.refused("GET", "query", q=asked) == (400, "MALFORMED_QUERY")


def test_pages_give_accounts_territories_and_take_them_away(
    floor: Floor, authority: Authority
) -> None:
    here = territory(floor, "By hand", formula="FALSE")
    account = floor.create("Account")
    pages = Pages(Doors(floor.world, authority, floor.people[ADMIN]))
    related = f"/Account/{account}?tab=related"
    assert "Assigned Territories (0)" in pages.words(related)
    new = f"/ObjectTerritory2Association/new?parent={account}"
    assert "Territory Manual" in pages.words(new)
    pages.submit("/ObjectTerritory2Association/new", 303, ObjectId=account, Territory2Id=here)
    assert assigned(floor, account) == {here: "Territory2Manual"}
    words = pages.words(related)
    assert "By hand Territory Manual" in words
    lies = AccountTerritory.__table__.c
    (row,) = floor.rows(select(lies.id).where(lies.account_id == account))
    assert "Assigned Territory" in pages.words(f"/ObjectTerritory2Association/{row.id}")
    pages.submit(f"/ObjectTerritory2Association/{row.id}/delete", 303)
    assert assigned(floor, account) == {}


def test_those_above_see_what_is_below(floor: Floor) -> None:
    above = territory(floor, "All lakes", formula="FALSE", opportunityAccessLevel="Read")
    here = territory(floor, parentTerritory=above, members=[])
    account = floor.create("Account", BillingCity="Zz Duluth")
    deal = floor.create("Opportunity", AccountId=account, Amount=1000)
    assert floor.do(records.get, by=SELLER, sobject="Opportunity", record_id=deal).id == deal
    assert floor.not_updated(deal, by=SELLER, NextStep="Call").code
    found = floor.do(territory_forecasts.get, by=SELLER, period="2026-04-20")
    assert [(each.name, each.depth) for each in found.lines] == [("All lakes", 0), ("Lakes", 1)]
    assert found.lines[0].figures["pipeline"] == found.total["pipeline"] == 1000
    given = {"territory_id": above, "period": "2026-04-20"}
    (listed,) = floor.do(territory_forecasts.deals, by=SELLER, **given)
    assert listed.id == deal
    refused = floor.refused(territory_forecasts.deals, by=REP, territory_id=here)
    assert refused.code == "NOT_FOUND"


def test_territories_are_refused_that_lie_below_themselves_or_are_in_use(floor: Floor) -> None:
    above = territory(floor, "Above")
    here = territory(floor, parentTerritory=above)
    given = {"type": "Territory2", "metadata_id": above}
    circle = {"metadata": {"parentTerritory": here}}
    assert floor.refused(metadata.update, by=ADMIN, **given, **circle).code
    assert floor.refused(metadata.delete, by=ADMIN, **given).code == "DELETE_FAILED"
    unknown = {"name": "X", "formula": "Nothing__c = 1"}
    assert floor.refused(metadata.create, by=ADMIN, type="Territory2", metadata=unknown).code
    with pytest.raises(Forbidden):
        floor.do(territories.run_rules, by=MANAGER)


def test_programs_read_territories(floor: Floor, authority: Authority) -> None:
    here = territory(floor)
    account = floor.create("Account", BillingCity="Zz Duluth")
    rest = Rest(Doors(floor.world, authority, floor.people[REP]))
    asked = f"SELECT Name, Territory2.Name FROM Account WHERE Id = '{account}'"
    (row,) = rest.get("query", q=asked)["records"]
    assert row["Territory2"]["Name"] == "Lakes"
    asked = "SELECT ObjectId, AssociationCause FROM ObjectTerritory2Association"
    (row,) = rest.get("query", q=f"{asked} WHERE Territory2Id = '{here}'")["records"]
    assert (row["ObjectId"], row["AssociationCause"]) == (account, "Territory2AssignmentRule")
    asked = f"SELECT RoleInTerritory2 FROM UserTerritory2Association WHERE Territory2Id = '{here}'"
    assert rest.get("query", q=asked)["records"][0]["RoleInTerritory2"] == "Rep"


def test_pages_show_territories_to_those_who_work_them(floor: Floor, authority: Authority) -> None:
    def pages(handle: str) -> Pages:
        return Pages(Doors(floor.world, authority, floor.people[handle]))

    words = pages(MANAGER).words("/forecasts/territories")
    assert "North America" in words
    assert "Northeast" in words
    assert "Europe" not in words
    assert "By territory" in pages(MANAGER).words("/forecasts")
    assert "You work no territory" in pages(SELLER).words("/forecasts/territories")
    assert "By territory" not in pages(SELLER).words("/forecasts")
    assert pages(ADMIN).submit("/setup/rules/Territory2/run").endswith("#Territory2")
    assert "Ran territory rules: 0 accounts moved" in pages(ADMIN).words("/setup/audit")
    pages(SUPPORT).submit("/setup/rules/Territory2/run", 403)


def test_accounts_of_the_company_lie_where_their_region_says(floor: Floor) -> None:
    query = select(Account.territory, Territory.name).join(
        Territory, Territory.id == Account.territory_id
    )
    rows = floor.rows(query)
    assert rows
    assert {row.territory for row in rows} == {row.name for row in rows}
