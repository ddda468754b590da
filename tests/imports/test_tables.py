"""Files of separated values in the encodings and spellings that there are."""

import csv
import io
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.errors import Invalid
from workworld.imports import leftovers
from workworld.imports.tables import Table, read

_CELLS = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\x00\r\ufeff"), max_size=20
)


def table(content: bytes, **said: str) -> Table:
    return read(content, most_rows=1000, **said)


@pytest.mark.parametrize(
    ("codec", "encoding"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
        ("windows-1252", "windows-1252"),
    ],
)
def test_encoding_is_told_by_the_bytes(codec: str, encoding: str) -> None:
    found = table("Summary;Owner\nGrößer “als” €5;Zoë\n".encode(codec))
    assert (found.encoding, found.columns) == (encoding, ["Summary", "Owner"])
    assert found.rows[0].cells == ["Größer “als” €5", "Zoë"]


def test_wrong_encoding_is_refused_with_the_line() -> None:
    content = "Summary\nplain\nGröße\n".encode("windows-1252")
    with pytest.raises(Invalid, match="line 3") as refused:
        table(content, encoding="utf-8")
    assert refused.value.code == "unreadable_file"
    assert table(content, encoding="windows-1252").rows[1].cells == ["Größe"]


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04\x00\x00\x14\x00\x81\x8d", b"", b"\n \n", b"\x81\x8d\n"]
)
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        table(content)
    assert refused.value.code == "unreadable_file"


def test_workbooks_are_tables_of_what_their_formulas_came_to() -> None:
    book = openpyxl.Workbook()
    page: Any = book.active
    for row in (
        ("Name", "Day", "Moment", "Sum", "Done"),
        (),
        ("a", date(2026, 3, 17), datetime(2026, 3, 17, 9, 5), 0.1 + 0.2, True),  # noqa: DTZ001
        (None, None, None, "=1+1", "x"),
    ):
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    found = table(out.getvalue())
    assert (found.encoding, found.delimiter) == ("xlsx", "")
    assert found.columns == ["Name", "Day", "Moment", "Sum", "Done"]
    assert [(each.line, each.cells) for each in found.rows] == [
        (3, ["a", "2026-03-17", "2026-03-17 09:05:00", "0.3", "true"]),
        (4, ["", "", "", "", "x"]),  # nobody has reckoned it yet
    ]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1old", "unreadable_file"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "password_protected",
        ),
    ],
)
def test_workbooks_that_are_not_read_are_told_apart(content: bytes, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        table(content)
    assert refused.value.code == code


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_is_told_by_the_table(delimiter: str) -> None:
    lines = (("Name", "Said, and; done", "N"), ("a", "x, y; z", "1"), ("b", "x", "2"))
    text = "\n".join(delimiter.join(f'"{each}"' for each in line) for line in lines)
    found = table(text.encode())
    assert found.delimiter == delimiter
    assert found.rows[0].cells == ["a", "x, y; z", "1"]


def test_rows_know_their_lines_and_keep_what_does_not_fit() -> None:
    found = table(b'A,B\n"one\ntwo",2\n\n3\n4,5,6\n')
    assert [(row.number, row.line, [*row.cells]) for row in found.rows] == [
        (1, 2, ["one\ntwo", "2"]),
        (2, 5, ["3", ""]),
        (3, 6, ["4", "5"]),
    ]
    assert found.rows[2].problem == "The row has 3 cells, and there are 2 columns."
    back = list(csv.reader(io.StringIO(leftovers.as_csv(found, {3: "No."}).decode("utf-8-sig"))))
    assert back == [["A", "B", "", "Reason"], ["4", "5", "6", "No."]]


def test_quotation_that_never_ends_is_told_with_its_line() -> None:
    with pytest.raises(Invalid, match="Line 2 has a quotation"):
        table(b'A,B\n"one,2\n3,4\n')


def test_too_many_rows_are_told() -> None:
    with pytest.raises(Invalid, match="A file may have 1 rows; this one has 2") as refused:
        read(b"A\n1\n2\n", most_rows=1)
    assert refused.value.code == "too_many_rows"


@given(
    st.lists(st.lists(_CELLS, min_size=3, max_size=3), min_size=1, max_size=8),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_what_a_program_writes_is_read(rows: list[list[str]], codec: str, delimiter: str) -> None:
    made = io.StringIO()
    csv.writer(made, delimiter=delimiter).writerows([["A", "B", "C"], *rows])
    found = table(made.getvalue().encode(codec), delimiter=delimiter)
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    assert [[*row.cells] for row in found.rows] == kept


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise_than_by_a_refusal(content: bytes) -> None:
    with suppress(Invalid):
        found = table(content)
        assert all(len(row.cells) == len(found.columns) for row in found.rows)
