from datetime import datetime

import pytest

from workworld.apps.chat.service.moments import moment_from, next_after
from workworld.zones import zone

NOW = datetime(2026, 3, 17, 14, 20, tzinfo=zone("America/New_York"))  # a Tuesday


@pytest.mark.parametrize(
    ("text", "when", "recurrence"),
    [
        ("in 20 minutes", "03-17 14:40", ""),
        ("20m", "03-17 14:40", ""),
        ("in an hour", "03-17 15:20", ""),
        ("in half an hour", "03-17 14:50", ""),
        ("in 2 weeks", "03-31 14:20", ""),
        ("tomorrow", "03-18 09:00", ""),
        ("tomorrow at 9am", "03-18 09:00", ""),
        ("at 3pm", "03-17 15:00", ""),
        ("9:30", "03-18 09:30", ""),
        ("at noon tomorrow", "03-18 12:00", ""),
        ("next monday at 10:15", "03-23 10:15", ""),
        ("on Friday", "03-20 09:00", ""),
        ("2026-04-02 at 17:00", "04-02 17:00", ""),
        ("5pm on 2 April", "04-02 17:00", ""),
        ("tonight", "03-17 20:00", ""),
        ("every Monday", "03-23 09:00", "weekly"),
        ("every day at 3 pm", "03-17 15:00", "daily"),
        ("every weekday at 8:45am", "03-18 08:45", "weekdays"),
        ("every tuesday at 2pm", "03-24 14:00", "weekly"),
        ("every month", "04-17 09:00", "monthly"),
    ],
)
def test_time_in_words_is_read(text: str, when: str, recurrence: str) -> None:
    moment = moment_from(text, NOW)
    assert moment
    assert (f"{moment.when:%m-%d %H:%M}", moment.recurrence) == (when, recurrence)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "at 25:00",
        "13pm",
        "in x minutes",
        "31 February",
        "every foo",
        "in 99999 weeks of May",
    ],
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert moment_from(text, NOW) is None


def test_clock_on_the_wall_stays_through_summer_time() -> None:
    boston = zone("America/New_York")
    saturday = datetime(2026, 3, 7, 9, tzinfo=boston)
    then = next_after(saturday, "daily", saturday)
    assert (then.hour, then.utcoffset()) == (9, NOW.utcoffset())
    end = datetime(2026, 1, 31, 9, tzinfo=boston)
    assert next_after(end, "monthly", end).day == 28
    friday = datetime(2026, 3, 20, 9, tzinfo=boston)
    assert next_after(friday, "weekdays", friday).day == 23
