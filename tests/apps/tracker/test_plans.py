"""Timelines and calendars: when issues are planned for, and how that is changed."""

from __future__ import annotations

import re

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors, Office

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.service import links, site
from workworld.worlds import World


@pytest.fixture
def desk(world: World, office: Office) -> Desk:
    """People of the company at the tracker's operations."""
    return Desk(world, office.people)


@pytest.fixture
def pages(doors: Doors) -> Pages:
    """The pages as whoever administers sees them."""
    return Pages(doors)


def bar(page: str, key: str) -> dict[str, str]:
    """The attributes of an issue's bar."""
    match = re.search(rf'<a class="plan-bar-link[^>]*data-issue="{key}"[^>]*>', page)
    return dict(re.findall(r'([\w-]+)="([^"]*)"', match[0])) if match else {}


def test_bars_have_own_dates_or_those_of_what_stands_below(desk: Desk, pages: Pages) -> None:
    epic = desk.create("CAL", "Epic", summary="Planned")
    own = {f.START_DATE: "2026-03-10", f.DUE_DATE: "2026-03-20"}
    first = desk.create("CAL", "Story", summary="One", parent=epic, **own)
    second = desk.create("CAL", "Story", summary="Two", parent=epic, duedate="2026-04-02")
    page = pages.read("/p/CAL/timeline?show=400")
    assert bar(page, first)["data-start"] == "2026-03-10"
    assert bar(page, second)["data-due"] == "2026-04-02"
    rolled = bar(page, epic)
    assert (rolled["data-start"], rolled["data-due"]) == ("2026-03-10", "2026-04-02")
    assert "as its children" in rolled["aria-label"]
    assert bar(pages.read(f"/p/CAL/timeline?show=400&fold={epic}"), first) == {}


def test_what_blocks_leads_to_what_waits(desk: Desk, pages: Pages) -> None:
    one, other = (desk.create("OPS", summary="x", duedate="2026-03-20") for _ in range(2))
    before = pages.read("/p/OPS/timeline").count("plan-arrow")
    kind = next(each for each in desk.do(site.link_types).values() if each.name == "Blocks")
    desk.do(links.add, type_id=kind.id, source=one, target=other)
    assert pages.read("/p/OPS/timeline").count("plan-arrow") == before + 1


def test_dates_are_changed_by_dragging_and_in_a_dialog(desk: Desk, pages: Pages) -> None:
    key = desk.create("OPS", summary="Movable", duedate="2026-03-20")
    pages.send(f"/p/OPS/dates/{key}", 303, start="2026-03-18", due="2026-03-24", dragged="1")
    assert desk.value(key, f.START_DATE) == "2026-03-18"
    assert desk.value(key, f.DUE_DATE) == "2026-03-24"
    assert 'value="2026-03-24"' in pages.read(f"/p/OPS/dates/{key}")
    early = pages.submit(f"/p/OPS/dates/{key}", 422, start="2026-03-20", due="2026-03-19")
    assert "It would be due before it starts." in early
    assert desk.value(key, "duedate") == "2026-03-24"
    refused = pages.submit(f"/p/OPS/dates/{key}", 422, due="whenever", at="calendar")
    assert "This is no day that can be told." in refused
    pages.submit(f"/p/OPS/dates/{key}", due="", at="calendar")
    assert desk.value(key, f.DUE_DATE) is None
    assert desk.value(key, f.START_DATE) == "2026-03-18"


def test_calendar_shows_what_is_due_sprints_and_releases(desk: Desk, pages: Pages) -> None:
    key = desk.create("CAL", summary="On the day", duedate="2026-03-20")
    page = pages.read("/p/CAL/calendar?at=2026-03-17")
    (cell,) = re.findall(r'<td class="[^"]*" data-day="2026-03-20">(.*?)</td>', page, re.DOTALL)
    assert key in cell
    assert "4.19.0 is released" in page
    assert "CAL 26-05 starts" in page
    assert key not in pages.read("/p/CAL/calendar?view=week&at=2026-03-24")
    for odd in ("?at=soon", "?at=0001-01-01", "?view=year", "?at=2200-12-31"):
        pages.read(f"/p/CAL/calendar{odd}")


def test_hidden_projects_have_neither(doors: Doors) -> None:
    stranger = Pages.of(doors, "akovac")
    for name in ("timeline", "calendar"):
        assert stranger.read(f"/p/SEC/{name}", 404) == stranger.read(f"/p/NOPE/{name}", 404)
