"""Projects: listed, created with what their kind has, changed, archived and deleted."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select
from tests.apps.tracker.desk import Desk, problems

from workworld.apps.tracker.models import Board, Issue, Project
from workworld.apps.tracker.service import boards, issues, projects


def keys(desk: Desk, **arguments: Any) -> list[str]:
    """The keys of the projects that a listing has."""
    return [row.key for row in desk.do(projects.list, **arguments).items]


def test_only_projects_that_one_sees_are_listed(desk: Desk) -> None:
    assert keys(desk) == ["CAL", "OPS", "SEC", "SUP"]
    assert keys(desk, by="sfontanel") == ["CAL", "OPS"]


def test_a_listing_is_counted_whole(desk: Desk) -> None:
    found = desk.do(projects.list, start=1, limit=2)
    assert ([row.key for row in found.items], found.total) == (["OPS", "SEC"], 4)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"text": "desk"}, ["SUP"]),
        ({"text": "ca"}, ["CAL"]),
        ({"kinds": ["kanban"]}, ["OPS", "SEC"]),
        ({"refs": ["sup", "NIX"]}, ["SUP"]),
        ({"action": "edit", "by": "lraghunath"}, ["CAL"]),
        ({"action": "create", "by": "sfontanel"}, ["CAL", "OPS"]),
        ({"order": "-name"}, ["SUP", "SEC", "OPS", "CAL"]),
        ({"archived": True}, []),
    ],
)
def test_a_listing_is_narrowed(desk: Desk, arguments: dict[str, Any], found: list[str]) -> None:
    assert keys(desk, **arguments) == found


def test_a_project_is_known_by_key_in_any_letters(desk: Desk) -> None:
    found = desk.do(projects.info, project="cal")
    assert desk.do(projects.info, project=found.id).key == "CAL"


@pytest.mark.parametrize(
    ("kind", "types", "board"),
    [
        ("scrum", ["Epic", "Story", "Task", "Bug", "Spike", "Sub-task"], "scrum"),
        ("kanban", ["Epic", "Task", "Bug", "Incident", "Change", "Sub-task"], "kanban"),
        ("service_desk", ["Task", "Incident", "Change", "Sub-task"], "kanban"),
        ("business", ["Epic", "Task", "Sub-task"], "kanban"),
    ],
)
def test_a_new_project_has_what_its_kind_has(
    desk: Desk, kind: str, types: list[str], board: str
) -> None:
    made = desk.do(projects.create, key="NEW", name="Something new", kind=kind)
    by_type = desk.do(projects.statuses, project="NEW")
    assert len(by_type) == len(types)
    assert all(by_type.values())
    assert [each.kind for each in desk.do(boards.list, project="NEW").items] == [board]
    assert desk.create("NEW") == "NEW-1"
    assert made.lead_id == desk.people["aruiz"]


def test_a_new_project_is_hidden_from_whoever_has_no_role(desk: Desk) -> None:
    desk.do(projects.create, key="NEW", name="Something new")
    assert desk.refused(projects.info, by="mchen", project="NEW").code == "project_not_found"


@pytest.mark.parametrize("key", ["A", "abc", "1AB", "TOOLONGAKEY", "A-B", "ÄBC"])
def test_a_key_is_well_formed(desk: Desk, key: str) -> None:
    refusal = desk.refused(projects.create, key=key, name="Something new")
    assert set(problems(refusal)) == {"key"}
    assert desk.do(projects.check_key, key=key) == problems(refusal)["key"]


def test_what_is_wrong_with_a_project_is_said_at_once(desk: Desk) -> None:
    refusal = desk.refused(
        projects.create, key="SEC", name="calderoute PRODUCT", lead_id="U0", category_id="0"
    )
    assert set(problems(refusal)) == {"key", "name", "lead_id", "category_id"}


def test_only_those_who_administer_the_site_create_projects(desk: Desk) -> None:
    refusal = desk.refused(projects.create, by="mchen", key="NEW", name="Something new")
    assert refusal.code == "permission_denied"


def test_a_projects_details_change(desk: Desk) -> None:
    desk.do(
        projects.update,
        by="lraghunath",
        project="CAL",
        name="Product",
        lead_id=desk.people["lraghunath"],
        category_id="",
    )
    found = desk.do(projects.info, project="CAL")
    assert (found.name, found.lead_id, found.category_id) == (
        "Product",
        desk.people["lraghunath"],
        None,
    )


def test_whoever_does_not_administer_a_project_leaves_it_as_it_is(desk: Desk) -> None:
    refusal = desk.refused(projects.update, by="mchen", project="CAL", name="Mine")
    assert refusal.code == "permission_denied"


def test_schemes_are_for_those_who_administer_the_site(desk: Desk) -> None:
    refusal = desk.refused(projects.update, by="lraghunath", project="CAL", security_scheme_id="")
    assert refusal.code == "permission_denied"


def test_an_archived_project_is_only_read(desk: Desk) -> None:
    key = desk.create("OPS")
    desk.do(projects.archive, project="OPS")
    assert desk.record(key).row.key == key
    for refusal in (
        desk.refused(issues.edit, issue=key, fields={"summary": "New"}),
        desk.refused(projects.update, project="OPS", name="New"),
        desk.refused(issues.create, project_id="OPS", type_id="Task", fields={"summary": "New"}),
    ):
        assert refusal.code == "project_archived"
    assert "OPS" not in keys(desk)
    assert keys(desk, archived=True) == ["OPS"]


def test_a_restored_project_is_as_before(desk: Desk) -> None:
    key = desk.create("OPS")
    desk.do(projects.archive, project="OPS")
    desk.do(projects.restore, project="OPS")
    desk.edit(key, summary="Goes on")
    assert desk.value(key, "summary") == "Goes on"


def test_a_deleted_project_takes_all_that_is_in_it(desk: Desk) -> None:
    parent = desk.create("CAL", "Epic")
    there = desk.record(parent).row.project_id
    desk.create("CAL", "Story", parent=parent)
    desk.do(projects.delete, by="wtallis", project="CAL")
    for model, column in (
        (Project, Project.id),
        (Board, Board.project_id),
        (Issue, Issue.project_id),
    ):
        assert desk.rows(select(func.count()).select_from(model).where(column == there)) == [(0,)]


def test_only_those_who_administer_the_site_delete_projects(desk: Desk) -> None:
    refusal = desk.refused(projects.delete, by="lraghunath", project="CAL")
    assert refusal.code == "permission_denied"
