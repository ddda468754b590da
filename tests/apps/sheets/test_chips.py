"""Smart chips: written and read as the vendor does, kept with cells, hidden as their targets."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
from tests.apps.sheets.desk import OTHER, Desk
from tests.apps.sheets.grid_kit import GridPages, cells
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.test_discovery import SCHEMAS, wrong
from tests.apps.sheets.test_rest_files import XLSX, exported
from tests.kit import Doors

from workworld.apps.sheets.service import batches, chip_offers, histories, shares, values, workbooks
from workworld.apps.sheets.service.chip_offers import Offer

MING = "mchen@calderoute.example"
BOOKS = "https://sheets.calderoute.example/s/"


def person(start: int = 0, email: str = MING, shown: str = "DEFAULT") -> dict[str, Any]:
    chip = {"personProperties": {"email": email, "displayFormat": shown}}
    return {"startIndex": start, "chip": chip}


def link(uri: str, start: int = 0) -> dict[str, Any]:
    return {"startIndex": start, "chip": {"richLinkProperties": {"uri": uri}}}


def chipped(text: str, *runs: Any, row: int = 0, column: int = 0, **more: Any) -> dict[str, Any]:
    value = {"userEnteredValue": {"stringValue": text}, "chipRuns": runs, **more}
    return {
        "updateCells": {
            "start": {"rowIndex": row, "columnIndex": column},
            "rows": [{"values": [value]}],
            "fields": ",".join(["userEnteredValue", "chipRuns", *more]),
        }
    }


def area(top: int, bottom: int, left: int = 0, right: int = 1) -> dict[str, int]:
    return {"sheetId": 0, "startRowIndex": top, "endRowIndex": bottom,
            "startColumnIndex": left, "endColumnIndex": right}  # fmt: skip


def test_chips_and_text_are_written_with_placeholders_and_read_as_they_show(
    rest: Client, book: Book
) -> None:
    other = rest.book("Rates")
    uri = BOOKS + other.id
    book.batch(chipped("😀 @ owns @.", person(3), link(uri, 10)))
    ((cell,),) = book.cells("A1")
    assert cell["formattedValue"] == "😀 Mingzhu Chen owns Rates."
    assert cell["userEnteredValue"] == {"stringValue": "😀 Mingzhu Chen owns Rates."}
    mime = "application/vnd.google-apps.spreadsheet"
    told = cell["chipRuns"][3]["chip"]["richLinkProperties"]
    assert told["mimeType"] == mime
    assert told["uri"].endswith(f"/s/{other.id}")
    assert cell["chipRuns"] == [
        {}, person(3), {"startIndex": 15}, link(told["uri"], 21) | {"chip": {
            "richLinkProperties": told}}, {"startIndex": 26}]  # fmt: skip
    assert not list(wrong(cell, SCHEMAS["CellData"], "cell"))
    book.put("B1", [['=LEN(A1)&" "&UPPER(A1)']])
    assert book.values("B1") == [["26 😀 MINGZHU CHEN OWNS RATES."]]
    # What is told can be written again where its placeholders are.
    book.batch(chipped("@", link(told["uri"])))
    assert book.values("A1") == [["Rates"]]


def test_people_show_as_they_are_to(book: Book) -> None:
    book.batch(
        chipped("@", person(shown="LAST_NAME_COMMA_FIRST_NAME")),
        chipped("@", person(shown="EMAIL"), row=1),
        chipped("@", {"chip": {"personProperties": {"email": "Ana@elsewhere.example"}}}, row=2),
    )
    assert book.values("A1:A3") == [["Chen, Mingzhu"], [MING], ["Ana@elsewhere.example"]]
    kept = book.cells("A3")[0][0]["chipRuns"][0]["chip"]["personProperties"]
    assert kept == {"email": "Ana@elsewhere.example", "displayFormat": "DEFAULT"}


def test_chips_that_cannot_be_are_refused_and_nothing_is_written(book: Book, desk: Desk) -> None:
    hidden = desk.do(workbooks.create, by=OTHER, title="Salaries").id
    where = "Invalid requests[0].updateCells: chipRuns"
    place = "startIndex: {} is not the place of a placeholder (@)."
    nothing = "leads to nothing of the company that you may see. Only such links can be chips."
    at = "[0].chip.richLinkProperties.uri: "
    for request, said in (
        (chipped("Ana", person()), f"[0].{place.format(0)}"),
        (chipped("@", person(1)), f"[0].{place.format(1)}"),
        (chipped("@ @", person(2), person(0)), f"[1].{place.format(0)}"),
        (chipped("@", person(), person()), f"[1].{place.format(0)}"),
        (chipped("@", person(email="nobody")),
         "[0].chip.personProperties.email: 'nobody' is no e-mail address."),
        (chipped("@", link("https://example.org/plan")), at + nothing),
        (chipped("@", link(BOOKS + hidden)), at + nothing),
        (chipped("@", link(BOOKS + "x" * 44)), at + nothing),
        (chipped("@", link(BOOKS + "x" * 2000)), at + "longer than 2000 bytes."),
        (chipped("@", {**person(), "chip": {**person()["chip"], **link(BOOKS)["chip"]}}),
         "[0].chip: oneof field 'chip_kind' is already set."),
    ):  # fmt: skip
        assert book.refused(request) == (400, where + said)
    number = chipped("", person())
    number["updateCells"]["rows"][0]["values"][0]["userEnteredValue"] = {"numberValue": 3}
    said = " are only valid with a stringValue that holds a placeholder (@) for each."
    assert book.refused(number) == (400, where + said)
    status, said = book.refused(chipped("@", {"chip": {"mapProperties": {}}}))
    assert (status, "Cannot find field" in said) == (400, True)
    assert book.values("A1") is None


def test_a_new_value_takes_chips_away_and_looks_of_parts_move_behind_them(book: Book) -> None:
    bold = [{"startIndex": 2, "format": {"bold": True}}]
    book.batch(chipped("@ is in", person(), textFormatRuns=bold))
    ((cell,),) = book.cells("A1")
    assert cell["textFormatRuns"] == [{"startIndex": 13, "format": {"bold": True}}]
    book.put("A1", [["Mingzhu Chen is in"]], "RAW")
    ((cell,),) = book.cells("A1")
    assert not {"chipRuns", "textFormatRuns"} & set(cell)
    for request in ({"fields": "userEnteredValue"}, {"fields": "chipRuns"}):
        book.batch(chipped("@", person()))
        book.batch({"updateCells": {"range": area(0, 1), "rows": [], **request}})
        assert all("chipRuns" not in cell for row in book.cells("A1") for cell in row)
    assert book.values("A1") == [["Mingzhu Chen"]]  # its text stays when chips alone go


def test_chips_go_along_with_what_cells_hold(rest: Client, book: Book) -> None:
    book.put("A1:A3", [["c"], ["a"], ["b"]])
    book.batch(chipped("@", person(), row=0, column=1))
    order = [{"dimensionIndex": 0, "sortOrder": "ASCENDING"}]
    chip = person()["chip"]

    def has(ref: str) -> bool:
        rows = book.cells(ref)
        return bool(rows) and bool(rows[0]) and rows[0][0].get("chipRuns") == [{"chip": chip}]

    book.batch({"sortRange": {"range": area(0, 3, 0, 2), "sortSpecs": order}})
    assert [has(ref) for ref in ("B1", "B2", "B3")] == [False, False, True]
    book.batch(
        {"copyPaste": {"source": area(2, 3, 1, 2), "destination": area(0, 1, 3, 4)}},
        {"copyPaste": {"source": area(2, 3, 1, 2), "destination": area(0, 1, 4, 5),
                       "pasteType": "PASTE_FORMULA"}},
        {"copyPaste": {"source": area(2, 3, 1, 2), "destination": area(0, 1, 5, 6),
                       "pasteType": "PASTE_VALUES"}},
        {"autoFill": {"sourceAndDestination": {
            "source": area(0, 1, 3, 4), "dimension": "ROWS", "fillLength": 2}}},
        {"cutPaste": {"source": area(2, 3, 1, 2), "destination": {
            "rowIndex": 5, "columnIndex": 6}}},
        {"duplicateSheet": {"sourceSheetId": 0, "newSheetId": 7, "newSheetName": "Twin"}},
    )  # fmt: skip
    assert [has(ref) for ref in ("D1", "E1", "F1", "D2", "D3", "G6", "B3", "Twin!G6")] == [
        True, True, False, True, True, True, False, True]  # fmt: skip
    assert book.values("F1") == [["Mingzhu Chen"]]
    # A formula that is pasted over a chip leaves none of it.
    book.put("H1", [["=1+1"]])
    formula = {"source": area(0, 1, 7, 8), "destination": area(0, 1, 3, 4)}
    book.batch({"copyPaste": {**formula, "pasteType": "PASTE_FORMULA"}})
    assert not has("D1")
    twin = rest.ask("POST", f"/drive/v3/files/{book.id}/copy", {"name": "Twin"})
    assert "chipRuns" in Book(rest, twin["id"]).cells("G6")[0][0]


def test_typing_is_undone_with_its_chips(doors: Doors, book: Book) -> None:
    pages = GridPages(doors, book.id)
    pages.edit(chipped("@", person()))
    shown = cells(pages.get("blocks", whole=1))[0, 0]
    chip = [0, 12, "user", "person", person()["chip"]]
    assert (shown[0], shown[3]) == ("Mingzhu Chen", {"c": [chip]})
    pages.type(0, 0, ["Mingzhu Chen"])
    assert not cells(pages.get("blocks", whole=1))[0, 0][3]
    pages.post("undo", {})
    assert cells(pages.get("blocks", whole=1))[0, 0][3] == {"c": [chip]}


def test_versions_bring_chips_back(desk: Desk) -> None:
    book = desk.create()
    desk.edit(book, chipped("@", person()))
    revision = desk.do(workbooks.get, workbook_id=book).revision
    desk.type(book, "A1", [["somebody"]])
    desk.do(histories.restore_version, workbook_id=book, revision=revision)
    place: dict[str, Any] = {"workbook_id": book, "gid": 0, "row": 0, "column": 0, "start": 0}
    assert desk.do(chip_offers.show_card, **place).title == "Mingzhu Chen"


def test_columns_fit_their_chips(book: Book) -> None:
    width = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 2}
    book.put("A1", [["Mingzhu Chen"]])
    book.batch(chipped("@", person(), column=1), {"autoResizeDimensions": {"dimensions": width}})
    (sheet,) = book.get(includeGridData="true")["sheets"]
    plain, chip = sheet["data"][0]["columnMetadata"][:2]
    assert chip["pixelSize"] > plain["pixelSize"] + 20


def test_chips_are_appended_and_repeated(book: Book) -> None:
    value = {"userEnteredValue": {"stringValue": "@"}, "chipRuns": [person()]}
    fields = "userEnteredValue,chipRuns"
    book.batch(
        {"appendCells": {"sheetId": 0, "rows": [{"values": [value]}], "fields": fields}},
        {"repeatCell": {"range": area(1, 3), "cell": value, "fields": fields}},
    )
    assert book.values("A1:A3") == [["Mingzhu Chen"]] * 3
    assert all(row[0]["chipRuns"] == [{"chip": person()["chip"]}] for row in book.cells("A1:A3"))


def test_a_file_has_links_where_there_is_one_chip_and_tells_of_the_rest(
    rest: Client, book: Book
) -> None:
    other = rest.book("Rates")
    book.batch(
        chipped("@", person()),
        chipped("see @", link(BOOKS + other.id, 4), row=1),
        chipped("@, @", person(), person(3), row=2),
    )
    page = openpyxl.load_workbook(io.BytesIO(exported(book, XLSX))).worksheets[0]
    assert page["A1"].hyperlink.target == f"mailto:{MING}"
    assert page["A2"].value == "see Rates"
    assert page["A2"].hyperlink.target.endswith(f"/s/{other.id}")
    assert page["A3"].value == "Mingzhu Chen, Mingzhu Chen"
    assert page["A3"].hyperlink is None
    assert exported(book, "text/csv").decode().splitlines()[:2] == ["Mingzhu Chen", "see Rates"]


def test_a_card_is_shown_to_those_who_may_see_what_it_tells(
    doors: Doors, colleague: Doors, desk: Desk
) -> None:
    mine = desk.do(workbooks.create, title="Rates").id
    book = desk.create()
    desk.edit(book, chipped("@ and @", person(), link(BOOKS + mine, 6)))
    pages = GridPages(doors, book)
    place = {"gid": 0, "row": 0, "column": 0}
    assert "Engineering" in pages.get("card", start=0, **place)["card"]
    assert f"/s/{mine}" in pages.get("card", start=17, **place)["card"]
    for wrong_place in ({"start": 1}, {"start": 0, "row": 3}, {"start": 0, "row": 10**7}):
        assert "nothing at this address" in pages.get("card", 404, **{**place, **wrong_place})
    pages.get("card", 422, start="x", **place)
    share = {"role": "reader", "type": "domain", "domain": "calderoute.example"}
    Client(doors).ask("POST", f"/drive/v3/files/{book}/permissions", share)
    theirs = GridPages(colleague, book)
    assert cells(theirs.get("blocks", whole=1))[0, 0][0] == "Mingzhu Chen and Rates"
    hidden = theirs.get("card", start=17, **place)["card"]
    assert "Nothing to show" in hidden
    assert "link-card" not in hidden
    GridPages(colleague, mine).get("card", 404, start=0, **place)


def test_the_sign_offers_days_people_and_things(doors: Doors, desk: Desk) -> None:
    book = desk.create(title="Rates of Q2")
    pages = GridPages(doors, book)

    def offered(text: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = pages.get("chips", text=text)["offers"]
        return found

    assert [each["title"] for each in offered("")[:2]] == ["Today", "Tomorrow"]
    (day,) = [each for each in offered("2026-03-20") if each["icon"] == "calendar"]
    assert (day["title"], day["text"], day["chip"]) == ("March 20, 2026", "2026-03-20", None)
    (ming,) = [each for each in offered("mingzh") if each["icon"] == "user"]
    assert ming["chip"] == person()["chip"]
    (file,) = [each for each in offered("rates of") if each["icon"] == "table"]
    assert file["chip"]["richLinkProperties"]["uri"] == BOOKS + book
    issues = [each["text"] for each in offered("cal-1")]
    assert any(each.startswith("CAL-1") for each in issues)
    # What is offered can be written.
    for number, each in enumerate(offered("") + offered("cal")):
        if each["chip"]:
            desk.edit(book, chipped("@", {"chip": each["chip"]}, row=number))
            assert desk.read(book, f"A{number + 1}") == [[each["text"]]]


def test_deals_are_offered_and_shown_to_those_with_a_place_in_the_crm(desk: Desk) -> None:
    seller = "dwhitlock"
    book = str(desk.do(workbooks.create, by=seller, title="Pipeline").id)

    def offered(by: str, text: str) -> list[Offer]:
        found: list[Offer] = desk.do(chip_offers.suggest, by=by, workbook_id=book, text=text)
        return found

    name = "Orrinfield Paper - Renewal 2026"
    deal = next(each for each in offered(seller, name) if each.chip)
    assert deal.text == name
    desk.edit(book, chipped("won: @", {"startIndex": 5, "chip": deal.chip}), by=seller)
    cell = {"workbook_id": book, "range": "A1"}
    place = {"workbook_id": book, "gid": 0, "row": 0, "column": 0, "start": 5}
    card = desk.do(chip_offers.show_card, by=seller, **place)
    assert card.kind == "Opportunity"
    assert {"Stage", "Amount"} <= {name for name, _ in card.fields}
    desk.do(shares.share_with_all, by=seller, workbook_id=book, role="reader")
    assert desk.do(values.get, by=OTHER, **cell).values == [[f"won: {name}"]]
    assert desk.do(chip_offers.show_card, by=OTHER, **place) is None
    # Others may write beside it, and nowhere else.
    desk.do(shares.share_with_all, by=seller, workbook_id=book, role="writer")
    run = {"startIndex": 6, "chip": deal.chip}
    desk.edit(book, chipped("lost: @", run), by=OTHER)
    assert desk.do(values.get, by=OTHER, **cell).values == [[f"lost: {name}"]]
    assert desk.do(chip_offers.show_card, by=seller, **{**place, "start": 6}) == card
    again = [chipped("lost: @", run, row=1)]
    refusal = desk.refused(batches.update, by=OTHER, workbook_id=book, requests=again)
    assert "nothing of the company" in refusal.message
    assert not [each for each in offered(OTHER, name) if each.chip]
