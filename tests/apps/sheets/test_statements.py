"""What a listing or a page asks the database does not grow with what it shows."""

from collections.abc import Callable

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages
from tests.apps.sheets.rest import Client
from tests.conformance.test_statements import counted
from tests.kit import Doors, text_of

from workworld.apps.sheets.service import comments, shares

FEW, MANY = 3, 12
Ask = Callable[[Doors, str], str]


def files(doors: Doors, _book: str) -> str:
    asked = {"fields": "*", "pageSize": "100"}
    return str(Client(doors).ask("GET", "/drive/v3/files", query=asked))


def searched(doors: Doors, _book: str) -> str:
    return text_of(doors.mcp("search_spreadsheets", query="name contains 'Counted'"))


def home(doors: Doors, _book: str) -> str:
    return Pages(doors).read("/")


def talks(doors: Doors, book: str) -> str:
    return str(Client(doors).ask("GET", f"/drive/v3/files/{book}/comments"))


def talks_on_page(doors: Doors, book: str) -> str:
    return Pages(doors).dialog(book, "comments")


def grid(doors: Doors, book: str) -> str:
    return Pages(doors).read(f"/s/{book}/blocks?gid=0&blocks=0:0")


def whole(doors: Doors, book: str) -> str:
    query = {"includeGridData": "true"}
    return str(Client(doors).ask("GET", f"/v4/spreadsheets/{book}", query=query))


@pytest.mark.parametrize(
    "ask", [files, searched, home, talks, talks_on_page, grid, whole], ids=lambda f: f.__name__
)
def test_statements_do_not_grow_with_what_is_shown(doors: Doors, desk: Desk, ask: Ask) -> None:
    book = desk.create(title="Counted")
    counts, lengths, made = [], [], 0
    for more in (FEW, MANY - FEW):
        for number in range(made, made + more):
            other = desk.create(title=f"Counted {number}")
            role = {"person_id": desk.people["mchen"], "role": "reader"}
            desk.do(shares.share, workbook_id=other, **role)
            talk = {"sheet_id": 0, "range_text": f"A{number + 1}", "text": "Is that so?"}
            desk.do(comments.start, workbook_id=book, **talk)
            desk.type(book, f"A{number + 1}", [["a name", "=LEN(A1)", "3/4/2026"]])
        made += more
        ask(doors, book)
        with counted() as asked:
            lengths.append(len(ask(doors, book)))
        counts.append(len(asked))
    assert lengths[1] > lengths[0], "it shows no more than before"
    assert counts[0] == counts[1], asked


def test_rules_are_looked_up_once_for_all_parts_of_a_sorted_view(doors: Doors, desk: Desk) -> None:
    book = desk.create([[str(7 * number % 10)] for number in range(10)])
    area = {"sheetId": 0, "endRowIndex": 10, "endColumnIndex": 1}
    view = {"filterViewId": 7, "range": area, "sortSpecs": [{"dimensionIndex": 0}]}
    desk.edit(book, {"addFilterView": {"filter": view}})
    Pages(doors).read(f"/s/{book}/blocks?gid=0&lens=7")
    with counted() as asked:
        Pages(doors).read(f"/s/{book}/blocks?gid=0&lens=7")
    for table in ("sheets_conditional_rules", "sheets_bandings", "sheets_tables"):
        assert sum(f"FROM {table}" in each for each in asked) <= 2, table
