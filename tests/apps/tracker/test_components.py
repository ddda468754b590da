"""Components: what can be done with them, and what becomes of their issues."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import Desk, problems

from workworld.apps.tracker.models import Component, SecurityLevel
from workworld.apps.tracker.service import components


@pytest.fixture
def gateway(desk: Desk) -> Any:
    """A component of CAL."""
    return desk.do(components.create, project="CAL", name="Berths", lead_id=desk.people["mchen"])


def test_a_component_that_is_created_is_listed(desk: Desk, gateway: Any) -> None:
    found = desk.do(components.list, project="CAL", text="berth")
    assert [(each.id, each.name) for each in found.items] == [(gateway.id, "Berths")]


def test_two_components_of_a_project_have_different_names(desk: Desk, gateway: Any) -> None:
    assert gateway.name == "Berths"
    refusal = desk.refused(components.create, project="CAL", name=" berths ")
    assert "already exists" in problems(refusal)["name"]


def test_a_component_may_be_called_by_its_own_name_in_other_letters(
    desk: Desk, gateway: Any
) -> None:
    desk.do(components.update, component_id=gateway.id, name="BERTHS")
    assert desk.do(components.info, component_id=gateway.id).name == "BERTHS"


def test_what_is_left_out_of_an_update_stays(desk: Desk, gateway: Any) -> None:
    desk.do(components.update, component_id=gateway.id, description="Trailers.")
    found = desk.do(components.info, component_id=gateway.id)
    assert (found.lead_id, found.description) == (desk.people["mchen"], "Trailers.")


def test_an_empty_lead_is_nobody(desk: Desk, gateway: Any) -> None:
    desk.do(components.update, component_id=gateway.id, lead_id="")
    assert desk.do(components.info, component_id=gateway.id).lead_id is None


def test_a_lead_must_be_somebody(desk: Desk) -> None:
    refusal = desk.refused(components.create, project="CAL", name="Quay", lead_id="U0")
    assert set(problems(refusal)) == {"lead_id"}


def test_whoever_does_not_administer_a_project_leaves_its_components_alone(
    desk: Desk, gateway: Any
) -> None:
    refusal = desk.refused(components.delete, by="mchen", component_id=gateway.id)
    assert refusal.code == "permission_denied"


def test_a_component_of_a_hidden_project_does_not_exist(desk: Desk) -> None:
    hidden = desk.do(components.create, project="SEC", name="Keys")
    refusal = desk.refused(components.info, by="dwhitlock", component_id=hidden.id)
    assert refusal.code == "component_not_found"


def test_issues_of_a_deleted_component_have_the_other_one(desk: Desk, gateway: Any) -> None:
    other = desk.do(components.create, project="CAL", name="Quay")
    key = desk.create(components=[gateway.id])
    desk.do(components.delete, component_id=gateway.id, move_to=other.id)
    assert desk.value(key, "components") == [other.id]
    assert ("Component", None, "Quay") in desk.items(key)
    assert not desk.rows(select(Component).where(Component.id == gateway.id))


def test_issues_of_a_deleted_component_lose_it(desk: Desk, gateway: Any) -> None:
    key = desk.create(components=[gateway.id])
    desk.do(components.delete, component_id=gateway.id)
    assert desk.value(key, "components") == []


def test_issues_move_within_the_project_alone(desk: Desk, gateway: Any) -> None:
    other = desk.do(components.create, project="OPS", name="Roof")
    refusal = desk.refused(components.delete, component_id=gateway.id, move_to=other.id)
    assert set(problems(refusal)) == {"move_to"}


def test_only_issues_that_one_sees_are_counted(desk: Desk, gateway: Any) -> None:
    (level,) = desk.rows(select(SecurityLevel.id))[0]
    desk.create(components=[gateway.id])
    desk.create(components=[gateway.id], security=level)
    mine = desk.do(components.counts, component_ids=[gateway.id])[gateway.id]
    theirs = desk.do(components.counts, by="jwikstrand", component_ids=[gateway.id])[gateway.id]
    assert (mine.new, mine.total, theirs.total) == (2, 2, 1)
    assert desk.do(components.counts, by="shaugland", component_ids=[gateway.id]) == {}
