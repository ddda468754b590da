"""Pages of releases: the table, what becomes of open issues, the order, release notes."""

import re

import pytest
from sqlalchemy import select
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.models import IssueVersion, Version


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def version(doors: Doors, name: str) -> str:
    with doors.world.reading() as session:
        return session.scalars(select(Version.id).where(Version.name == name)).one()


def names(text: str) -> list[str]:
    return re.findall(r'<tr aria-label="([^"]+)" data-row', text)


def upcoming(doors: Doors) -> tuple[str, str]:
    """Two versions that are not released, of which the first has issues."""
    with doors.world.reading() as session:
        there = select(Version.name).where(~Version.is_released, ~Version.is_archived)
        named = session.scalars(there.order_by(Version.position)).all()
    return named[0], named[1]


def fixed(doors: Doors, name: str) -> int:
    id = version(doors, name)
    with doors.world.reading() as session:
        there = select(IssueVersion).where(IssueVersion.version_id == id)
        return len(session.scalars(there.where(IssueVersion.kind == "fix")).all())


def test_progress_counts_are_those_of_the_queries_that_they_lead_to(
    page: Pages, doors: Doors
) -> None:
    first, _ = upcoming(doors)
    shown = page.read("/p/CAL/releases")
    parts = re.findall(
        rf'<a href="[^"]*(/issues[^"]+)" aria-label="(\d+) [a-z ]+ in {re.escape(first)}"', shown
    )
    assert len(parts) == 3
    for url, count in parts:
        assert len(page.keys(url)) == int(count)
    assert sum(int(count) for _, count in parts) == fixed(doors, first)


def test_version_is_made_with_days_as_people_type_them(page: Pages) -> None:
    page.submit(
        "/p/CAL/releases/new", name="9.0", start_date="2026-03-02", release_date="17 Mar 2026"
    )
    shown = page.read("/p/CAL/releases")
    assert names(shown)[-1] == "9.0"
    assert "Mar 17, 2026" in shown


def test_refused_version_says_why_at_the_field(page: Pages, doors: Doors) -> None:
    first, _ = upcoming(doors)
    shown = page.submit("/p/CAL/releases/new", 422, name=first, release_date="whenever")
    assert 'id="version-release-problem"' in shown
    shown = page.submit("/p/CAL/releases/new", 422, name=first)
    assert 'id="version-name-problem"' in shown


def test_releasing_with_open_issues_asks_and_moves_them(page: Pages, doors: Doors) -> None:
    first, second = upcoming(doors)
    id, other = version(doors, first), version(doors, second)
    asked = page.read(f"/p/CAL/releases/{id}/release")
    assert "What becomes of them?" in asked
    before = fixed(doors, second)
    page.submit(f"/p/CAL/releases/{id}/release", unfixed="move", move_to=other)
    assert fixed(doors, second) > before
    assert "All its" in page.read(f"/p/CAL/releases/{id}/release")
    page.submit(f"/p/CAL/releases/{id}/state", is_released="0")
    assert first in names(page.read("/p/CAL/releases?state=unreleased"))


def test_archived_versions_stand_apart(page: Pages, doors: Doors) -> None:
    first, _ = upcoming(doors)
    page.submit(f"/p/CAL/releases/{version(doors, first)}/state", is_archived="1")
    assert first not in names(page.read("/p/CAL/releases"))
    assert names(page.read("/p/CAL/releases?state=archived")) == [first]


def test_order_is_changed(page: Pages, doors: Doors) -> None:
    before = names(page.read("/p/CAL/releases"))
    last = before[-1]
    page.submit(f"/p/CAL/releases/{version(doors, last)}/move", position="First")
    assert names(page.read("/p/CAL/releases")) == [last, *before[:-1]]
    page.submit(f"/p/CAL/releases/{version(doors, last)}/move", after=version(doors, before[-2]))
    assert names(page.read("/p/CAL/releases")) == before


def test_version_is_merged_and_deleted(page: Pages, doors: Doors) -> None:
    first, second = upcoming(doors)
    count = fixed(doors, first)
    page.submit(f"/p/CAL/releases/{version(doors, second)}/merge", into=version(doors, first))
    assert second not in names(page.read("/p/CAL/releases"))
    assert fixed(doors, first) >= count
    page.submit(f"/p/CAL/releases/{version(doors, first)}/delete", fix_to="")
    assert first not in names(page.read("/p/CAL/releases"))


def test_release_notes_tell_what_is_done_by_type(page: Pages, doors: Doors) -> None:
    with doors.world.reading() as session:
        released = session.scalars(select(Version).where(Version.is_released)).first()
        assert released is not None
        id, name = released.id, released.name
    shown = page.read(f"/p/CAL/releases/{id}?tab=notes")
    assert f"# {name}" in shown
    assert re.search(r"## (Story|Bug|Task)", shown)


def test_whoever_does_not_administer_looks_only(doors: Doors) -> None:
    theirs = Pages.of(doors, "nbarve")
    shown = theirs.read("/p/CAL/releases")
    assert "Create version" not in shown
    assert "Actions for" not in shown
    theirs.read("/p/CAL/releases/new", 403)


def test_version_of_another_project_is_not_found(page: Pages, doors: Doors) -> None:
    first, _ = upcoming(doors)
    page.read(f"/p/OPS/releases/{version(doors, first)}", 404)
    page.read(f"/p/OPS/releases/{version(doors, first)}/edit", 404)
