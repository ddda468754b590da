"""The queries that reports lead to, and the moments and days that they speak of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Literal

from workworld.apps.tracker.jql.writing import quoted, word
from workworld.apps.tracker.service import site
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context
from workworld.directory import people

Unit = Literal["points", "count", "time"]
"""What issues are counted by: story points, each as one, or the seconds of their estimate."""
STANDARD = "issuetype IN standardIssueTypes()"
DONE_NAME, A_MINUTE = "done", 60_000_000
_MOST_BUCKETS = 62


def moment(us: int) -> str:
    """The first moment that a query can name after all that happened at a time."""
    return str(us // 1000 + 1)


def at(us: int) -> str:
    """A predicate: at that moment."""
    return f"DURING ({moment(us)}, {moment(us)})"


def one_of(names: Iterable[str]) -> str:
    """A list of names in a query."""
    return f"({', '.join(word(each) for each in names)})"


def done(ctx: Context) -> str:
    """The names of the statuses in which issues are done, as a list in a query."""
    return one_of(row.name for row in site.statuses(ctx).values() if row.category == "done")


def keys(found: Sequence[str]) -> str:
    """A query for issues by their keys; without any one that finds nothing."""
    return f"issuekey IN ({', '.join(found)})" if found else "issuekey IS EMPTY"


def project(key: str) -> str:
    """A clause: in a project."""
    return f"project = {quoted(key)}"


def day_of(ctx: Context, us: int) -> date:
    """The caller's day of a moment."""
    return from_microseconds(us).astimezone(people.my_zone(ctx)).date()


def local(ctx: Context, us: int) -> str:
    """A moment as a chart has it: ``2030-01-02T09:30``, where the caller is."""
    return f"{from_microseconds(us).astimezone(people.my_zone(ctx)):%Y-%m-%dT%H:%M}"


def begins(ctx: Context, day: date) -> int:
    """The first moment of the caller's day."""
    here = datetime(day.year, day.month, day.day, tzinfo=people.my_zone(ctx))
    return to_microseconds(here)


def today(ctx: Context) -> date:
    """The day where the caller is."""
    return day_of(ctx, ctx.clock.now_us())


def spans(ctx: Context, days: int) -> list[tuple[date, date]]:
    """The last days until today, in spans of a day, a week or a month.

    Returns:
        Of each span the first day, and the first day after it.
    """
    last = today(ctx) + timedelta(1)
    step = 1 if days <= _MOST_BUCKETS else 7 if days <= 7 * _MOST_BUCKETS else 28
    count = -(-days // step)
    first = last - timedelta(count * step)
    return [
        (first + timedelta(at * step), first + timedelta((at + 1) * step)) for at in range(count)
    ]
