"""What other apps' search and the palette know of spreadsheets."""

from __future__ import annotations

from tests.apps.sheets.desk import ME, OTHER, Desk

from workworld.apps.sheets.service import workbooks
from workworld.search import everything, palette


def _found(desk: Desk, text: str, by: str = ME) -> list[tuple[str, str]]:
    results = desk.do(everything.find, by=by, text=text, kind="sheets.workbooks", limit=10)
    return [(hit.title, hit.excerpt) for group in results.groups for hit in group.found.hits]


def test_a_workbook_is_found_from_every_app_by_those_who_see_it(desk: Desk) -> None:
    book = desk.create([["The Quillon crane"]], title="Zephyrine harbour")
    assert _found(desk, "zephyrine") == [("Zephyrine harbour", "")]
    assert _found(desk, "quillon harbour") == [("Zephyrine harbour", "The Quillon crane")]
    assert _found(desk, "quillon nothing") == []
    assert _found(desk, "zephyrine", by=OTHER) == []
    desk.do(workbooks.trash, workbook_id=book)
    assert _found(desk, "zephyrine") == []


def test_results_go_on_where_they_ended(desk: Desk) -> None:
    for number in range(5):
        desk.create(title=f"Zwingli {number}")
    seen: list[str] = []
    cursor = ""
    for _page in range(3):
        asked = {"text": "zwingli", "kind": "sheets.workbooks", "limit": 2, "cursor": cursor}
        ((group),) = desk.do(everything.find, **asked).groups
        assert group.found.total == 5
        seen += [hit.title for hit in group.found.hits]
        cursor = group.found.next_cursor or ""
    assert sorted(seen) == [f"Zwingli {number}" for number in range(5)]
    assert cursor == ""


def test_the_palette_leads_to_workbooks(desk: Desk) -> None:
    desk.create(title="Zephyrine harbour")
    assert [each.title for each in desk.do(palette.find, text="zeph")] == ["Zephyrine harbour"]
    assert desk.do(palette.find, text="zeph", by=OTHER) == []
    assert desk.do(palette.find, text="new spreadsheet")[0].url.endswith("/new")
