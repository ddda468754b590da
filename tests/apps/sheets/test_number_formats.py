"""What cells show of their values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.apps.sheets.engine.format_codes import FormatError, sections
from workworld.apps.sheets.engine.number_formats import exact, general, shown
from workworld.apps.sheets.engine.values import Error, Value

ACCOUNTING = "#,##0.00;[Red](#,##0.00)"
SIZES = '[>=100]"big" 0;[<100]"small" 0'
DAY = 46_098.0
"""17 March 2026, a Tuesday."""


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1234.5, "#,##0.00", "1,234.50"),
        (1_000_000.0, "#,##0", "1,000,000"),
        (999.0, "#,##0", "999"),
        (1234.567, "#,###.##", "1,234.57"),
        (-1234.5, ACCOUNTING, "(1,234.50)"),
        (0.0, '0;-0;"zero"', "zero"),
        (0.0, "#,##0.00", "0.00"),
        (0.0, "#", ""),
        (2.5, "0", "3"),
        (-2.5, "0", "-3"),
        (1.005, "0.00", "1.01"),
        (-0.001, "0.00", "0.00"),
        (5.0, "000", "005"),
        (12.0, "00-00", "00-12"),
        (5.0, "0.##", "5."),
        (5.0, "0.0?", "5.0 "),
        (0.5, "#.00", ".50"),
        (0.126, "0%", "13%"),
        (0.126, "0.0%", "12.6%"),
        (1_234_567.0, "#,##0,", "1,235"),
        (1_234_567.0, '0.0,,"M"', "1.2M"),
        (12_345.0, "0.00E+00", "1.23E+04"),
        (0.00012, "0.0E+0", "1.2E-4"),
        (0.00012, "0.0E-0", "1.2E-4"),
        (12_345_678.0, "##0.0E+0", "12.3E+6"),
        (0.5, "# ?/?", " 1/2"),
        (5.0, "# ?/?", "5    "),
        (-0.25, "# ?/?", "- 1/4"),
        (1.25, "# ??/??", "1  1/4 "),
        (5.0, "# ??/??", "5      "),
        (0.5, "0 0/4", "0 2/4"),
        (-7.0, "0 0/4", "-7 0/4"),
        (0.0, "# ?/?", "0    "),
        (1000.75, "#,##0 ?/?", "1,000 3/4"),
        (-1.5, "# ?/?;(# ?/?)", "(1 1/2)"),
        (1.25, '# ?/?" in"', "1 1/4 in"),
        (1.5, "?/?", "3/2"),
        (5.0, "# ?/8", "5    "),
        (150.0, "0.0;[>=100]0", "150"),
        (5.0, "0.0;[>=100]0", "5.0"),
        (-1.5, "0.0;[>=100]0", "-1.5"),
        (150.0, '[<5]"few";0;[>=100]"many"', "many"),
        (50.0, '[<5]"few";0;[>=100]"many"', "50"),
        (-3.0, '[<5]"few";0;[>=100]"many"', "few"),
        (-1.5, "[<5]0.0", "-1.5"),
        (-1.5, "[<0]0.0", "1.5"),
        (3.25, "# ?/8", "3 2/8"),
        (1234.0, "$#,##0", "$1,234"),
        (-5.0, '"$"0.00', "-$5.00"),
        (-5.0, "0.00_);(0.00)", "(5.00)"),
        (7.0, "[$€-407]0.00", "€7.00"),
        (150.0, SIZES, "big 150"),
        (50.0, SIZES, "small 50"),
        (3.0, "0\\x", "3x"),
        (3.5, 'General" units"', "3.5 units"),
        ("hi", '@" there"', "hi there"),
        ("hi", '0;0;0;"T:"@', "T:hi"),
        ("hi", "0.00", "hi"),
        (True, "0.00", "TRUE"),
        (None, "0.00", ""),
        (Error("#DIV/0!"), "0.00", "#DIV/0!"),
    ],
)
def test_values_through_formats(value: Value, code: str, text: str) -> None:
    assert shown(value, code).text == text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (DAY, "yyyy-mm-dd", "2026-03-17"),
        (DAY, "m/d/yy", "3/17/26"),
        (DAY, "dddd, mmmm d", "Tuesday, March 17"),
        (DAY, "ddd d-mmm", "Tue 17-Mar"),
        (DAY, "mmmmm", "M"),
        (DAY + 0.5625, "d mmm yyyy h:mm AM/PM", "17 Mar 2026 1:30 PM"),
        (DAY + 0.5625, "h a/p", "1 p"),
        (DAY + 0.999999, "h:mm:ss", "0:00:00"),
        (0.4375, "h:mm", "10:30"),
        (0.4375, "hh:mm:ss", "10:30:00"),
        (45.678 / 86_400, "mm:ss.00", "00:45.68"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (-0.5, "[h]:mm", "-12:00"),
        (1 / 24, "[mm]", "60"),
        (0.0, "yyyy-mm-dd", "1899-12-30"),
        (1.0, "yyyy-mm-dd", "1899-12-31"),
        (1e9, "yyyy-mm-dd", "########"),
    ],
)
def test_days_and_times(value: float, code: str, text: str) -> None:
    assert shown(value, code).text == text


def test_formats_colour_what_they_say() -> None:
    assert shown(-1.0, ACCOUNTING).colour == "red"
    assert shown(1.0, ACCOUNTING).colour == ""


@pytest.mark.parametrize(
    ("number", "text", "digits"),
    [
        (1 / 3, "0.3333333333", "0.333333333333333"),
        (0.1 + 0.2, "0.3", "0.3"),
        (1_234_567.891, "1234567.891", "1234567.891"),
        (123_456_789_012.0, "123456789012", "123456789012"),
        (1e20, "1E+20", "1E+20"),
        (0.00001234, "0.00001234", "0.00001234"),
        (-0.0, "0", "0"),
    ],
)
def test_numbers_without_a_format(number: float, text: str, digits: str) -> None:
    assert general(number) == text
    assert exact(number) == digits


@pytest.mark.parametrize("code", ["[oops]0", '"open', "0;0;0;0;0", "[>=1.2.3]0", "0" * 500])
def test_formats_that_cannot_be_read_are_refused(code: str) -> None:
    with pytest.raises(FormatError):
        sections(code)


@given(
    st.text(alphabet='0#?.,%E+-/@ymdhs[]"\\_*;$ AP', max_size=12),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_any_format_shows_any_number_or_is_refused(code: str, number: float) -> None:
    try:
        sections(code)
    except FormatError:
        return
    assert isinstance(shown(number, code).text, str)
