"""Schedules of rules: when they come next, and what is none."""

from datetime import UTC, datetime

import pytest

from workworld.errors import Invalid
from workworld.rules.crons import cron_from

TUESDAY = datetime(2026, 3, 17, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("*/30 * * * *", "2026-03-17 09:30"),
        ("0 9 * * 1", "2026-03-23 09:00"),
        ("0 0 9 ? * MON-FRI", "2026-03-18 09:00"),
        ("0 0 9 ? * 2", "2026-03-23 09:00"),
        ("0 8 1 * *", "2026-04-01 08:00"),
        ("15,45 8-10/2 * mar,apr *", "2026-03-17 10:15"),
        ("0 0 29 2 *", "2028-02-29 00:00"),
        ("0 12 1 * sun", "2026-03-22 12:00"),
    ],
)
def test_the_next_time(text: str, wanted: str) -> None:
    found = cron_from(text).after(TUESDAY)
    assert found is not None
    assert f"{found:%Y-%m-%d %H:%M}" == wanted


def test_a_day_that_never_comes() -> None:
    assert cron_from("0 0 31 2 *").after(TUESDAY) is None


@pytest.mark.parametrize(
    "text", ["", "* * * *", "60 * * * *", "* 24 * * *", "5-1 * * * *", "*/0 * * * *", "a b c d e"]
)
def test_what_is_no_schedule(text: str) -> None:
    with pytest.raises(Invalid):
        cron_from(text)
