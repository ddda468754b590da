"""Themes of workbooks: what they colour, who may change them, and where they go along."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from tests.apps.sheets.grid_kit import GridPages, cells
from tests.apps.sheets.page_kit import Pages, said
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.test_file_pages import send
from tests.apps.sheets.test_rest_files import XLSX, exported, upload
from tests.kit import Doors

from workworld.apps.sheets.service import themes

HARBOR = next(each for each in themes.THEMES if each.name == "Harbor")
MIDNIGHT = next(each for each in themes.THEMES if each.name == "Midnight")
WHOLE = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1,
         "startColumnIndex": 0, "endColumnIndex": 1}  # fmt: skip


def changed(theme: themes.Theme, fields: str = "spreadsheetTheme") -> dict[str, Any]:
    """The request by which a workbook gets a theme."""
    properties = {"spreadsheetTheme": themes.resource(theme)}
    return {"updateSpreadsheetProperties": {"properties": properties, "fields": fields}}


def filled(style: Any) -> dict[str, Any]:
    """The request by which the first cell gets a ground."""
    look = {"backgroundColorStyle": style}
    cell = {"userEnteredFormat": look}
    fields = "userEnteredFormat.backgroundColorStyle"
    return {"repeatCell": {"range": WHOLE, "cell": cell, "fields": fields}}


def theme_of(book: Book) -> Any:
    """A workbook's theme, as programs read it."""
    return book.get(fields="properties.spreadsheetTheme")["properties"]["spreadsheetTheme"]


def look_of(book: Book, cell: str = "A1") -> Any:
    """How a cell looks in the end."""
    found = book.get(ranges=cell, includeGridData="true")
    return found["sheets"][0]["data"][0]["rowData"][0]["values"][0]["effectiveFormat"]


def test_a_new_workbook_has_the_usual_theme_or_the_one_that_is_given(
    rest: Client, book: Book
) -> None:
    usual = theme_of(book)
    assert usual["primaryFontFamily"] == "Arial"
    assert [each["colorType"] for each in usual["themeColors"]] == list(themes.COLOURS)
    given = {"title": "Plan", "spreadsheetTheme": themes.resource(HARBOR)}
    made = rest.ask("POST", "/v4/spreadsheets", {"properties": given})
    assert made["properties"]["spreadsheetTheme"] == themes.resource(HARBOR)


def test_cells_that_name_a_colour_of_the_theme_change_with_it(book: Book, doors: Doors) -> None:
    book.put("A1", [["Lane"]])
    book.batch(filled({"themeColor": "ACCENT1"}))
    before = look_of(book)
    assert before["backgroundColorStyle"] == {"themeColor": "ACCENT1"}
    assert before["backgroundColor"] == themes.parts("#4285f4")
    pages = GridPages(doors, book.id)
    (shown,) = pages.start()["page"]["blocks"]
    assert "#4285f4" in next(iter(shown["styles"].values()))[0]
    book.batch(changed(HARBOR))
    after = look_of(book)
    assert after["backgroundColorStyle"] == {"themeColor": "ACCENT1"}
    assert after["backgroundColor"] == themes.parts(HARBOR.colours["ACCENT1"])
    assert after["textFormat"]["foregroundColor"] == themes.parts(HARBOR.colours["TEXT"])
    page = pages.start()["page"]
    assert HARBOR.colours["ACCENT1"] in next(iter(page["blocks"][0]["styles"].values()))[0]
    assert page["theme"]["colors"]["ACCENT1"] == HARBOR.colours["ACCENT1"]
    assert HARBOR.colours["TEXT"] in page["theme"]["cells"]["--cell-ink"]
    pages.post("undo", {})
    assert theme_of(book) == themes.resource(themes.USUAL)
    pages.post("redo", {})
    assert theme_of(book) == themes.resource(HARBOR)


def test_the_form_of_a_colour_that_is_given_last_counts(book: Book) -> None:
    book.put("A1", [["Lane"]])
    red = {"backgroundColor": {"red": 1}}
    fields = "userEnteredFormat.backgroundColor"
    old = {"repeatCell": {"range": WHOLE, "cell": {"userEnteredFormat": red}, "fields": fields}}
    book.batch(filled({"themeColor": "ACCENT2"}), old)
    assert look_of(book)["backgroundColorStyle"] == {"rgbColor": {"red": 1}}
    book.batch(filled({"themeColor": "ACCENT2"}))
    assert look_of(book)["backgroundColor"] == themes.parts("#ea4335")


def test_masks_name_the_font_or_the_colours(book: Book) -> None:
    book.batch(changed(HARBOR, "spreadsheetTheme.primaryFontFamily"))
    assert theme_of(book) == themes.resource(themes.USUAL)  # both are of Arial
    georgia = themes.Theme("", "Georgia", HARBOR.colours)
    book.batch(changed(georgia, "spreadsheetTheme.primaryFontFamily"))
    assert theme_of(book) == themes.resource(themes.Theme("", "Georgia", themes.USUAL.colours))
    book.batch(changed(HARBOR, "spreadsheetTheme.themeColors"))
    assert theme_of(book) == themes.resource(georgia)
    assert book.get()["properties"]["defaultFormat"]["textFormat"]["fontFamily"] == "Georgia"


