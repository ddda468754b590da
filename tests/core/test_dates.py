"""Days as people type them, of what is to come and of what has been."""

from datetime import date

import pytest

from workworld.dates import day_from, past_day_from

TODAY = date(2026, 3, 17)  # a Tuesday


@pytest.mark.parametrize(
    ("typed", "ahead", "back"),
    [
        ("fri", date(2026, 3, 20), date(2026, 3, 13)),
        ("Friday", date(2026, 3, 20), date(2026, 3, 13)),
        ("tuesday", date(2026, 3, 24), date(2026, 3, 10)),
        ("last fri", date(2026, 3, 13), date(2026, 3, 13)),
        ("next fri", date(2026, 3, 20), date(2026, 3, 20)),
        ("this tue", TODAY, TODAY),
        ("2 weeks", date(2026, 3, 31), date(2026, 3, 3)),
        ("3 days ago", date(2026, 3, 14), date(2026, 3, 14)),
        ("in 3 days", date(2026, 3, 20), date(2026, 3, 20)),
        ("today", TODAY, TODAY),
        ("yesterday", date(2026, 3, 16), date(2026, 3, 16)),
        ("17 Mar", TODAY, TODAY),
        ("18 Mar", date(2026, 3, 18), date(2025, 3, 18)),
        ("May 5th", date(2026, 5, 5), date(2025, 5, 5)),
        ("5 May 2026", date(2026, 5, 5), date(2026, 5, 5)),
        ("2026-05-05", date(2026, 5, 5), date(2026, 5, 5)),
        ("3/16/2026", date(2026, 3, 16), date(2026, 3, 16)),
        ("3/18", date(2026, 3, 18), date(2025, 3, 18)),
        ("4/5/26", date(2026, 4, 5), date(2026, 4, 5)),
        ("30/6/2026", date(2026, 6, 30), date(2026, 6, 30)),
        ("5.4.2026", date(2026, 4, 5), date(2026, 4, 5)),
        ("2/30/2026", None, None),
        ("13/13/2026", None, None),
        ("17.3", None, None),
        ("29 Feb", None, None),
        ("someday", None, None),
        ("", None, None),
    ],
)
def test_day_is_told_by_what_it_is_typed_for(
    typed: str, ahead: date | None, back: date | None
) -> None:
    assert day_from(typed, TODAY) == ahead
    assert past_day_from(typed, TODAY) == back
