"""Relative dates."""

from datetime import date

import pytest

from workworld.apps.crm.schema.periods import (
    Calendar,
    Unit,
    containing,
    fiscal_quarter,
    fiscal_year,
    is_literal,
    label,
    names,
    period,
    takes_number,
)
from workworld.zones import zone

NEW_YORK = Calendar(date(2026, 3, 17), zone("America/New_York"))  # a Tuesday
PERIODS = {
    "TODAY": ("2026-03-17", "2026-03-18"),
    "yesterday": ("2026-03-16", "2026-03-17"),
    "TOMORROW": ("2026-03-18", "2026-03-19"),
    "THIS_WEEK": ("2026-03-15", "2026-03-22"),
    "LAST_WEEK": ("2026-03-08", "2026-03-15"),
    "NEXT_WEEK": ("2026-03-22", "2026-03-29"),
    "THIS_MONTH": ("2026-03-01", "2026-04-01"),
    "LAST_MONTH": ("2026-02-01", "2026-03-01"),
    "THIS_QUARTER": ("2026-01-01", "2026-04-01"),
    "NEXT_QUARTER": ("2026-04-01", "2026-07-01"),
    "THIS_YEAR": ("2026-01-01", "2027-01-01"),
    "LAST_YEAR": ("2025-01-01", "2026-01-01"),
    "THIS_FISCAL_QUARTER": ("2026-02-01", "2026-05-01"),
    "LAST_FISCAL_QUARTER": ("2025-11-01", "2026-02-01"),
    "THIS_FISCAL_YEAR": ("2026-02-01", "2027-02-01"),
    "LAST_FISCAL_YEAR": ("2025-02-01", "2026-02-01"),
    "LAST_90_DAYS": ("2025-12-17", "2026-03-18"),
    "NEXT_90_DAYS": ("2026-03-18", "2026-06-16"),
    "LAST_N_DAYS:1": ("2026-03-16", "2026-03-18"),
    "NEXT_N_DAYS:2": ("2026-03-18", "2026-03-20"),
    "N_DAYS_AGO:3": ("2026-03-14", "2026-03-15"),
    "LAST_N_WEEKS:2": ("2026-03-01", "2026-03-15"),
    "NEXT_N_WEEKS:1": ("2026-03-22", "2026-03-29"),
    "N_WEEKS_AGO:1": ("2026-03-08", "2026-03-15"),
    "LAST_N_MONTHS:3": ("2025-12-01", "2026-03-01"),
    "NEXT_N_MONTHS:12": ("2026-04-01", "2027-04-01"),
    "N_MONTHS_AGO:14": ("2025-01-01", "2025-02-01"),
    "LAST_N_QUARTERS:2": ("2025-07-01", "2026-01-01"),
    "N_YEARS_AGO:5": ("2021-01-01", "2022-01-01"),
    "NEXT_N_FISCAL_QUARTERS:2": ("2026-05-01", "2026-11-01"),
    "LAST_N_FISCAL_YEARS:2": ("2024-02-01", "2026-02-01"),
    "N_FISCAL_QUARTERS_AGO:1": ("2025-11-01", "2026-02-01"),
}


@pytest.mark.parametrize("literal", PERIODS)
def test_relative_dates_are_runs_of_days(literal: str) -> None:
    found = period(literal, NEW_YORK)
    assert found is not None
    assert (found.first.isoformat(), found.after.isoformat()) == PERIODS[literal]


@pytest.mark.parametrize("text", ["", "SOON", "LAST_N_DAYS", "LAST_N_DAYS:", "LAST_N_DAYS:-1"])
def test_other_words_are_no_dates(text: str) -> None:
    assert not is_literal(text)
    assert period(text, NEW_YORK) is None


def test_a_name_that_needs_a_number_is_known() -> None:
    assert takes_number("next_n_fiscal_years")
    assert not takes_number("TODAY")
    assert all(is_literal(f"{name}:1" if takes_number(name) else name) for name in names())


def test_what_lies_beyond_every_calendar_is_an_overflow() -> None:
    with pytest.raises(OverflowError):
        period("N_YEARS_AGO:9000", NEW_YORK)


def test_january_belongs_to_the_fiscal_year_that_ends_with_it() -> None:
    assert [fiscal_year(date(2026, month, 1), 2) for month in (1, 2, 12)] == [2026, 2027, 2027]
    assert [fiscal_quarter(date(2026, month, 1), 2) for month in (1, 2, 4, 5)] == [4, 1, 1, 2]
    assert fiscal_year(date(2026, 1, 1), 1) == 2026


def test_units_are_called_as_people_call_them() -> None:
    day = date(2026, 1, 31)
    told = [label(unit, day, NEW_YORK) for unit in Unit]
    assert told == [
        "2026-01-31", "2026-01-25", "January 2026", "Q1 2026", "2026", "Q4 FY2026", "FY2026",
    ]  # fmt: skip
    assert containing(Unit.FISCAL_QUARTER, day, NEW_YORK) == (date(2025, 11, 1), date(2026, 2, 1))


def test_the_day_on_which_clocks_change_has_23_hours() -> None:
    begins, over = containing(Unit.DAY, date(2026, 3, 8), NEW_YORK).moments(NEW_YORK)
    assert over - begins == 23 * 3_600_000_000
    assert NEW_YORK.day_of(over - 1) == date(2026, 3, 8)
