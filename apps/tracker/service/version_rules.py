"""What becomes of versions and their issues when these are released, moved, merged or deleted."""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.models import Version
from workworld.apps.tracker.service import parts
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.errors import Invalid, Problem


def good_days(start: str, release: str) -> tuple[str | None, str | None]:
    """Two days as they are kept, nothing for an empty text.

    Raises:
        Invalid: ``invalid_version``: one is no day, or the later one comes first.
    """
    given = {"start_date": start.strip(), "release_date": release.strip()}
    problems = [
        Problem("A day is written as year, month and day: 2026-03-17.", name)
        for name, day in given.items()
        if day and not _is_day(day)
    ]
    if not problems and all(given.values()) and given["start_date"] > given["release_date"]:
        said = "The start date must be on or before the release date."
        problems = [Problem(said, "start_date")]
    if problems:
        raise Invalid("invalid_version", problems=problems)
    return given["start_date"] or None, given["release_date"] or None


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def put_days(version: Version, start: str | None, release: str | None) -> None:
    """Give a version other days; None leaves one as it is.

    Raises:
        Invalid: ``invalid_version``.
    """
    wanted_start = (version.start_date or "") if start is None else start
    wanted_release = (version.release_date or "") if release is None else release
    version.start_date, version.release_date = good_days(wanted_start, wanted_release)


def put_released(
    ctx: Context, version: Version, *, is_released: bool, unfixed_to: str | None
) -> None:
    """Release a version, or take that back.

    Args:
        ctx: whose step it is.
        version: the object.
        is_released: which of the two.
        unfixed_to: where issues go that are not done; they stay if it is None.
    """
    if unfixed_to is not None:
        instead = other(version, parts.known(ctx, Version, unfixed_to), "move_unfixed_to")
        if not is_released:
            said = "Issues are moved only when the version is released."
            raise Invalid("invalid_version", problems=[Problem(said, "move_unfixed_to")])
        parts.swap(ctx, field_ids.FIX_VERSIONS, version.id, instead.id, only_open=True)
    if is_released == version.is_released:
        return
    version.is_released = is_released
    if is_released and version.release_date is None:
        version.release_date = _today(ctx)
    tell(ctx, "released" if is_released else "unreleased", version)


def _today(ctx: Context) -> str:
    return from_microseconds(ctx.clock.now_us()).astimezone(people.my_zone(ctx)).date().isoformat()


def place(ctx: Context, version: Version, after: Version | None, position: str | None) -> None:
    """Let a version come after another one, or at an end, or one place further.

    Raises:
        Invalid: ``invalid_version``: not exactly one of the two is said.
    """
    if (after is None) == (position is None):
        said = "Say after which version it comes, or its position: one of the two."
        raise Invalid("invalid_version", said)
    query = select(Version).where(Version.project_id == version.project_id)
    there = list(ctx.session.scalars(query.order_by(Version.position, Version.id)))
    before = there.index(version)
    there.remove(version)
    if after is not None:
        where = there.index(other(version, after, "after")) + 1
    else:
        where = {
            "First": 0,
            "Last": len(there),
            "Earlier": max(before - 1, 0),
            "Later": before + 1,
        }[position or ""]
    there.insert(where, version)
    for number, each in enumerate(there):
        each.position = number


def other(version: Version, chosen: Version, argument: str) -> Version:
    """Another version of the same project.

    Raises:
        Invalid: ``invalid_version``.
    """
    if chosen.id == version.id or chosen.project_id != version.project_id:
        said = "This has to be another version of the same project."
        raise Invalid("invalid_version", problems=[Problem(said, argument)])
    return chosen


def remove(ctx: Context, version: Version, fixed: Version | None, affected: Version | None) -> None:
    """Delete a version; its issues have others instead, or none."""
    for field, instead in (
        (field_ids.FIX_VERSIONS, fixed),
        (field_ids.AFFECTS_VERSIONS, affected),
    ):
        parts.swap(ctx, field, version.id, instead.id if instead else None)
    ctx.session.flush()  # no issue refers to it any more
    ctx.session.delete(version)
    tell(ctx, "deleted", version)


def tell(ctx: Context, happened: str, version: Version) -> None:
    """Let others know what became of a version."""
    facts = {"version_id": version.id, "project_id": version.project_id, "name": version.name}
    ctx.emit(f"tracker.version_{happened}", **facts)
    ctx.touch(f"tracker.project:{version.project_id}")