def test_themes_that_are_none_are_refused(book: Book) -> None:
    def refused(**theme: Any) -> str:
        request = {"properties": {"spreadsheetTheme": theme}, "fields": "spreadsheetTheme"}
        status, said = book.refused({"updateSpreadsheetProperties": request})
        assert status == 400
        return said

    whole = themes.resource(HARBOR)["themeColors"]
    assert "all theme colors must be given; missing: LINK" in refused(themeColors=whole[:-1])
    assert "TEXT is given twice" in refused(themeColors=[*whole, whole[0]])
    named = [{"colorType": "TEXT", "color": {"themeColor": "LINK"}}]
    assert "must have an rgbColor" in refused(themeColors=named)
    assert "themeColors[0].colorType" in refused(
        themeColors=[{"colorType": "ACCENT9", "color": {}}]
    )
    assert "must name a font" in refused(primaryFontFamily=" ")
    assert theme_of(book) == themes.resource(themes.USUAL)


def test_charts_rules_and_tabs_are_of_the_theme(book: Book, doors: Doors) -> None:
    book.put("A1", [["Lane", "Units"], ["Oslo", 3], ["Riga", 5]])
    table = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 3}

    def column(at: int) -> Any:
        source = {**table, "startColumnIndex": at, "endColumnIndex": at + 1}
        return {"sourceRange": {"sources": [source]}}

    basic = {"chartType": "COLUMN", "headerCount": 1, "domains": [{"domain": column(0)}],
             "series": [{"series": column(1)}]}  # fmt: skip
    over = {"overlayPosition": {"anchorCell": {"rowIndex": 6}}}
    rule = {"ranges": [{**table, "startColumnIndex": 1, "endColumnIndex": 2}], "gradientRule": {
        "minpoint": {"type": "MIN", "colorStyle": {"themeColor": "BACKGROUND"}},
        "maxpoint": {"type": "MAX", "colorStyle": {"themeColor": "ACCENT3"}}}}  # fmt: skip
    book.batch(
        {"addChart": {"chart": {"spec": {"basicChart": basic}, "position": over}}},
        {"addConditionalFormatRule": {"rule": rule, "index": 0}},
        {"updateSheetProperties": {"properties": {"sheetId": 0, "tabColorStyle":
            {"themeColor": "ACCENT4"}}, "fields": "tabColorStyle"}},
        changed(HARBOR),
    )  # fmt: skip
    pages = GridPages(doors, book.id)

    def drawn() -> str:
        return Pages(doors).read(f"/s/{book.id}/charts?gid=0", fragment=True)

    assert HARBOR.colours["ACCENT1"] in drawn()
    styles = [each[0] for each in pages.start()["page"]["blocks"][0]["styles"].values()]
    assert any(HARBOR.colours["ACCENT3"] in each for each in styles)
    assert f'data-color="{HARBOR.colours["ACCENT4"]}"' in pages.page()
    tab = book.get()["sheets"][0]["properties"]
    assert tab["tabColorStyle"] == {"themeColor": "ACCENT4"}
    assert tab["tabColor"] == themes.parts(HARBOR.colours["ACCENT4"])
    series = {"series": column(1), "colorStyle": {"themeColor": "ACCENT5"}}
    chart = book.get()["sheets"][0]["charts"][0]["chartId"]
    spec = {"basicChart": {**basic, "series": [series]}}
    book.batch({"updateChartSpec": {"chartId": chart, "spec": spec}})
    assert HARBOR.colours["ACCENT5"] in drawn()


def test_filters_find_a_colour_by_its_name_and_by_its_parts(book: Book) -> None:
    book.put("A1", [["Lane"], ["Oslo"], ["Riga"]])
    second = {**WHOLE, "startRowIndex": 1, "endRowIndex": 2}
    look = {"userEnteredFormat": {"backgroundColorStyle": {"themeColor": "ACCENT1"}}}
    paint = {"range": second, "cell": look, "fields": "userEnteredFormat.backgroundColorStyle"}
    accent = {"rgbColor": themes.parts(HARBOR.colours["ACCENT1"])}
    book.batch({"repeatCell": paint}, changed(HARBOR))
    for wanted in (accent, {"themeColor": "ACCENT1"}):
        spec = {"columnIndex": 0, "filterCriteria": {"visibleBackgroundColorStyle": wanted}}
        whole = {**WHOLE, "endRowIndex": 3}
        book.batch({"setBasicFilter": {"filter": {"range": whole, "filterSpecs": [spec]}}})
        rows = book.get(includeGridData="true")["sheets"][0]["data"][0]["rowMetadata"]
        hidden = [at for at, each in enumerate(rows) if each.get("hiddenByFilter")]
        assert hidden == [2]


