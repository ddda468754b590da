"""What searches and issues are taken away as: files, feeds and pages for paper."""

import csv
import datetime
import io
import json
import zipfile
from collections.abc import Sequence
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from tests.apps.tracker.desk import Desk, said
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.service import comments

_ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def fetched(page: Pages, path: str, jql: str, **more: str) -> bytes:
    said = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    answer = page.client.get(f"{path}?jql={quote(jql)}{said}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer.data


def table(content: bytes) -> Sequence[Sequence[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def test_all_fields_have_a_column_for_each_value(page: Pages, desk: Desk) -> None:
    key = desk.create(labels=["one", "two"], description=said("Über alles"))
    desk.create(labels=["one"])
    rows = table(fetched(page, "/issues/export.csv", f"key = {key}", columns="all"))
    assert rows[0].count("Labels") == 2
    first = rows[0].index("Labels")
    assert rows[1][first : first + 2] == ["one", "two"]
    assert rows[1][rows[0].index("Description")] == "Über alles"


def test_no_cell_is_a_formula(page: Pages, desk: Desk) -> None:
    key = desk.create(summary='=HYPERLINK("http://bad.example")')
    rows = table(fetched(page, "/issues/export.csv", f"key = {key}"))
    assert rows[1][2] == '\'=HYPERLINK("http://bad.example")'
    content = fetched(page, "/issues/export.xlsx", f"key = {key}")
    cell = load_workbook(io.BytesIO(content)).worksheets[0]["C2"]
    assert (cell.value, cell.data_type) == ('=HYPERLINK("http://bad.example")', "s")
    sheet = zipfile.ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet


def test_workbook_has_typed_days_and_numbers(page: Pages, desk: Desk) -> None:
    key = desk.create(type="Story", duedate="2026-03-17", customfield_10016=5)
    content = fetched(page, "/issues/export.xlsx", f"key = {key}", columns="all")
    assert content == fetched(page, "/issues/export.xlsx", f"key = {key}", columns="all")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert {each.date_time for each in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    head, line = load_workbook(io.BytesIO(content)).worksheets[0].iter_rows()
    cells = {str(name.value): cell for name, cell in zip(head, line, strict=True)}
    assert cells["Due"].value == datetime.datetime(2026, 3, 17)  # noqa: DTZ001 - files have no zones
    assert cells["Due"].number_format == "yyyy-mm-dd"
    assert cells["Story points"].value == 5


def test_json_is_what_the_api_tells(page: Pages) -> None:
    told = json.loads(fetched(page, "/issues/export.json", "project = SEC ORDER BY key"))
    assert told["total"] == len(told["issues"]) > 0
    assert told["issues"][0]["fields"]["project"]["key"] == "SEC"


def test_feed_and_xml_can_be_read(page: Pages, desk: Desk) -> None:
    key = desk.create(summary="Less < more & ]]>")
    desk.do(comments.add, issue=key, body=said("Noted."))
    root = ElementTree.fromstring(fetched(page, "/issues/feed.xml", f"key = {key}"))
    assert root.findtext(f"{_ATOM}entry/{_ATOM}title") == f"[{key}] Less < more & ]]>"
    item = ElementTree.fromstring(page.client.get(f"/browse/{key}/export.xml").data)
    assert item.findtext("channel/item/comments/comment") == "Noted."


def test_document_for_word_holds_the_issue(page: Pages, desk: Desk) -> None:
    key = desk.create(description=said("As it is."))
    answer = page.client.get(f"/browse/{key}/export.doc")
    assert answer.mimetype == "application/msword"
    assert "As it is." in answer.text
    assert "<link" not in answer.text


def test_paper_shows_the_columns_of_the_list(page: Pages) -> None:
    shown = page.read("/issues/print?jql=project+%3D+CAL+ORDER+BY+key")
    assert "64 issues" in shown
    assert "CAL-189" in shown


@pytest.mark.parametrize("path", ["export.csv", "export.xlsx", "export.json", "feed.xml", "print"])
def test_nobody_takes_away_what_is_hidden_from_them(doors: Doors, path: str) -> None:
    mine = Pages(doors).client.get(f"/issues/{path}?jql=labels+%3D+security&columns=all")
    theirs = Pages.of(doors, "nbarve").client.get(f"/issues/{path}?jql=labels+%3D+security")
    if path != "export.xlsx":  # which is packed
        assert b"CAL-247" in mine.data
    assert b"CAL-247" not in theirs.data


def test_largest_file_is_told(page: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workworld.apps.tracker.pages.exports.LARGEST_FILE", 10)
    answer = page.client.get("/issues/export.csv?jql=project+%3D+CAL")
    assert answer.status_code == 422
    assert "This search finds 64 issues, and a file holds at most 10." in answer.text


def test_fault_of_a_query_is_told(page: Pages) -> None:
    assert page.client.get("/issues/export.json?jql=stat[us").status_code == 422
