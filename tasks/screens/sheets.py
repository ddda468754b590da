"""Workbooks in the browser: opened from anywhere, read, and typed into."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# A row owns cells that stand elsewhere on the page: https://www.w3.org/TR/wai-aria-1.2/#aria-owns
_READ = """rows => rows.map(row => {
  const ids = (row.getAttribute('aria-owns') ?? '').split(' ');
  const parts = [row, ...ids.map(id => document.getElementById(id))];
  const cells = parts.flatMap(each => [...each?.querySelectorAll('[role=gridcell]') ?? []]);
  const column = cell => Number(cell.getAttribute('aria-colindex')) - 2;
  return [row.getAttribute('aria-label') ?? '', cells.map(each => [column(each), each.innerText])];
})"""
_PLACE = re.compile(r"([A-Z]+)(\d+)")
_AREA = re.compile(r"([A-Z]+)(\d+):([A-Z]+)(\d+)")


def open_workbook(page: Page, title: str) -> None:
    """Open the one workbook of exactly this title from anywhere.

    Args:
        page: at any page of any app.
        title: it is looked for among all workbooks that the persona sees.
    """
    page.get_by_role("navigation", name="Apps").get_by_role("link", name="Sheets").click()
    page.get_by_role("searchbox", name="Title contains").fill(title)
    with page.expect_navigation():
        page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("rowheader", name=title, exact=True).get_by_role("link").click()
    page.get_by_role("columnheader", name="A", exact=True).wait_for()
    settled(page)


def settled(page: Page) -> None:
    """Wait until nothing is under way any more."""
    page.wait_for_selector("html[data-ready=true]")


def may_edit(page: Page) -> bool:
    """Whether the workbook that is open may be changed; a page of readers says "View only"."""
    return page.get_by_text("View only", exact=True).count() == 0


def tabs(page: Page) -> list[str]:
    """The tabs that can be seen, in their order."""
    listed = page.get_by_role("tablist", name="Sheets").get_by_role("tab")
    return [each.strip() for each in listed.all_inner_texts()]


def choose_tab(page: Page, title: str) -> None:
    """Turn to a tab."""
    tab = page.get_by_role("tablist", name="Sheets").get_by_role("tab", name=title, exact=True)
    tab.click()
    page.get_by_role("tab", name=title, exact=True, selected=True).wait_for()
    settled(page)


def add_tab(page: Page, title: str) -> None:
    """Add a tab of this title, and turn to it."""
    before = page.get_by_role("tab").count()
    page.get_by_role("button", name="Add sheet").click()
    page.get_by_role("tab").nth(before).wait_for()
    settled(page)
    page.get_by_role("button", name=re.compile("^Actions for sheet ")).click()
    page.get_by_role("menuitem", name="Rename", exact=True).click()
    dialog = page.get_by_role("dialog", name="Rename sheet")
    dialog.get_by_role("textbox", name="Name").fill(title)
    dialog.get_by_role("button", name="Rename", exact=True).click()
    dialog.wait_for(state="detached")
    page.get_by_role("tab", name=title, exact=True, selected=True).wait_for()
    settled(page)


def go_to(page: Page, place: str) -> None:
    """Select a cell or a range (``B7``, ``B2:D9``) by the name box."""
    box = page.get_by_role("textbox", name="Name box")
    box.fill(place)
    box.press("Enter")
    settled(page)


def type_at(page: Page, place: str, text: str) -> None:
    """Type a text into a cell, in the place of what stood there; an empty one clears it."""
    type_down(page, place, [text])


def type_down(page: Page, place: str, texts: Sequence[str]) -> None:
    """Type texts into a cell and those below it, one each."""
    go_to(page, place)
    for text in texts:
        if text:
            page.keyboard.type(text[0])
            page.keyboard.insert_text(text[1:])  # at once, as from a clipboard
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Delete")
            page.keyboard.press("ArrowDown")
    settled(page)


def type_rows(page: Page, place: str, rows: Sequence[Sequence[str]]) -> None:
    """Type rows of texts, column by column, from a cell on."""
    column, row = _spot(place)
    width = max(map(len, rows), default=0)
    for index in range(width):
        texts = [each[index] if index < len(each) else "" for each in rows]
        type_down(page, f"{_letters(column + index)}{row}", texts)


def typed(page: Page, place: str) -> str:
    """What was typed into a cell, as the formula bar has it: a formula, not what it comes to."""
    go_to(page, place)
    return page.get_by_role("textbox", name="Formula bar").input_value()


def shown(page: Page, place: str) -> str:
    """What a cell shows."""
    (line,) = table(page, f"{place}:{place}")
    return line[0]


def table(page: Page, area: str) -> list[list[str]]:
    """What the cells of a range (``A1:F60``) show, line by line.

    Rows that are hidden are not there; what stands empty at the end is left out.
    """
    match = _AREA.fullmatch(area)
    if match is None:
        raise ValueError(f"{area} is no range such as A1:F60")
    left, top, right, bottom = match[1], int(match[2]), match[3], int(match[4])
    columns = range(_number(left), _number(right) + 1)
    lines: dict[int, list[str]] = {}
    row = top
    while row <= bottom:
        go_to(page, f"{left}{row}")
        seen = _lines(page.get_by_role("grid").get_by_role("row"), columns)
        lines |= {number: line for number, line in seen.items() if top <= number <= bottom}
        row = max([row, *seen]) + 1
    found = [lines[number] for number in sorted(lines)]
    while found and not any(found[-1]):
        found.pop()
    return found


def _lines(rows: Locator, columns: range) -> dict[int, list[str]]:
    """The rows that are on the page, by their number."""
    found: dict[int, list[str]] = {}
    for number, cells in rows.evaluate_all(_READ):
        if number.strip().isdigit() and cells:
            texts = {int(column): str(text).strip() for column, text in cells}
            found[int(number)] = [texts.get(column, "") for column in columns]
    return found


def choose(page: Page, menu: str, entry: str) -> None:
    """Choose an entry of one of the menus above the grid."""
    page.get_by_role("menuitem", name=menu, exact=True).click()
    page.get_by_role("menu", name=menu, exact=True).get_by_text(entry, exact=True).click()


def choose_option(dialog: Locator, field: str, option: str | re.Pattern[str]) -> None:
    """Choose one of the options of a field in a dialog."""
    # Its name goes on with what is chosen already.
    dialog.get_by_role("combobox", name=re.compile(rf"^{re.escape(field)}\b")).click()
    wanted = re.compile(rf"^{re.escape(option)}$") if isinstance(option, str) else option
    dialog.get_by_role("option", name=wanted).click()


def sort_range(page: Page, area: str, by: str, *, has_head: bool, descending: bool = False) -> None:
    """Sort a range by the dialog of the Data menu.

    Args:
        page: with the workbook open at the tab.
        area: such as ``A1:F60``.
        by: the letter of the column.
        has_head: whether the first row is a heading and stays.
        descending: from the largest on.
    """
    go_to(page, area)
    choose(page, "Data", "Sort range")
    dialog = page.get_by_role("dialog", name="Sort range")
    head = dialog.get_by_role("checkbox", name="Data has a header row")
    if head.is_checked() != has_head:
        head.click()
    choose_option(dialog, "Sort by", re.compile(rf"\bColumn {by}\)?$"))
    choose_option(dialog, "Order 1", "Z to A" if descending else "A to Z")
    dialog.get_by_role("button", name="Sort", exact=True).click()
    dialog.wait_for(state="detached")
    settled(page)


def _spot(place: str) -> tuple[int, int]:
    match = _PLACE.fullmatch(place)
    if match is None:
        raise ValueError(f"{place} is no cell such as B7")
    return _number(match[1]), int(match[2])


def _number(letters: str) -> int:
    """The number of a column, counted from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _letters(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
