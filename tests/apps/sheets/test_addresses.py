"""Addresses in A1 notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.apps.sheets.engine.addresses import (
    MOST_COLUMNS,
    Area,
    column_index,
    column_name,
    parse,
    quoted,
)

GRID = (1000, 26)


@pytest.mark.parametrize(
    ("text", "written", "area"),
    [
        ("A1", "A1", Area(0, 0, 1, 1)),
        ("b2:a1", "B2:A1", Area(0, 0, 2, 2)),
        ("$A$1:C", "$A$1:C", Area(0, 0, 1000, 3)),
        ("A:A", "A:A", Area(0, 0, 1000, 1)),
        ("3:7", "3:7", Area(2, 0, 7, 26)),
        ("$7:$9", "$7:$9", Area(6, 0, 9, 26)),
        ("A2:A", "A2:A", Area(1, 0, 1000, 1)),
        ("A5:5", "A5:5", Area(4, 0, 5, 26)),
        ("ZZZ1", "ZZZ1", Area(0, MOST_COLUMNS - 1, 1, MOST_COLUMNS)),
        ("'It''s'!A1", "'It''s'!A1", Area(0, 0, 1, 1)),
        ("Data!A1", "Data!A1", Area(0, 0, 1, 1)),
        ("'Data'!A1", "Data!A1", Area(0, 0, 1, 1)),
    ],
)
def test_references_are_read_and_written(text: str, written: str, area: Area) -> None:
    found = parse(text)
    assert found is not None
    assert str(found) == written
    assert found.area(*GRID) == area


@pytest.mark.parametrize(
    "text",
    ["", "A", "7", "A0", "A:3", "AAAA1", "$A", "A$", "A1:B2:C3", "'A'!", "Plan", "A1 ", "$$A1"],
)
def test_what_is_no_reference_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Sheet_1", "Sheet_1"),
        ("Ünïts", "Ünïts"),
        ("Sheet1", "Sheet1"),
        ("A1", "'A1'"),
        ("R1C1", "'R1C1'"),
        ("My Sheet", "'My Sheet'"),
        ("It's", "'It''s'"),
        ("2024", "'2024'"),
    ],
)
def test_titles_are_quoted_where_they_would_read_as_something_else(
    title: str, written: str
) -> None:
    assert quoted(title) == written


@given(st.integers(0, MOST_COLUMNS - 1))
def test_each_column_has_its_letters(index: int) -> None:
    assert column_index(column_name(index)) == index


def test_columns_are_named_as_everywhere() -> None:
    assert [column_name(each) for each in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_rectangles_share_what_they_share() -> None:
    one = Area(0, 0, 4, 4)
    assert one.common(Area(2, 2, 9, 9)) == Area(2, 2, 4, 4)
    assert one.common(Area(4, 0, 9, 9)) is None
    assert one.holds(Area(1, 1, 4, 4))
    assert not one.holds(Area(1, 1, 5, 4))
    assert str(one) == "A1:D4"
    assert str(Area(6, 1, 7, 2)) == "B7"
    assert (3, 3) in one
    assert (4, 3) not in one
