"""Pages of projects and boards: lists, stars, and the wizard for new projects."""

import re

import pytest
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def names(text: str) -> list[str]:
    return re.findall(r'<th scope="row"><span class="with-icon">.*?<a [^>]*>([^<]+)</a>', text)


def test_projects_are_listed_by_name(page: Pages) -> None:
    assert names(page.read("/projects")) == [
        "Calderoute product",
        "Internal operations",
        "Security response",
        "Support desk",
    ]


def test_projects_are_sorted_and_searched(page: Pages) -> None:
    assert names(page.read("/projects?sort=-name"))[0] == "Support desk"
    assert names(page.read("/projects?q=intern")) == ["Internal operations"]
    assert "No project fits" in page.read("/projects?q=zzz")


def test_hidden_projects_are_not_listed(doors: Doors) -> None:
    assert "Security response" not in names(Pages.of(doors, "nbarve").read("/projects"))


def test_open_issues_are_those_that_the_reader_sees(page: Pages, doors: Doors) -> None:
    def count(shown: str) -> int:
        found = re.search(r">CAL</td>.*?>(\d+)</a></td></tr>", shown, re.DOTALL)
        assert found is not None
        return int(found[1])

    theirs = Pages.of(doors, "nbarve")
    assert count(page.read("/projects")) == count(theirs.read("/projects")) + 1  # CAL-247


def test_boards_are_listed_with_their_projects(page: Pages) -> None:
    shown = page.read("/boards")
    for name in ("CAL board", "OPS board", "Support", "SEC board"):
        assert f">{name}</a>" in shown
    assert "SEC board" not in page.read("/boards?q=CAL")


def test_board_is_starred(page: Pages) -> None:
    number = re.search(
        r'name="kind" value="board"><input type="hidden" name="ref" value="(\d+)">',
        page.read("/boards?q=OPS"),
    )
    assert number is not None
    page.submit("/star", kind="board", ref=number[1], so="1")
    assert 'aria-pressed="true"' in page.read("/boards?q=OPS")


def test_project_is_made_with_its_board(page: Pages) -> None:
    place = page.submit("/projects/new", kind="kanban", name="Warehouse robots", key="")
    assert place.endswith("/p/WR")
    assert "Warehouse robots" in page.read("/projects")
    assert "WR board" in page.read("/boards")
    assert "No issues" in page.read("/p/WR/list")


def test_what_was_typed_is_kept_when_it_is_refused(page: Pages) -> None:
    shown = page.submit("/projects/new", 422, kind="business", name="Another", key="CAL")
    assert 'value="Another"' in shown
    assert 'aria-invalid="true"' in shown
    assert re.search(r'value="business"[^>]* checked', shown)


def test_wizard_is_for_administrators(doors: Doors) -> None:
    theirs = Pages.of(doors, "mchen")
    assert "New project" not in theirs.read("/projects")
    theirs.read("/projects/new", 403)