def test_files_carry_the_theme_and_what_names_its_colours(rest: Client, book: Book) -> None:
    book.put("A1", [["Lane"]])
    book.batch(filled({"themeColor": "ACCENT2"}), changed(HARBOR))
    content = exported(book, XLSX)
    file = openpyxl.load_workbook(io.BytesIO(content))
    fill = file.worksheets[0]["A1"].fill.fgColor
    assert (fill.type, fill.theme) == ("theme", 5)
    theme = file.loaded_theme.decode()
    assert HARBOR.colours["ACCENT2"][1:].upper() in theme
    assert 'name="Harbor"' in theme
    read = Book(rest, upload(rest, "plan.xlsx", content, XLSX).get_json()["id"])
    assert theme_of(read) == themes.resource(HARBOR)
    assert look_of(read)["backgroundColorStyle"] == {"themeColor": "ACCENT2"}


def test_sheets_of_a_file_keep_their_colours_in_a_workbook_of_another_theme(
    doors: Doors, rest: Client, book: Book
) -> None:
    source = rest.book("Source")
    source.put("A1", [["Lane"]])
    source.batch(filled({"themeColor": "ACCENT2"}), changed(HARBOR))
    send(Pages(doors), f"/s/{book.id}/import", "source.xlsx", exported(source, XLSX), way="sheets")
    assert theme_of(book) == themes.resource(themes.USUAL)
    title = book.get()["sheets"][-1]["properties"]["title"]
    look = look_of(book, f"'{title}'!A1")
    assert look["backgroundColorStyle"] == {"rgbColor": themes.parts(HARBOR.colours["ACCENT2"])}


def test_copies_and_versions_keep_the_theme(rest: Client, book: Book, doors: Doors) -> None:
    book.batch(changed(MIDNIGHT))
    copied = rest.ask("POST", f"/drive/v3/files/{book.id}/copy", {"name": "Copy"})["id"]
    assert theme_of(Book(rest, copied)) == themes.resource(MIDNIGHT)
    book.batch(changed(HARBOR))
    latest = int(GridPages(doors, book.id).start()["revision"])
    Pages(doors).submit(f"/s/{book.id}/history/restore", 303, revision=str(latest - 1))
    assert theme_of(book) == themes.resource(MIDNIGHT)


def test_the_dialog_offers_themes_and_takes_parts(book: Book, doors: Doors) -> None:
    pages = Pages(doors)
    shown = pages.dialog(book.id, "theme")
    assert all(each.name in said(shown) for each in themes.THEMES)
    again = pages.take(book.id, "theme", 200, theme="Midnight")
    assert 'value="Midnight" aria-pressed="true"' in again
    assert theme_of(book) == themes.resource(MIDNIGHT)
    own = {**MIDNIGHT.colours, "ACCENT1": "#123456"}
    pages.take(book.id, "theme", 200, font="Georgia", **own)
    assert theme_of(book) == themes.resource(themes.Theme("", "Georgia", own))
    refused = pages.take(book.id, "theme", 422, font="Georgia", **own | {"LINK": "blue"})
    assert "Link: blue is no color such as #1a73e8." in refused
    assert "There is no such theme." in pages.take(book.id, "theme", 422, theme="None")


def test_who_may_not_edit_is_offered_no_theme_and_refused(
    book: Book, other: Client, doors: Doors, colleague: Doors
) -> None:
    address = "jwikstrand@calderoute.example"
    permission = {"type": "user", "role": "commenter", "emailAddress": address}
    book.client.ask("POST", f"/drive/v3/files/{book.id}/permissions", permission)
    theirs = Book(other, book.id)
    assert theirs.refused(changed(HARBOR))[0] == 403
    pages = Pages(colleague)
    assert 'data-dialog="theme"' not in pages.read(f"/s/{book.id}")
    assert 'data-dialog="theme"' in Pages(doors).read(f"/s/{book.id}")
    pages.read(f"/s/{book.id}/dialogs/theme?gid=0", 403, fragment=True)


def test_the_paper_and_the_page_of_a_theme_have_its_ground(book: Book, doors: Doors) -> None:
    book.put("A1", [["Lane"]])
    book.batch(changed(MIDNIGHT))
    printed = Pages(doors).read(f"/s/{book.id}/print/1.svg?gid=0")
    assert MIDNIGHT.colours["BACKGROUND"] in printed
    assert f'fill="{MIDNIGHT.colours["TEXT"]}"' in printed
    page = GridPages(doors, book.id).start()["page"]
    assert page["theme"]["cells"]["--cell"] == MIDNIGHT.colours["BACKGROUND"]
    assert cells(page)[0, 0][0] == "Lane"


@pytest.mark.parametrize("theme", themes.THEMES, ids=lambda each: each.name)
def test_texts_of_every_theme_can_be_read(theme: themes.Theme) -> None:
    def light(code: str) -> float:
        parts = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    ground = light(theme.colours["BACKGROUND"])
    for name in ("TEXT", "LINK"):
        ends = sorted((ground, light(theme.colours[name])))
        assert (ends[1] + 0.05) / (ends[0] + 0.05) >= 4.5
