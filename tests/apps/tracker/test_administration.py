"""Administration of the site: for its administrators alone, and what they change there."""

import re

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.audit import entries as audit
from workworld.calls import perform
from workworld.directory.models import Person

TABS = (
    "fields",
    "users",
    "groups",
    "global",
    "notifications",
    "permissions",
    "security",
    "workflows",
    "values",
)


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def person(doors: Doors, handle: str) -> str:
    with doors.world.reading() as session:
        return session.scalars(select(Person.id).where(Person.handle == handle)).one()


@pytest.mark.parametrize("tab", TABS)
def test_administration_is_for_administrators(page: Pages, doors: Doors, tab: str) -> None:
    assert 'aria-label="Administration"' in page.read(f"/admin/{tab}")
    theirs = Pages.of(doors, "nbarve")
    theirs.read(f"/admin/{tab}", 404)
    assert ">Administration<" not in theirs.read("/settings")


def test_field_is_added_with_choices_that_are_ordered_and_switched_off(page: Pages) -> None:
    given = {"name": "Dock", "kind": "select", "options": "North\nSouth", "project": ["CAL"]}
    at = page.submit("/admin/fields/new", **given).rpartition("/admin")[2]
    root = f"/admin{at}"
    shown = page.read(root)
    assert "Calderoute product" in shown
    ids = re.findall(r"/options/(\d+)\" aria-label=\"(\w+)\"", shown)
    assert [name for _, name in ids] == ["North", "South"]
    page.submit(f"{root}/options/{ids[1][0]}", position="0")
    page.submit(f"{root}/options/{ids[0][0]}", is_disabled="1")
    page.submit(f"{root}/options", value="East")
    shown = page.read(root)
    assert re.findall(r"/options/\d+\" aria-label=\"(\w+)\"", shown) == ["South", "North", "East"]
    assert shown.count(">Off<") == 1
    refused = page.submit(f"{root}/options", 409, value="East")
    assert "There is an option 'East' already." in refused
    page.submit(f"{root}/delete")
    page.read(root, 404)


def test_groups_are_made_filled_and_deleted(page: Pages, doors: Doors) -> None:
    at = page.submit("/admin/groups/new", name="night shift").rpartition("/admin")[2]
    root, who = f"/admin{at}", person(doors, "nbarve")
    page.submit(f"{root}/add", person=who)
    assert f'name="person" value="{who}"' in page.read(root)
    page.submit(f"{root}/remove", person=who)
    assert "Nobody is in this group." in page.read(root)
    page.submit(f"{root}/delete")
    assert "night shift" not in page.read("/admin/groups")


def test_scheme_gives_and_takes_permissions(page: Pages) -> None:
    at = page.submit("/admin/permissions/new", name="Closed").rpartition("/admin")[2]
    root = f"/admin{at}"
    page.submit(f"{root}/grant", permission="BROWSE_PROJECTS", holder="anyone")
    shown = page.read(root)
    grant = re.search(r'name="grant" value="(\d+)"', shown)
    assert grant is not None
    assert "Take back: See the project and its issues, Everybody" in shown
    refused = page.submit(f"{root}/grant", 409, permission="BROWSE_PROJECTS", holder="anyone")
    assert "They have this permission already." in refused
    page.submit(f"{root}/revoke", grant=grant[1])
    assert 'name="grant"' not in page.read(root)
    page.submit(f"{root}/delete")


def test_last_member_of_a_level_stays(page: Pages) -> None:
    shown = page.read("/admin/security")
    level = re.search(r"/admin/security/(\d+)/remove", shown)
    assert level is not None
    members = re.findall(r'name="member" value="([^"]+)"', shown)
    for each in members[:-1]:
        page.submit(f"/admin/security/{level[1]}/remove", member=each)
    refused = page.submit(f"/admin/security/{level[1]}/remove", 409, member=members[-1])
    assert "Nobody would see these issues any more." in refused


def test_audit_log_names_what_was_administered(page: Pages, doors: Doors) -> None:
    page.submit("/admin/groups/new", name="night shift")
    page.submit("/p/CAL/settings/notifications/add", event="updated", recipient="project_lead")
    found = perform(doors.world, doors.actor, audit.list, app_id="tracker").items
    told = [(change.noun, change.subject) for each in found for change in each.changes]
    names = [(noun, subject.name) for noun, subject in told if subject]
    assert names == [("recipient change", "in CAL"), ("group", "“night shift”")]


def test_audit_log_is_offered_to_those_who_may_read_it(page: Pages, doors: Doors) -> None:
    assert "Audit log" in page.read("/admin/groups")
    who = {"person": person(doors, "jwikstrand")}
    page.submit("/admin/groups/jira-administrators/add", **who)
    theirs = Pages.of(doors, "jwikstrand").read("/admin/groups")
    assert "Administration" in theirs
    assert "Audit log" not in theirs
