"""A project's settings: who finds which tab, its details, how it is archived and deleted."""

import re

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.models import IssueType, Role, Workflow
from workworld.directory.models import Person


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def tabs(text: str) -> list[str]:
    found = re.search(r'<nav class="settings-tabs".*?</nav>', text, re.DOTALL)
    assert found is not None
    return re.findall(r"<span>([^<]+)</span>", found[0])


def test_admin_finds_the_tabs(page: Pages) -> None:
    assert tabs(page.read("/p/CAL/settings"))[:1] == ["Details"]


def test_whoever_may_not_configure_finds_no_settings(doors: Doors) -> None:
    theirs = Pages.of(doors, "nbarve")
    assert "/p/CAL/settings" not in theirs.read("/p/CAL/list")
    theirs.read("/p/CAL/settings", 404)
    theirs.read("/p/CAL/settings/details", 404)


def test_details_are_changed(page: Pages) -> None:
    page.submit("/p/CAL/settings/details", name="Route product", avatar="rocket")
    shown = page.read("/p/CAL/settings/details")
    assert 'value="Route product"' in shown
    assert ">🚀</span>" in shown


def test_refused_details_say_why_at_the_field(page: Pages) -> None:
    shown = page.submit("/p/CAL/settings/details", 422, name=" ", description="Kept as typed")
    assert 'id="details-name-problem"' in shown
    assert "Kept as typed" in shown


def test_project_is_archived_and_restored(page: Pages) -> None:
    page.submit("/p/CAL/settings/archive")
    shown = page.read("/p/CAL/settings/details")
    assert "This project is archived" in shown
    assert "Restore project" in shown
    assert "details-name" not in shown
    page.submit("/p/CAL/settings/restore")
    assert "details-name" in page.read("/p/CAL/settings/details")


def test_project_is_deleted_once_its_key_is_typed(page: Pages) -> None:
    refused = page.submit("/p/CAL/settings/delete", 422, key="OPS")
    assert "Type CAL to say that you mean it." in refused
    page.submit("/p/CAL/settings/delete", key="cal")
    page.read("/p/CAL/board", 404)


def person(doors: Doors, handle: str) -> str:
    with doors.world.reading() as session:
        return session.scalars(select(Person.id).where(Person.handle == handle)).one()


def role(doors: Doors, name: str) -> str:
    with doors.world.reading() as session:
        return session.scalars(select(Role.id).where(Role.name == name)).one()


def test_role_is_given_and_taken_and_rights_say_through_what(page: Pages, doors: Doors) -> None:
    who, viewer = person(doors, "nbarve"), role(doors, "Administrator")
    rights = f"/p/CAL/settings/people/{who}"
    assert "</svg>role Administrator" not in page.read(rights)
    page.submit("/p/CAL/settings/people/add", person=[who], role=viewer)
    assert "</svg>role Administrator" in page.read(rights)
    assert "Details" in tabs(Pages.of(doors, "nbarve").read("/p/CAL/settings"))
    page.submit("/p/CAL/settings/people/remove", person=who, role=viewer)
    assert "</svg>role Administrator" not in page.read(rights)


def test_naming_nobody_says_so(page: Pages, doors: Doors) -> None:
    shown = page.submit("/p/CAL/settings/people/add", 422, role=role(doors, "Viewer"))
    assert "Say who: at least one person or group." in shown


def test_permissions_are_a_matrix_by_role(page: Pages) -> None:
    shown = page.read("/p/CAL/settings/permissions")
    line = re.search(r'<th scope="row">Delete issues</th>(.*?)</tr>', shown, re.DOTALL)
    assert line is not None
    assert line[1].count("Yes") == 1


def test_levels_and_their_members_are_for_members(page: Pages, doors: Doors) -> None:
    assert "Members of Security team" in page.read("/p/CAL/settings/permissions")
    who = person(doors, "nbarve")
    page.submit("/p/CAL/settings/people/add", person=[who], role=role(doors, "Administrator"))
    assert "Security team" not in Pages.of(doors, "nbarve").read("/p/CAL/settings/permissions")


def types(text: str) -> dict[str, str]:
    """Ids of the types on the page by name, in order."""
    found = re.findall(r'type-menu-(\d+)" role="menu" aria-label="Actions for ([^"]+)"', text)
    return {name: id for id, name in found}


def test_types_are_added_ordered_and_removed(page: Pages, doors: Doors) -> None:
    root = "/p/CAL/settings/types"
    before = list(types(page.read(root)))
    with doors.world.reading() as session:
        change = session.scalars(select(IssueType.id).where(IssueType.name == "Change")).one()
        flow = session.scalars(select(Workflow.id).where(Workflow.name == "Change workflow")).one()
    page.submit(f"{root}/add", type=change, workflow=flow)
    assert list(types(page.read(root))) == [*before, "Change"]
    page.submit(f"{root}/{change}/edit", position="0")
    assert list(types(page.read(root))) == ["Change", *before]
    assert "Approved" in page.read(f"/p/CAL/settings/workflow?type={change}")
    page.submit(f"{root}/{change}/remove")
    assert list(types(page.read(root))) == before


def test_type_that_issues_have_stays(page: Pages, doors: Doors) -> None:
    root = "/p/CAL/settings/types"
    bug = types(page.read(root))["Bug"]
    assert "change or move them first" in page.submit(f"{root}/{bug}/remove", 409)
    with doors.world.reading() as session:
        flow = session.scalars(select(Workflow.id).where(Workflow.name == "Change workflow")).one()
    shown = page.submit(f"{root}/{bug}/edit", 422, workflow=flow)
    assert "The workflow lacks statuses that issues stand in" in shown


def test_workflow_tells_rules_of_transitions(page: Pages) -> None:
    shown = page.read("/p/CAL/settings/workflow")
    assert "New issues begin in To Do." in shown
    assert re.search(r"<strong>Asks for:</strong> \w+", shown)
    page.read("/p/CAL/settings/workflow?type=none", 404)
