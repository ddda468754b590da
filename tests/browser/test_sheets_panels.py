"""What stands around a grid, in a real browser: menus, the toolbar, dialogs, charts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.kit import Doors

from workworld.apps.sheets.service import batches, workbooks
from workworld.calls import perform
from workworld.context import Actor

pytestmark = pytest.mark.browser

ROWS = [["Region", "Units"], ["North", "120"], ["South", "80"], ["East", "95"]]


@pytest.fixture
def editor(page: Page, doors: Doors) -> Iterator[Page]:
    """A workbook with a small table, opened."""
    actor = Actor(doors.person_id)
    made = perform(doors.world, actor, workbooks.create, title="Plan")
    start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    typed = {"enterText": {"start": start, "rows": [{"values": each} for each in ROWS]}}
    perform(doors.world, actor, batches.update, workbook_id=made.id, requests=[typed])
    found = re.match(r"https?://[^/]+/w/[^/]+", page.url)
    assert found is not None
    page.goto(f"{found[0]}/sheets/s/{made.id}")
    page.wait_for_selector("html[data-ready=true]")
    yield page
    page.wait_for_selector("html[data-ready=true]")


def choose(page: Page, menu: str, entry: str) -> None:
    """Choose an entry of a menu."""
    page.get_by_role("menuitem", name=menu, exact=True).click()
    page.locator(f"#menu-{menu.lower()}").get_by_text(entry, exact=True).click()


def test_menus_keys_and_dialogs_change_the_grid(editor: Page) -> None:
    cell = editor.locator('[data-ref="A2"]')
    cell.click()
    editor.keyboard.press("Control+b")
    expect(cell).to_have_css("font-weight", "650")
    expect(editor.get_by_role("button", name="Bold")).to_have_attribute("aria-pressed", "true")
    choose(editor, "Edit", "Undo")
    expect(cell).to_have_css("font-weight", "400")
    editor.keyboard.press("Alt+/")
    editor.get_by_label("What do you want to do?").fill("sort range")
    editor.keyboard.press("Enter")
    editor.get_by_role("textbox", name="Range", exact=True).fill("A1:B4")
    editor.get_by_role("dialog").get_by_role("button", name="Sort", exact=True).click()
    expect(editor.locator('[data-ref="A1"]')).to_have_text("East")


def test_a_chart_is_inserted_and_dragged(editor: Page) -> None:
    editor.locator('[data-ref="A1"]').click()
    choose(editor, "Insert", "Chart")
    expect(editor.get_by_label("Data range")).to_have_value("Sheet1!A1:B4")
    editor.get_by_role("button", name="Insert", exact=True).last.click()
    chart = editor.locator("[data-chart]")
    expect(chart.locator("svg").first).to_be_visible()
    editor.wait_for_selector("html[data-ready=true]")
    before = chart.bounding_box()
    assert before is not None
    editor.mouse.move(before["x"] + 40, before["y"] + 12)
    editor.mouse.down()
    editor.mouse.move(before["x"] + 140, before["y"] + 92)
    editor.mouse.up()
    editor.wait_for_selector("html[data-ready=true]")
    after = chart.bounding_box()
    assert after is not None
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (100, 80)
    choose(editor, "Edit", "Undo")
    expect(chart).to_have_attribute("data-top", "0")


def test_what_was_done_last_is_repeated_on_other_cells(editor: Page) -> None:
    def bold(ref: str, weight: str) -> None:
        expect(editor.locator(f'[data-ref="{ref}"]')).to_have_css("font-weight", weight)

    editor.locator('[data-ref="A2"]').click()
    editor.keyboard.press("Control+b")
    bold("A2", "650")
    for ref in ("A3", "A2"):  # what is bold already stays so
        editor.locator(f'[data-ref="{ref}"]').click()
        editor.keyboard.press("F4")
        editor.wait_for_selector("html[data-ready=true]")
        bold(ref, "650")


def test_keys_put_in_and_take_out_what_is_selected(editor: Page) -> None:
    def at(ref: str) -> Locator:
        return editor.locator(f'[data-ref="{ref}"]')

    at("A2").click()
    at("A3").click(modifiers=["Shift"])
    editor.keyboard.press("Control+Alt+-")
    dialog = editor.get_by_role("dialog", name="Delete A2:A3")
    expect(dialog.get_by_label("Delete rows 2 to 3")).to_be_visible()
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(at("A2")).to_have_text("East")
    expect(at("B2")).to_have_text("120")
    editor.keyboard.press("Control+Alt+=")
    dialog = editor.get_by_role("dialog", name="Insert A2:A3")
    dialog.get_by_label("Shift cells right").check()
    dialog.get_by_role("button", name="Insert", exact=True).click()
    expect(at("B2")).to_have_text("East")
    expect(at("C2")).to_have_text("120")
    at("B1").click()
    editor.keyboard.press("Control+Space")
    editor.keyboard.press("Control+Alt+-")
    expect(at("B2")).to_have_text("120")
    editor.keyboard.press("Control+Alt+=")
    expect(at("C2")).to_have_text("120")
    at("A1").click()
    editor.keyboard.press("Control+Alt+=")
    expect(at("A2")).to_have_text("Region")


def test_keys_with_shift_work_on_any_keyboard(editor: Page) -> None:
    cell = editor.locator('[data-ref="B2"]')
    for keys, shown in (
        ("Control+Shift+4", "$120.00"),  # the sign of the digit hangs on the keyboard
        ("Control+$", "$120.00"),
        ("Control+Shift+Digit5", "12000.00%"),
    ):
        cell.click()
        editor.keyboard.press(keys)
        expect(cell).to_have_text(shown)
    editor.keyboard.press("Shift+F2")
    expect(editor.get_by_role("dialog", name="Note on B2")).to_be_visible()
    editor.keyboard.press("Escape")
    editor.locator('[data-ref="D1"]').click()
    editor.keyboard.press("Control+;")
    expect(editor.locator('[data-ref="D1"]')).to_have_text("2026-03-17")
    editor.locator('[data-ref="D2"]').click()
    editor.keyboard.press("Control+Shift+;")
    expect(editor.locator('[data-ref="D2"]')).to_have_text(re.compile(r"^\d+:\d\d:\d\d [AP]M$"))
    editor.keyboard.press("Shift+F11")
    expect(editor.get_by_role("tab")).to_have_count(2)


def test_a_theme_is_chosen_and_cells_of_it_are_painted_anew(editor: Page) -> None:
    cell, plain = editor.locator('[data-ref="A1"]'), editor.locator('[data-ref="B2"]')
    cell.click()
    editor.get_by_role("button", name="Fill color").click()
    editor.get_by_role("menuitem", name="Theme: accent 1").click()
    expect(cell).to_have_css("background-color", "rgb(66, 133, 244)")
    choose(editor, "Format", "Theme")
    harbor = editor.get_by_role("button", name="Harbor", exact=True)
    harbor.click()
    expect(harbor).to_have_attribute("aria-pressed", "true")
    expect(harbor).to_be_focused()
    expect(cell).to_have_css("background-color", "rgb(11, 110, 143)")
    editor.get_by_label("Accent 1", exact=True).fill("#123456")
    editor.get_by_label("Background", exact=True).fill("#161b26")
    editor.get_by_role("button", name="Apply", exact=True).click()
    expect(cell).to_have_css("background-color", "rgb(18, 52, 86)")
    expect(plain).to_have_css("background-color", "rgb(22, 27, 38)")
    editor.get_by_role("link", name="Close theme").click()
    for colour in ("rgb(11, 110, 143)", "rgb(66, 133, 244)"):
        choose(editor, "Edit", "Undo")
        expect(cell).to_have_css("background-color", colour)


def test_enter_in_a_field_adds_to_a_list_rather_than_taking_from_it(editor: Page) -> None:
    choose(editor, "Data", "Protect sheets and ranges")
    panel = editor.get_by_role("dialog", name="Protected sheets and ranges")
    for name, range_text in (("Heads stay", "Sheet1!A1:B1"), ("North stays", "Sheet1!A2:B2")):
        panel.get_by_label("Range", exact=True).fill(range_text)
        panel.get_by_label("Description").fill(name)
        editor.keyboard.press("Enter")
        expect(panel.get_by_text(name)).to_be_visible()
    expect(panel.get_by_role("button", name="Remove protection of")).to_have_count(2)


def test_cells_protected_by_a_warning_are_changed_by_those_who_mean_to(editor: Page) -> None:
    choose(editor, "Data", "Protect sheets and ranges")
    panel = editor.get_by_role("dialog", name="Protected sheets and ranges")
    panel.get_by_label("Range", exact=True).fill("Sheet1!A1:B1")
    panel.get_by_label("Description").fill("Heads stay")
    panel.get_by_label("Show a warning to whoever edits it").check()
    panel.get_by_role("button", name="Protect", exact=True).click()
    expect(panel.get_by_text("Heads stay")).to_be_visible()
    editor.get_by_role("link", name="Close protected sheets and ranges").click()
    warning = editor.get_by_role("alertdialog", name="Edit protected cells?")
    for answer, text in (("Cancel", "Region"), ("Edit anyway", "Area")):
        editor.locator('[data-ref="A1"]').click()
        editor.keyboard.type("Area")
        editor.keyboard.press("Enter")
        expect(warning).to_contain_text("Heads stay")
        warning.get_by_role("button", name=answer).click()
        expect(warning).to_have_count(0)
        editor.wait_for_selector("html[data-ready=true]")
        expect(editor.locator('[data-ref="A1"]')).to_have_text(text)
    editor.locator('[data-ref="A2"]').click()
    editor.keyboard.press("Delete")
    expect(editor.locator('[data-ref="A2"]')).to_have_text("")
    editor.locator('[data-ref="B1"]').click()
    editor.keyboard.press("Delete")
    expect(warning).to_be_visible()
    editor.keyboard.press("Escape")
    expect(editor.locator('[data-ref="B1"]')).to_have_text("Units")
