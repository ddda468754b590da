"""Series that are drawn further, texts that are split, and what is pasted."""

import datetime

import pytest

from workworld.apps.sheets.engine import series, splitting
from workworld.apps.sheets.engine.calculation import Formula, Input
from workworld.apps.sheets.engine.series import Given, Kind
from workworld.apps.sheets.engine.typed_input import typed


def go_on(values: list[Input], count: int, kind: Kind = "number", **how: bool) -> list[Input]:
    given = [Given(each, "text" if isinstance(each, str) else kind) for each in values]
    return [each.value for each in series.drawn(given, count, **how)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([1.0, 3.0], [5.0, 7.0, 9.0]),
        ([0.1, 0.2], [0.3, 0.4, 0.5]),
        ([5.0], [5.0, 5.0, 5.0]),
        ([1.0, 2.0, 4.0], [5.33333333333333, 6.83333333333333, 8.33333333333333]),
        (["Mon"], ["Tue", "Wed", "Thu"]),
        (["monday"], ["tuesday", "wednesday", "thursday"]),
        (["Mon", "Wed"], ["Fri", "Sun", "Tue"]),
        (["NOV"], ["DEC", "JAN", "FEB"]),
        (["October"], ["November", "December", "January"]),
        (["Q1"], ["Q2", "Q3", "Q4"]),
        (["Q3 2026"], ["Q4 2026", "Q1 2027", "Q2 2027"]),
        (["Q3"], ["Q4", "Q1", "Q2"]),
        (["Item 1"], ["Item 2", "Item 3", "Item 4"]),
        (["Item 5", "Item 10"], ["Item 15", "Item 20", "Item 25"]),
        (["INV-007"], ["INV-008", "INV-009", "INV-010"]),
        (["1st"], ["2nd", "3rd", "4th"]),
        (["10 boxes"], ["11 boxes", "12 boxes", "13 boxes"]),
        (["red"], ["red", "red", "red"]),
        (["red", "blue"], ["red", "blue", "red"]),
        ([True], [True, True, True]),
        (["Item 1", "x"], ["Item 2", "x", "Item 3"]),
        ([1.0, None], [1.0, None, 1.0]),
        ([Formula("=A1")], [Formula("=A1")] * 3),
    ],
)
def test_what_is_drawn_further(given: list[Input], expected: list[Input]) -> None:
    assert go_on(given, 3) == expected


def test_days_and_months_go_on_as_such() -> None:
    def day(text: str) -> Input:
        return typed(text, datetime.date(2026, 3, 17)).value

    assert go_on([day("1/31/2026")], 2, "day") == [day("2/1/2026"), day("2/2/2026")]
    assert go_on([day("1/31/2026"), day("2/28/2026")], 2, "day") == [
        day("3/31/2026"),
        day("4/30/2026"),
    ]
    assert go_on([day("1/5/2026"), day("2/5/2026")], 1, "day") == [day("3/5/2026")]
    assert go_on([day("1/5/2026"), day("1/12/2026")], 1, "day") == [day("1/19/2026")]
    assert go_on([day("Jan 2026")], 2, "month") == [day("Feb 2026"), day("Mar 2026")]
    assert go_on([day("Jan 2026")], 1, "month", backwards=True) == [day("Dec 2025")]


def test_what_lies_before_goes_down_and_the_other_series_is_the_plain_one() -> None:
    assert go_on([3.0, 5.0], 3, backwards=True) == [1.0, -1.0, -3.0]
    assert go_on(["Item 3"], 2, backwards=True) == ["Item 2", "Item 1"]
    assert go_on([5.0], 3, alternate=True) == [6.0, 7.0, 8.0]
    assert go_on(["Mon"], 2, alternate=True) == ["Mon", "Mon"]
    assert go_on([1.0, 3.0], 3, alternate=True) == [1.0, 3.0, 1.0]


@pytest.mark.parametrize(
    ("text", "mark", "expected"),
    [
        ("a, b,c", ",", ["a", "b", "c"]),
        ('"Ames, Iowa",5', ",", ["Ames, Iowa", "5"]),
        ('say "hi", you', ",", ['say "hi"', "you"]),
        ("a  b", " ", ["a", "b"]),
        ("a::b", "::", ["a", "b"]),
        ("a,,b", ",", ["a", "", "b"]),
        ("plain", ",", ["plain"]),
        ("", ",", [""]),
    ],
)
def test_texts_are_split(text: str, mark: str, expected: list[str]) -> None:
    assert splitting.split(text, mark) == expected


def test_the_delimiter_is_found() -> None:
    assert splitting.detected(["a;b", "c;d"]) == ";"
    assert splitting.detected(["a b", "c d"]) == " "
    assert splitting.detected(["ab"]) == ","


def test_pasted_text_and_tables() -> None:
    assert splitting.lines('a\tb\r\n"c\nd"\te\n', "\t") == [["a", "b"], ["c\nd", "e"]]
    assert splitting.lines("a\n\nb", "\t") == [["a"], [""], ["b"]]
    html = (
        "<meta><style>td{x}</style><table><tr><th colspan=2>Total <b>sum</b></th></tr>"
        "<tr><td>1<br>2<td rowspan='2'>x</tr><tr><td>&lt;b&gt;</table><table><tr><td>no"
    )
    assert splitting.table(html) == [["Total sum", ""], ["1\n2", "x"], ["<b>", ""]]
    assert splitting.table("<p>none</p>") is None
