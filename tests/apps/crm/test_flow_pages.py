"""The pages on which administrators build flows."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import Flow
from workworld.identity import Authority

START = {
    "name": "Remember",
    "sobject": "Opportunity",
    "recordTriggerType": "Update",
    "moment": "after",
    "formula": "TRUE",
    "unit": "Days",
    "side": "After",
    "offset": "0",
}


@pytest.fixture
def admin(floor: Floor, authority: Authority) -> Pages:
    """The pages of whoever sets the CRM up."""
    return Pages(Doors(floor.world, authority, floor.people[ADMIN]))


def test_a_flow_is_built_activated_and_seen_on_the_record(floor: Floor, admin: Pages) -> None:
    assert "1 +" in admin.submit("/setup/flows/new", 422, **{**START, "formula": "1 +"})
    path = admin.submit("/setup/flows/new", **START)
    path = path[path.index("/setup/flows") :]
    assert "add one first" in admin.submit(f"{path}/activate", 422)
    assert "Update record" in admin.words(f"{path}/elements/new")
    form = {"kind": "update_record", "parent": "", "slot": "", "way": ""}
    row = {"values-0-field": "NextStep", "values-0-value": "Call"}
    new = f"{path}/elements/new"
    assert 'name="values-1-field"' in admin.submit(new, 200, **form, **row, deed="add-values")
    wrong = {**row, "values-0-field": "Nope"}
    assert "Opportunity has no field Nope." in admin.submit(new, 422, **form, **wrong)
    admin.submit(new, **form, **row)
    admin.submit(new, kind="notify", who="owner", user_id="", text="Look", parent="", slot="")
    shown = admin.words(path)
    assert shown.index("Update record") < shown.index("Notify")
    admin.submit(f"{path}/elements/2/move", to="up")
    shown = admin.words(path)
    assert shown.index("Notify") < shown.index("Update record")
    admin.submit(f"{path}/elements/2/delete")
    admin.submit(f"{path}/elements/1", way="", **{**row, "values-0-value": "Write"})
    admin.submit(f"{path}/activate", **{"from": "list"})
    deal = floor.create("Opportunity", Name="Gates")
    floor.update(deal, Amount=2)
    assert floor.row(deal).next_step == "Write"
    assert "Updated NextStep" in admin.words(path)
    assert "Remember" in admin.words(f"/Opportunity/{deal}?tab=history")
    assert "Deactivate the flow before" in admin.submit(f"{path}/delete", 422)
    admin.submit(f"{path}/deactivate")
    admin.submit(f"{path}/delete")
    assert not floor.rows(select(Flow.id).where(Flow.name == "Remember"))


def test_what_stands_in_an_if_is_added_there(admin: Pages) -> None:
    path = admin.submit("/setup/flows/new", **START)
    path = path[path.index("/setup/flows") :]
    admin.submit(f"{path}/elements/new", kind="if", parent="", slot="")
    choose = admin.read(f"{path}/elements/new?parent=1&slot=tests")
    assert "kind=meets" in choose
    assert "kind=notify" not in choose
    admin.submit(
        f"{path}/elements/new", kind="meets", formula="Amount > 1", parent="1", slot="tests"
    )
    assert re.search(r"If .*Condition .*Amount > 1 .*Then", admin.words(path))


def test_the_company_has_flows_and_others_do_not_see_them(
    floor: Floor, admin: Pages, authority: Authority
) -> None:
    assert "Large proposals are followed up" in admin.words("/setup/flows")
    pages = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    for path in ("/setup/flows", "/setup/flows/new"):
        pages.read(path, 403)
