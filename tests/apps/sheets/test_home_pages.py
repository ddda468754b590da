"""The first page of spreadsheets: workbooks to open, templates to begin with, the trash."""

from __future__ import annotations

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.apps.sheets.pages.gallery import TEMPLATES


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


def test_workbooks_are_listed_for_those_who_see_them(
    pages: Pages, colleague: Doors, desk: Desk
) -> None:
    book = desk.create(title="Quarterly plan")
    assert "Quarterly plan" in pages.read("/")
    assert "Quarterly plan" in pages.read("/?view=owned")
    assert "Quarterly plan" not in pages.read("/?view=shared")
    theirs = Pages(colleague)
    assert "Quarterly plan" not in theirs.read("/")
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    assert "Quarterly plan" in theirs.read("/?view=shared")
    assert "Quarterly plan" not in theirs.read("/?view=owned")


def test_the_workbook_opened_last_stands_first(pages: Pages, desk: Desk) -> None:
    older = desk.create(title="Opened of late")
    desk.create(title="Made of late")
    pages.read(f"/s/{older}")
    told = pages.read("/")
    assert told.index("Opened of late") < told.index("Made of late")


def test_workbooks_are_found_by_what_their_title_contains(pages: Pages, desk: Desk) -> None:
    desk.create(title="Quarterly 100% plan")
    assert "Quarterly 100% plan" in pages.read("/?q=100%25")
    assert "Nothing found" in pages.read("/?q=_____")


def test_an_unknown_list_is_not_found(pages: Pages) -> None:
    pages.read("/?view=all", 404)


def test_a_star_keeps_a_workbook_at_hand(pages: Pages, desk: Desk) -> None:
    book = desk.create(title="Kept at hand")
    pages.submit(f"/s/{book}/star", starred="1")
    assert "Kept at hand" in pages.read("/?view=starred")
    pages.submit(f"/s/{book}/star", starred="0")
    assert "Kept at hand" not in pages.read("/?view=starred")


def test_the_trash_gives_back_and_deletes_for_ever(pages: Pages, desk: Desk) -> None:
    book = desk.create(title="Thrown away")
    pages.take(book, "trash", 200)
    assert "Thrown away" not in pages.read("/")
    assert "Thrown away" in pages.read("/?view=trash")
    pages.submit(f"/s/{book}/restore")
    assert "Thrown away" in pages.read("/")
    pages.take(book, "trash", 200)
    pages.submit(f"/s/{book}/remove")
    assert "Thrown away" not in pages.read("/?view=trash")
    pages.read(f"/s/{book}", 404)


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_a_template_makes_a_workbook_without_errors(
    pages: Pages, desk: Desk, template: str
) -> None:
    book = pages.submit("/new", template=template, title="").rpartition("/")[2]
    rows = desk.read(book, "A1:F20")
    assert len(rows) > 3
    assert not any(str(text).startswith("#") for row in rows for text in row)


def test_a_copy_is_ones_own(pages: Pages, colleague: Doors, desk: Desk) -> None:
    book = desk.create([["kept"]], title="Original")
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    theirs = Pages(colleague)
    theirs.take(book, "copy", 200, title="")
    assert "Copy of Original" in theirs.read("/?view=owned")
    assert "Copy of Original" not in said(pages.read("/"))
