"""Pages of components: who looks after them, how their issues stand, and how they are changed."""

import re

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.models import Component, Project


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def named(doors: Doors) -> dict[str, str]:
    """Ids of CAL's components by name."""
    with doors.world.reading() as session:
        query = select(Component.name, Component.id).join(Project).where(Project.key == "CAL")
        return dict(session.execute(query.order_by(Component.name)).all())


def total(text: str, name: str) -> int:
    return sum(int(each) for each in re.findall(rf'aria-label="(\d+) [a-z ]+ in {name}"', text))


def test_component_is_made_changed_and_deleted_with_its_issues_moved(
    page: Pages, doors: Doors
) -> None:
    lead = doors.person_id
    page.submit("/p/CAL/components/new", name="Yard", lead_id=lead, assignee_kind="component_lead")
    shown = page.read("/p/CAL/components")
    assert "The component's lead" in shown
    ids = named(doors)
    old = next(name for name in ids if total(shown, name))
    count = total(shown, old)
    page.submit(f"/p/CAL/components/{ids[old]}/delete", move_to=ids["Yard"])
    page.submit(f"/p/CAL/components/{ids['Yard']}/edit", name="Gate", lead_id="")
    shown = page.read("/p/CAL/components")
    assert total(shown, "Gate") == count
    assert old not in named(doors)


def test_refused_component_keeps_what_was_typed(page: Pages, doors: Doors) -> None:
    there = next(iter(named(doors)))
    shown = page.submit("/p/CAL/components/new", 422, name=there, description="Kept as typed")
    assert 'id="component-name-problem"' in shown
    assert "Kept as typed" in shown


def test_whoever_does_not_administer_looks_only(doors: Doors) -> None:
    theirs = Pages.of(doors, "nbarve")
    assert "Create component" not in theirs.read("/p/CAL/components")
    theirs.read("/p/CAL/components/new", 403)
    theirs.submit("/p/CAL/components/new", 403, name="Yard")


def test_component_of_another_project_is_not_found(page: Pages, doors: Doors) -> None:
    id = next(iter(named(doors).values()))
    page.read(f"/p/OPS/components/{id}/edit", 404)
