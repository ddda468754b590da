"""Functions that ask other apps, and cards of workbooks."""

from sqlalchemy.orm import Session
from tests.apps.sheets.desk import ME, OTHER, Desk
from tests.apps.sheets.grid_kit import GridPages, cells
from tests.apps.sheets.page_kit import Pages
from tests.apps.sheets.rest import Book, Client
from tests.kit import Doors

from workworld.apps.sheets.service import connections, values, workbooks
from workworld.apps.sheets.wire.cards import card_of
from workworld.apps.tracker.service import issues
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.ids import Ids

SALES = "dwhitlock"


def test_people_are_asked_for_by_address(desk: Desk) -> None:
    book = desk.create([["mchen@calderoute.example", "=PERSON(A1)", '=PERSON(A1, "team")']])
    assert desk.read(book, "B1:C1") == [["Mingzhu Chen", "Engineering"]]
    desk.type(book, "A2", [['=PERSON("nobody@calderoute.example")', '=PERSON(A1,"shoe size")']])
    assert desk.read(book, "A2:B2") == [["#N/A", "#N/A"]]


def test_issues_fill_a_table_until_it_is_refreshed(desk: Desk) -> None:
    book = desk.create([['=ISSUES("project = CAL AND labels = sheets-test", "key,summary,due")']])
    assert desk.read(book, "A1:C3") == [["Key", "Summary", "Due"]]
    fields = {"summary": "Count pallets", "labels": ["sheets-test"], "duedate": "2026-03-30"}
    made = desk.do(issues.create, project_id="CAL", type_id="Task", fields=fields)
    assert desk.read(book, "A1:C3") == [["Key", "Summary", "Due"]]
    desk.do(connections.refresh, workbook_id=book)
    assert desk.read(book, "A2:C2", "UNFORMATTED_VALUE") == [[made.key, "Count pallets", 46111]]
    assert desk.do(connections.refreshed, workbook_id=book) is not None


def test_data_is_refreshed_on_the_page(desk: Desk, doors: Doors) -> None:
    pages = Pages(doors)
    book = desk.create()
    assert "No formula of this workbook asks" in pages.dialog(book, "connections")
    desk.type(book, "A1", [['=PERSON("mchen@calderoute.example")']])
    assert "Last refreshed" in pages.dialog(book, "connections")
    pages.take(book, "connections")
    assert pages.triggers["toast"]["text"] == "The data was refreshed."


def test_records_of_a_list_view_are_those_of_whoever_asks(desk: Desk) -> None:
    book = str(desk.do(workbooks.create, by=SALES, title="Pipeline").id)
    desk.type(book, "A1", [['=CRM("Open Pipeline")']], by=SALES)
    read = desk.do(values.get, by=SALES, workbook_id=book, range="A1:E60").values
    assert "Opportunity Name" in read[0]
    assert any("Orrinfield Paper - Renewal 2026" in row for row in read[1:])
    desk.type(book, "K1", [['=CRM("No such view")']], by=SALES)
    assert desk.do(values.get, by=SALES, workbook_id=book, range="K1").values == [["#N/A"]]
    # Who has no place in the CRM has nothing from it, whatever they type.
    mine = str(desk.do(workbooks.create, by=OTHER, title="Mine").id)
    desk.type(mine, "A1", [['=CRM("Open Pipeline")']], by=OTHER)
    assert desk.do(values.get, by=OTHER, workbook_id=mine, range="A1:E9").values == [["#N/A"]]


def test_links_tell_the_first_rows_to_those_who_see_them(desk: Desk) -> None:
    book = desk.create([["Item", "Price"], ["Pens", "$2.50"], ["Paper", "=B2*2"]], title="Prices")
    with desk.world.reading() as session:
        found = [
            card_of(context(desk, session, person), f"/s/{book}?gid=0&range=A1:B9")
            for person in (ME, OTHER)
        ]
    card, hidden = found
    assert card is not None
    assert hidden is None
    assert (card.title, card.kind) == ("Prices", "Spreadsheet")
    assert card.rows == (("Item", "Price"), ("Pens", "$2.50"), ("Paper", "$5.00"))


def test_ranges_of_other_workbooks_are_imported_by_those_who_see_them(desk: Desk) -> None:
    rates = desk.create([["Port", "Rate"], ["Oslo", "=2+3"], ["Riga", "=1/0"]], title="Rates")
    book = desk.create([[f'=IMPORTRANGE("{rates}","Sheet1!A1:B")']])
    there = [["Port", "Rate"], ["Oslo", "5"], ["Riga", "#DIV/0!"]]
    assert desk.read(book, "A1:C9") == there
    url = f"https://sheets.calderoute.example/s/{rates}?gid=0"
    desk.type(book, "E1", [[f'=SUM(IMPORTRANGE("{url}","R2C2:R2C2"))*10']])
    assert desk.read(book, "E1") == [["50"]]
    desk.type(rates, "B2", [["7"]])
    assert desk.read(book, "A1:C9") == there  # until somebody refreshes
    desk.do(connections.refresh, workbook_id=book)
    assert desk.read(book, "B2:E2") == [["7"]]
    # Others import what they see themselves, and nothing else.
    theirs = str(desk.do(workbooks.create, by=OTHER, title="Theirs").id)
    desk.type(theirs, "A1", [[f'=IMPORTRANGE("{rates}","A1:B2")']], by=OTHER)
    assert desk.do(values.get, by=OTHER, workbook_id=theirs, range="A1:B2").values == [["#N/A"]]
    desk.type(book, "H1", [[f'=IMPORTRANGE("{rates}","Nowhere!A1")']])
    assert desk.read(book, "H1") == [["#N/A"]]


def test_ranges_are_read_in_r1c1_notation(desk: Desk) -> None:
    book = desk.create([["a", "b"], ["c", '=INDIRECT("R[-1]C[-1]",FALSE)&INDIRECT("R2C1",FALSE)']])
    assert desk.read(book, "R1C1:R2C2") == [["a", "b"], ["c", "ac"]]
    assert desk.read(book, "Sheet1!R2C1") == [["c"]]
    desk.type(book, "'Sheet1'!R3C2", [["typed"]])
    assert desk.read(book, "B3") == [["typed"]]
    assert desk.refused(values.get, workbook_id=book, range="R0C1").code == "unparsable_range"


def context(desk: Desk, session: Session, person: str) -> Context:
    """Somebody who reads."""
    request = Request(Surface.SYSTEM, "test")
    return Context(session, Actor(desk.people[person]), request, Clock(session), Ids(session))


def test_cells_say_why_other_apps_refused(desk: Desk, doors: Doors, rest: Client) -> None:
    why = "Nobody here has the address nobody@calderoute.example."
    book = desk.create([['=PERSON("nobody@calderoute.example")'], ["=1/0"], ["=A1&1"]])
    page = GridPages(doors, book).start()["page"]
    told = {at: cell[3]["e"] for at, cell in cells(page).items()}
    assert told[0, 0] == f"#N/A {why}"
    assert told[1, 0].startswith("#DIV/0! Something is divided by zero")
    rows = Book(rest, book).cells("A1:A2")
    assert rows[0][0]["effectiveValue"]["errorValue"] == {"type": "N_A", "message": why}
    assert rows[1][0]["effectiveValue"]["errorValue"]["message"].startswith("Something is")
    assert rows[0][0]["formattedValue"] == "#N/A"
