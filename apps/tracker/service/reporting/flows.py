"""How issues flow: how many stood where on each day, and how long they took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import fmean, pstdev
from typing import Any

from sqlalchemy import func

from workworld.apps.tracker.models import HistoryItem, Issue, Project
from workworld.apps.tracker.service import boards, columns, site
from workworld.apps.tracker.service.reporting import pasts, words
from workworld.context import Context
from workworld.database import rows_of
from workworld.permissions import sight_of, visible

MOST_DOTS = 300
_A_DAY = 24 * 3600 * 1_000_000
_AROUND = 2
_issues, _history = Issue.__table__.c, HistoryItem.__table__.c


@dataclass(frozen=True, slots=True)
class Band:
    """A column of the board, and the statuses that it shows."""

    name: str
    status_ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class FlowDay:
    """How many issues stood in each column at the end of a day."""

    day: str
    counts: Sequence[int]
    """In the order of the columns."""
    queries: Sequence[str]
    """JQL that finds them."""


@dataclass(frozen=True, slots=True)
class Flow:
    """How issues went through the columns of a project's board."""

    columns: Sequence[str]
    days: Sequence[FlowDay]


@dataclass(frozen=True, slots=True)
class CycleTime:
    """How long an issue took from the beginning of the work to its end."""

    key: str
    summary: str
    resolved_us: int
    days: float
    average: float
    """Of it and the two issues on each side that were resolved before and after it."""


@dataclass(frozen=True, slots=True)
class Control:
    """How long the issues took that were resolved lately."""

    issues: Sequence[CycleTime]
    """The newest, at most 300, in the order in which they were resolved."""
    total: int
    mean: float
    deviation: float
    jql: str


def of_project(ctx: Context, project: Project, days: int) -> Flow:
    """How many issues stood in each column at the end of each day, or of each week of a year."""
    bands, spans = bands_of(ctx, project), words.spans(ctx, days)
    ends = [_end(ctx, after) for _, after in spans]
    counted = _counts(ctx, project.id, ends)
    found = []
    for (_, after), held in zip(spans, counted, strict=True):
        last = after - timedelta(1)
        counts = [sum(held.get(id, 0) for id in band.status_ids) for band in bands]
        queries = [_standing(ctx, project, band, last.isoformat()) for band in bands]
        found.append(FlowDay(last.isoformat(), counts, queries))
    return Flow([band.name for band in bands], found)


def bands_of(ctx: Context, project: Project) -> list[Band]:
    """The columns of a project's first board, or its statuses if it has none."""
    found = boards.of_project(ctx, project.id)
    if found:
        made = columns.of_board(
            ctx, min(found, key=lambda each: (each.kind != project.kind, each.id))
        )
        return [
            Band(each.name, [row.id for row in each.statuses]) for each in made if each.statuses
        ]
    known = {row.status_id for row in pasts.facts(ctx, _issues.project_id == project.id)}
    return [Band(row.name, [id]) for id, row in site.statuses(ctx).items() if id in known]


def control(ctx: Context, project: Project, days: int) -> Control:
    """How long the issues of a project took that were resolved in the last days."""
    first = words.spans(ctx, days)[0][0]
    since = words.begins(ctx, first)
    recent = (_issues.project_id == project.id, _issues.resolved_us >= since)
    rows = sorted(pasts.facts(ctx, *recent), key=lambda row: (row.resolved_us, row.id))
    begun = _beginnings(ctx, recent)
    took = [max(0, row.resolved_us - begun.get(row.id, row.created_us)) / _A_DAY for row in rows]
    jql = f"{words.project(project.key)} AND resolved >= {first.isoformat()} ORDER BY resolved"
    if not took:
        return Control([], 0, 0, 0, jql)
    times = [
        CycleTime(row.key, row.summary, row.resolved_us, took[at], _around(took, at))
        for at, row in enumerate(rows)
    ]
    return Control(times[-MOST_DOTS:], len(times), fmean(took), pstdev(took), jql)


def _around(took: Sequence[float], at: int) -> float:
    return fmean(took[max(0, at - _AROUND) : at + _AROUND + 1])


def _beginnings(ctx: Context, recent: Sequence[Any]) -> Mapping[str, int]:
    """When issues first left what is to be done, by id."""
    new = [id for id, row in site.statuses(ctx).items() if row.category == "new"]
    query = (
        visible(Issue)
        .join(HistoryItem.__table__, _history.issue_id == _issues.id)
        .with_only_columns(_issues.id, func.min(_history.created_us).label("begun"))
        .where(*recent, _history.field == pasts.STATUS, _history.from_id.in_(new))
        .group_by(_issues.id)
    )
    return {row.id: row.begun for row in rows_of(ctx.session, query, sight_of(ctx))}


def _end(ctx: Context, after: Any) -> int:
    """The last minute of a span, as queries name it; the future is not yet."""
    return words.begins(ctx, after) - words.A_MINUTE


def _standing(ctx: Context, project: Project, band: Band, day: str) -> str:
    known = site.statuses(ctx)
    names = words.one_of(known[id].name for id in band.status_ids)
    at = f'"{day} 23:59"'
    return f"{words.project(project.key)} AND status WAS IN {names} DURING ({at}, {at})"


def _counts(ctx: Context, project_id: str, ends: Sequence[int]) -> list[Mapping[str, int]]:
    """How many issues had which status at each of some moments, from the first on.

    From the present backwards: what happened after a moment is taken back.
    """
    rows = pasts.facts(ctx, _issues.project_id == project_id)
    held = {row.id: row.status_id for row in rows}
    counts: dict[str, int] = {}
    for status_id in held.values():
        counts[status_id] = counts.get(status_id, 0) + 1
    query = (
        visible(Issue)
        .join(HistoryItem.__table__, _history.issue_id == _issues.id)
        .with_only_columns(_history.created_us, _issues.id, _history.from_id)
        .where(_issues.project_id == project_id, _history.field == pasts.STATUS)
        .where(_history.created_us > ends[0])
        .order_by(_history.created_us.desc())
    )
    backwards: list[tuple[int, str, str | None]] = [
        (row.created_us, row.id, row.from_id) for row in rows_of(ctx.session, query, sight_of(ctx))
    ]
    backwards += [(row.created_us, row.id, "") for row in rows if row.created_us > ends[0]]
    backwards.sort(key=lambda each: (-each[0], each[2] == ""))
    found: list[Mapping[str, int]] = []
    at = 0
    for end in reversed(ends):
        while at < len(backwards) and backwards[at][0] > end:
            _, issue_id, before = backwards[at]
            counts[held[issue_id]] -= 1
            if before:
                held[issue_id] = before
                counts[before] = counts.get(before, 0) + 1
            at += 1
        found.append(dict(counts))
    return found[::-1]
