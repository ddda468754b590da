"""The steps of an import on pages: each has an address, and the last one tells of every row."""

import csv
import html
import io
import re
from urllib.parse import urlencode

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

_FILE = "Title;Owner;Kind;When\nFirst;mchen;Bug;17.03.2026\nSecond;Nemo;Task;\nThird;;Gadget;\n"
_SAID = {
    "project": "CAL",
    "type": "Task",
    "column-1": "summary",
    "column-2": "assignee",
    "column-3": "issuetype",
    "column-4": "duedate",
    "dates": "dd.MM.yyyy",
}


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def upload(page: Pages, content: bytes, expected: int = 303) -> str:
    proof = re.search(r'name="csrf" content="(\w+)"', page.read("/settings"))
    assert proof is not None
    form = {"csrf": proof[1], "file": (io.BytesIO(content), "old.csv")}
    answer = page.client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == expected
    return answer.headers.get("Location") or html.unescape(answer.text)


def test_file_is_read_mapped_checked_and_imported(page: Pages, desk: Desk) -> None:
    place = upload(page, _FILE.encode("windows-1252"))
    shown = page.read(place)
    assert "3 rows, 4 columns" in shown
    assert 'value="dd.MM.yyyy"' in shown
    shown = page.read(f"{place}?step=columns&project=CAL&type=Task")
    assert re.search(r'name="column-1" value="summary"', shown)
    said = urlencode(_SAID)
    shown = page.read(f"{place}?{said}&step=values")
    assert "Nemo" in shown
    assert "Gadget" in shown
    shown = page.read(f"{place}?{said}&step=check")
    assert "1 issue would be created, 0 updated, and 2 rows refused." in shown
    mapped = {**_SAID, "value:assignee:Nemo": "", "empty:assignee": "1"}
    mapped |= {"value:issuetype:Gadget": "Spike"}
    shown = page.read(f"{place}?{urlencode(mapped)}&step=check")
    assert "3 issues would be created" in shown
    told = page.read(page.submit(place, **mapped))
    assert "3 issues were created, 0 updated, and 0 rows were refused." in told
    key = re.search(r'data-issue="([A-Z]+-\d+)">[A-Z]+-\d+</a></th><td>First', told)
    assert key is not None
    assert desk.record(key[1]).row.due_date == "2026-03-17"


def test_refused_rows_come_back_as_a_file(page: Pages) -> None:
    place = upload(page, _FILE.encode())
    before = page.client.get(f"{place}/refused.csv?{urlencode(_SAID)}")
    told = page.submit(place, **_SAID)
    after = page.client.get(f"{told}/refused.csv")
    for answer in (before, after):
        rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
        assert rows[0] == ["Title", "Owner", "Kind", "When", "Reason"]
        assert rows[1][:2] == ["Second", "Nemo"]
        assert rows[1][4] == "Assignee: Nobody here is called 'Nemo'."
        assert len(rows) == 3


def test_wrong_encoding_is_told_and_can_be_mended(page: Pages) -> None:
    place = upload(page, "Title\nGröße\n".encode("windows-1252"))
    shown = page.read(f"{place}?encoding=utf-8&step=columns")
    assert "line 2 has bytes that mean nothing in it" in shown
    assert "Größe" in page.read(f"{place}?encoding=windows-1252")


def test_what_is_no_table_is_told(page: Pages) -> None:
    assert "no workbook that can be read" in page.read(upload(page, b"PK\x03\x04\x00\x01\x02\x00"))
    assert "This file is empty." in upload(page, b"", 422)


def test_file_of_somebody_else_is_not_there(doors: Doors) -> None:
    place = upload(Pages(doors), _FILE.encode())
    theirs = Pages.of(doors, "mchen")
    theirs.read(place, 404)
    theirs.submit(place, 404, **_SAID)
    assert theirs.client.get(f"{place}/refused.csv?{urlencode(_SAID)}").status_code == 404


def test_columns_that_make_no_import_are_told(page: Pages) -> None:
    place = upload(page, _FILE.encode())
    assert "There is no field 'flavour'" in page.submit(place, 422, **{"column-1": "flavour"})
    assert "at least one column" in page.submit(place, 422)
    assert "Map columns" in page.read(f"{place}?step=check")
    assert "There is no column 9" in page.read(f"{place}?step=check&column-9=summary")


def test_fields_are_offered_by_name(page: Pages) -> None:
    offered = page.read("/import/fields?q=link")
    assert 'data-value="link:Blocks"' in offered
    assert 'data-value="summary"' not in offered
