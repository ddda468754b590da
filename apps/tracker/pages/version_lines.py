"""Versions as pages show them: their dates, how far they are, and what may be done with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.jql.writing import quoted
from workworld.apps.tracker.models import Project, Version
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import navigator_url
from workworld.apps.tracker.service import versions
from workworld.apps.tracker.service.parts import Counts
from workworld.context import Context
from workworld.permissions import can

_CATEGORIES = (
    ("done", "Done", "done"),
    ("indeterminate", "In Progress", "in progress"),
    ("new", "To Do", "to do"),
)
"""A category of statuses, its name in JQL, and in a sentence."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many issues of one category of statuses there are."""

    category: str
    words: str
    count: int
    url: str
    at: float
    """Where its part of the bar begins, and how wide it is, of 100."""
    width: float


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version."""

    id: str
    name: str
    description: str
    state: str
    """``unreleased``, ``released`` or ``archived``."""
    is_released: bool
    is_archived: bool
    start_date: str
    """ISO dates; empty for none."""
    release_date: str
    start: str
    """The same as people write them."""
    release: str
    is_late: bool
    shares: tuple[Share, ...]
    total: int
    open_count: int
    url: str
    """Of all its issues."""

    @property
    def percent(self) -> int:
        """How much of it is done."""
        return 100 * (self.total - self.open_count) // self.total if self.total else 0


def version_lines(ctx: Context, project: Project, rows: Sequence[Version]) -> list[VersionLine]:
    """Versions of a project, in the same order."""
    counted = versions.counts(ctx, version_ids=[row.id for row in rows]) if rows else {}
    return [_line(ctx, project, row, counted[row.id]) for row in rows]


def may_manage(ctx: Context, project: Project) -> bool:
    """Whether the reader may create and change versions and components of a project."""
    return can(ctx, "tracker.versions.create", project)


def shares_of(counts: Counts, jql: str) -> tuple[Share, ...]:
    """The parts of a bar.

    Args:
        counts: how many issues there are of each category.
        jql: finds all of them.
    """
    numbers: Mapping[str, int] = {name: getattr(counts, name) for name, _, _ in _CATEGORIES}
    found, at = [], 0.0
    for name, status, words in _CATEGORIES:
        width = round(100 * numbers[name] / counts.total, 2) if counts.total else 0.0
        url = navigator_url(f"{jql} AND statusCategory = {quoted(status)}")
        found.append(Share(name, words, numbers[name], url, at, width))
        at = round(at + width, 2)
    return tuple(found)


def _line(ctx: Context, project: Project, row: Version, counts: Counts) -> VersionLine:
    jql = f"project = {project.key} AND fixVersion = {quoted(row.name)}"
    today = moments.today(ctx).isoformat()
    released = "released" if row.is_released else "unreleased"
    return VersionLine(
        id=row.id,
        name=row.name,
        description=row.description,
        state="archived" if row.is_archived else released,
        is_released=row.is_released,
        is_archived=row.is_archived,
        start_date=row.start_date or "",
        release_date=row.release_date or "",
        start=moments.day(row.start_date) if row.start_date else "",
        release=moments.day(row.release_date) if row.release_date else "",
        is_late=not row.is_released and bool(row.release_date) and (row.release_date or "") < today,
        shares=shares_of(counts, jql),
        total=counts.total,
        open_count=counts.unresolved,
        url=navigator_url(jql),
    )
