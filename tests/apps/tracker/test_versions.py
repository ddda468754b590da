"""Versions: released, archived, moved, merged and deleted, and what becomes of their issues."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import Desk, problems

from workworld.apps.tracker.models import Version
from workworld.apps.tracker.service import versions

DONE = ("Start progress", "Ask for review", "Done")


@pytest.fixture
def spring(desk: Desk) -> Any:
    """A version of OPS, which has none besides."""
    return desk.do(versions.create, project="OPS", name="Spring")


@pytest.fixture
def summer(desk: Desk, spring: Any) -> Any:
    """The one after it."""
    return desk.do(versions.create, project=spring.project_id, name="Summer")


def names(desk: Desk, **arguments: Any) -> list[str]:
    """What the versions of OPS are called, as they are listed."""
    return [row.name for row in desk.do(versions.list, project="OPS", **arguments).items]


def test_versions_are_listed_from_the_oldest(desk: Desk, summer: Any) -> None:
    assert summer.name == "Summer"
    assert names(desk) == ["Spring", "Summer"]


def test_versions_are_listed_by_state(desk: Desk, spring: Any, summer: Any) -> None:
    desk.do(versions.update, version_id=spring.id, is_released=True)
    desk.do(versions.update, version_id=summer.id, is_archived=True)
    found = {state: names(desk, states=[state]) for state in ("released", "unreleased", "archived")}
    assert found == {"released": ["Spring"], "unreleased": [], "archived": ["Summer"]}


def test_two_versions_of_a_project_have_different_names(desk: Desk, spring: Any) -> None:
    refusal = desk.refused(versions.create, project=spring.project_id, name="SPRING")
    assert "already exists" in problems(refusal)["name"]


@pytest.mark.parametrize("day", ["2026-02-30", "17.3.2026", "20260317"])
def test_a_day_must_be_one(desk: Desk, day: str) -> None:
    refusal = desk.refused(versions.create, project="OPS", name="Fall", release_date=day)
    assert set(problems(refusal)) == {"release_date"}


def test_a_version_does_not_end_before_it_begins(desk: Desk, spring: Any) -> None:
    desk.do(versions.update, version_id=spring.id, start_date="2026-04-01")
    refusal = desk.refused(versions.update, version_id=spring.id, release_date="2026-03-01")
    assert set(problems(refusal)) == {"start_date"}


def test_what_is_released_without_a_date_goes_out_today(desk: Desk, spring: Any) -> None:
    desk.do(versions.update, version_id=spring.id, is_released=True)
    found = desk.do(versions.info, version_id=spring.id)
    assert (found.is_released, found.release_date) == (True, "2026-03-17")


def test_issues_that_are_not_done_move_on_when_a_version_is_released(
    desk: Desk, spring: Any, summer: Any
) -> None:
    done, still_open = (
        desk.create("OPS", fixVersions=[spring.id]),
        desk.create("OPS", fixVersions=[spring.id]),
    )
    desk.go(done, *DONE)
    desk.do(versions.update, version_id=spring.id, is_released=True, move_unfixed_to=summer.id)
    held = [desk.value(key, "fixVersions") for key in (done, still_open)]
    assert held == [[spring.id], [summer.id]]
    assert desk.items(still_open)[-2:] == [
        ("Fix Version", "Spring", None),
        ("Fix Version", None, "Summer"),
    ]


def test_issues_that_are_not_done_may_stay(desk: Desk, spring: Any) -> None:
    key = desk.create("OPS", fixVersions=[spring.id])
    desk.do(versions.update, version_id=spring.id, is_released=True)
    assert desk.value(key, "fixVersions") == [spring.id]


def test_issues_move_to_another_version_alone(desk: Desk, spring: Any) -> None:
    refusal = desk.refused(
        versions.update, version_id=spring.id, is_released=True, move_unfixed_to=spring.id
    )
    assert set(problems(refusal)) == {"move_unfixed_to"}


@pytest.mark.parametrize(
    ("position", "after"),
    [("First", ["Autumn", "Spring", "Summer"]), ("Earlier", ["Spring", "Autumn", "Summer"])],
)
def test_a_version_moves(desk: Desk, summer: Any, position: str, after: list[str]) -> None:
    autumn = desk.do(versions.create, project=summer.project_id, name="Autumn")
    desk.do(versions.move, version_id=autumn.id, position=position)
    assert names(desk) == after


def test_a_version_moves_behind_another_one(desk: Desk, spring: Any, summer: Any) -> None:
    desk.do(versions.move, version_id=spring.id, after=summer.id)
    assert names(desk) == ["Summer", "Spring"]


def test_a_version_moves_to_one_place(desk: Desk, spring: Any, summer: Any) -> None:
    refusal = desk.refused(versions.move, version_id=spring.id, after=summer.id, position="First")
    assert refusal.code == "invalid_version"


def test_a_merged_version_is_gone_and_its_issues_have_the_other(
    desk: Desk, spring: Any, summer: Any
) -> None:
    fixed = desk.create("OPS", fixVersions=[spring.id, summer.id])
    affected = desk.create("OPS", "Bug", versions=[spring.id])
    desk.do(versions.merge, version_id=spring.id, into=summer.id)
    assert desk.value(fixed, "fixVersions") == desk.value(affected, "versions") == [summer.id]
    assert names(desk) == ["Summer"]


def test_a_deleted_version_leaves_its_issues(desk: Desk, spring: Any) -> None:
    key = desk.create("OPS", fixVersions=[spring.id])
    desk.do(versions.delete, version_id=spring.id)
    assert desk.value(key, "fixVersions") == []
    assert not desk.rows(select(Version).where(Version.id == spring.id))


def test_the_issues_of_a_version_are_counted_by_category(desk: Desk, spring: Any) -> None:
    desk.go(desk.create("OPS", fixVersions=[spring.id]), "Start progress")
    desk.go(desk.create("OPS", fixVersions=[spring.id]), *DONE)
    found = desk.do(versions.counts, version_ids=[spring.id])[spring.id]
    assert (found.new, found.indeterminate, found.done, found.unresolved) == (0, 1, 1, 1)


def test_whoever_does_not_administer_a_project_releases_nothing(desk: Desk, spring: Any) -> None:
    refusal = desk.refused(versions.update, by="mchen", version_id=spring.id, is_released=True)
    assert refusal.code == "permission_denied"
