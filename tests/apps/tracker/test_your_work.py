"""Your work: what is assigned to the reader, what they did, saw and starred."""

import re
from pathlib import Path

import pytest
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps import tracker

STATIC = Path(tracker.__file__).with_name("static")


@pytest.fixture
def jonas(doors: Doors) -> Pages:
    return Pages.of(doors, "jwikstrand")


def keys(text: str) -> list[str]:
    return re.findall(r'data-issue="([A-Z]+-\d+)"', text)


def test_open_issues_of_mine_stand_below_what_becomes_of_them(jonas: Pages) -> None:
    shown = jonas.read("/")
    assert re.findall(r'<h2 class="work-group">([\w ]+) <span', shown) == ["In progress", "To do"]
    assert {"CAL-231", "CAL-238", "SUP-5183"} == {*keys(shown)}


def test_what_i_changed_lately_is_there_though_it_is_done(jonas: Pages) -> None:
    assert "CAL-241" in keys(jonas.read("/?tab=worked"))


def test_what_i_looked_at_comes_latest_first(jonas: Pages) -> None:
    assert keys(jonas.read("/?tab=viewed"))[:3] == ["CAL-231", "CAL-238", "CAL-241"]


def styles(page: Pages, path: str) -> str:
    """What the tracker's sheets say that a page has, with those that they import."""
    links = re.findall(r'rel="stylesheet" href="([^"]+)"', page.read(path))
    wanted = [Path(each.partition("?")[0]).name for each in links]
    found = ""
    while wanted:
        sheet = STATIC / wanted.pop()
        text = sheet.read_text("utf-8") if sheet.exists() else ""
        wanted += re.findall(r'@import "([^"]+)"', text)
        found += text
    return found


@pytest.mark.parametrize("path", ["/", "/?tab=starred", "/browse/CAL-226"])
def test_lines_of_issues_look_alike_wherever_they_stand(doors: Doors, path: str) -> None:
    assert "  .issue-line {" in styles(Pages(doors), path)


def test_stars_are_kept_together(doors: Doors) -> None:
    shown = Pages(doors).read("/?tab=starred")
    for name in ("Calderoute product", "CAL board", "What holds up 4.19.0"):
        assert name in shown


def test_starred_projects_stand_at_the_top(doors: Doors) -> None:
    page = Pages(doors)
    assert "Internal operations" not in page.read("/")
    page.submit("/star", kind="project", ref="OPS", so="1")
    assert "Internal operations" in page.read("/")
    page.submit("/star", kind="project", ref="OPS")
    assert "Internal operations" not in page.read("/")


def test_whoever_has_nothing_to_do_is_told_so(doors: Doors) -> None:
    assert "Nothing is assigned to you" in Pages.of(doors, "dwhitlock").read("/")


@pytest.mark.parametrize("tab", ["assigned", "worked", "viewed", "starred", "nonsense"])
def test_every_tab_opens(doors: Doors, tab: str) -> None:
    assert "<h1>Your work</h1>" in Pages(doors).read(f"/?tab={tab}")
