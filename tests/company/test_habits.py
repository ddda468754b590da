"""When people act, how they mistype, and figures that go on from one month to the next."""

from __future__ import annotations

import statistics
from collections import Counter
from datetime import datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.randomness import Stream
from workworld.seed_data.company import staff
from workworld.seed_data.company.company import TODAY, Chance
from workworld.seed_data.company.hours import Hours
from workworld.seed_data.company.text.noise import mistype
from workworld.seed_data.company.text.spellings import AMERICAN, BRITISH

_CELLS = (
    "SELECT w.title, c.row_id, c.column_id, coalesce(c.number, c.text) FROM sheets_cells c"
    " JOIN sheets_sheets s ON s.id = c.sheet_id JOIN sheets_workbooks w ON w.id = s.workbook_id"
    " WHERE w.title LIKE :title AND s.title = :tab AND c.row_id > 0"
)


@pytest.fixture(scope="module")
def hours() -> Hours:
    return Hours(staff.organize(Chance("startup", 0), "logistics"))


def somebody(hours: Hours) -> str:
    """Who has been here all the time."""
    there = hours.organization.staff.values()
    return min(there, key=lambda each: (each.ended is not None, each.started)).key


def moments(hours: Hours, *, is_prompt: bool) -> list[datetime]:
    """When somebody comes to what happens at any moment of a year."""
    stream, who = Stream("t"), somebody(hours)
    at = [TODAY - timedelta(days=420, minutes=-613 * number) for number in range(800)]
    found = [hours.moment_for(who, each, stream, is_prompt=is_prompt) for each in at]
    return [each for each in found if each is not None]


def test_what_waited_is_done_throughout_the_day_and_the_week(hours: Hours) -> None:
    done = moments(hours, is_prompt=False)
    by_hour = Counter(each.hour for each in done)
    by_day = Counter(each.weekday() for each in done)
    assert max(by_hour.values()) < 0.2 * len(done)
    assert all(0.12 < by_day[day] / len(done) < 0.28 for day in range(5))
    assert not by_day[5] + by_day[6]


def test_who_is_prompt_comes_to_it_in_the_first_hour(hours: Hours) -> None:
    who, early = somebody(hours), 0
    done = moments(hours, is_prompt=True)
    for each in done:
        window = hours.window(who, each.date())
        assert window is not None
        early += each - window[0] < timedelta(minutes=46)
    assert early > 0.6 * len(done)


def test_no_error_of_typing_makes_the_other_country_s_spelling() -> None:
    for word in ("travel", "label", "centre", "colour", "model", "cancelled"):
        for number in range(200):
            found = mistype(word, Stream("t", word, number))
            if found is not None:
                assert not AMERICAN.search(found[0]), found
                assert not BRITISH.search(found[0]), found


def _users(rows: Session, month: str) -> dict[tuple[str, str], float]:
    """The users of each site in a usual week of a month."""
    lines: dict[int, dict[int, object]] = {}
    query = rows.execute(text(_CELLS), {"title": f"Usage export {month}", "tab": "Usage"})
    for _, row, column, value in query:
        lines.setdefault(row, {})[column] = value
    found: dict[tuple[str, str], list[float]] = {}
    for line in lines.values():
        found.setdefault((str(line[0]), str(line[1])), []).append(float(str(line[3])))
    return {site: statistics.mean(each) for site, each in found.items()}


def test_sites_use_the_product_much_as_in_the_month_before(rows: Session) -> None:
    before, after = _users(rows, "January 2026"), _users(rows, "February 2026")
    both = before.keys() & after.keys()
    assert len(both) > 100
    assert all(0.7 * before[each] - 1 <= after[each] <= 1.4 * before[each] + 1 for each in both)
    assert len({round(each) for each in after.values()}) > 20


def test_no_result_comes_to_more_than_all(rows: Session) -> None:
    lines: dict[tuple[str, int], dict[int, object]] = {}
    for title, row, column, value in rows.execute(
        text(_CELLS), {"title": "OKRs %", "tab": "Results"}
    ):
        lines.setdefault((title, row), {})[column] = value
    shares = [each for each in lines.values() if str(each[1]).endswith(" in percent")]
    assert len(shares) >= 4
    assert all(float(str(each[4])) <= 100 for each in shares)
