"""What is typed into cells."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.apps.sheets.engine.calculation import Formula, Input
from workworld.apps.sheets.engine.number_formats import shown
from workworld.apps.sheets.engine.typed_input import typed
from workworld.apps.sheets.engine.values import Error

TODAY = datetime.date(2026, 3, 17)


@pytest.mark.parametrize(
    ("text", "value", "display"),
    [
        ("3/17/2026", 46_098.0, "3/17/2026"),
        ("17-Mar", 46_098.0, "17-Mar"),
        ("March 17, 2026", 46_098.0, "Mar 17, 2026"),
        ("17 March 2026", 46_098.0, "17-Mar-2026"),
        ("2026-03-17", 46_098.0, "2026-03-17"),
        ("3-17-26", 46_098.0, "3-17-2026"),
        ("12/31", 46_387.0, "12/31"),
        ("Mar 2026", 46_082.0, "Mar 2026"),
        ("1/2/45", 16_439.0, "1/2/1945"),
        ("2026-03-17 13:30", 46_098.5625, "3/17/2026 13:30:00"),
        ("12%", 0.12, "12%"),
        ("12.5%", 0.125, "12.50%"),
        ("50 %", 0.5, "50%"),
        ("$1,200.50", 1200.5, "$1,200.50"),
        ("-$5", -5.0, "-$5"),
        ("(5)", -5.0, "-5"),
        ("1,234", 1234.0, "1,234"),
        ("1e3", 1000.0, "1.00E+03"),
        ("007", 7.0, "7"),
        (".5", 0.5, "0.5"),
        ("  7 ", 7.0, "7"),
        ("+5", 5.0, "5"),
        ("10:30", 0.4375, "10:30 AM"),
        ("10:30 pm", 0.9375, "10:30 PM"),
        ("6pm", 0.75, "6:00 PM"),
        ("12am", 0.0, "12:00 AM"),
        ("36:00", 1.5, "36:00:00"),
        ("TRUE", True, "TRUE"),
        ("false", False, "FALSE"),
        ("#N/A", Error("#N/A"), "#N/A"),
        ("'007", "007", "007"),
        ("'=1+1", "=1+1", "=1+1"),
    ],
)
def test_texts_become_what_they_mean(text: str, value: Input, display: str) -> None:
    found = typed(text, TODAY)
    assert found.value == value
    assert not isinstance(found.value, Formula)
    assert shown(found.value, found.code).text == display


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "1,23",
        "$5%",
        "1.5e400",
        "2026-02-30",
        "1/2/3",
        "13pm",
        "1 000",
        ".",
        "=",
        "May",
        "+",
    ],
)
def test_what_means_nothing_else_stays_a_text(text: str) -> None:
    assert typed(text, TODAY) == (text, "")


def test_formulas_begin_with_a_sign() -> None:
    assert typed("=A1", TODAY).value == Formula("=A1")
    assert typed("+A1+2", TODAY).value == Formula("=A1+2")
    assert typed("", TODAY).value is None


@given(st.text(max_size=20))
def test_any_text_can_be_typed(text: str) -> None:
    found = typed(text, TODAY)
    if not isinstance(found.value, Formula):
        assert isinstance(shown(found.value, found.code).text, str)
