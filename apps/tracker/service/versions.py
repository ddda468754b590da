"""Versions: the releases of what a project makes, planned or done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, false, func, or_, select

from workworld.apps.tracker import field_ids, permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Project, Version
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import access, parts, projects, version_rules
from workworld.apps.tracker.types import (
    LARGEST_PAGE,
    Name,
    NumberedId,
    PageSize,
    ProjectRef,
    ShortText,
    Start,
)
from workworld.context import Context
from workworld.database import plain_rows
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, sees, sight_of, visible

VersionId = Annotated[NumberedId, Field(description="A version's id.")]
Day = Annotated[str, Field(description="A day, such as 2026-03-17; empty for none.", max_length=64)]
_versions, _projects = Version.__table__.c, Project.__table__.c
_STATES: Mapping[str, ColumnElement[bool]] = {
    "released": _versions.is_released & ~_versions.is_archived,
    "unreleased": ~_versions.is_released & ~_versions.is_archived,
    "archived": _versions.is_archived.is_(True),
}
_ORDERS = {
    "sequence": (_versions.position, _versions.id),
    "-sequence": (_versions.position.desc(), _versions.id),
    "name": (func.lower(_versions.name),),
    "-name": (func.lower(_versions.name).desc(),),
    "startDate": (_versions.start_date.is_(None), _versions.start_date, _versions.position),
    "-startDate": (_versions.start_date.desc(), _versions.position),
    "releaseDate": (_versions.release_date.is_(None), _versions.release_date, _versions.position),
    "-releaseDate": (_versions.release_date.desc(), _versions.position),
    "description": (_versions.description, _versions.position),
    "-description": (_versions.description.desc(), _versions.position),
}


@sees(Version)
def _sight() -> ColumnElement[bool]:
    return _versions.project_id.in_(visible(Project).with_only_columns(_projects.id))


def known(ctx: Context, version_id: str) -> Version:
    """A version of a project that the caller sees: an object.

    Raises:
        NotFound: ``version_not_found``.
    """
    return parts.known(ctx, Version, version_id)


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    project: ProjectRef,
    text: Annotated[
        str, Field(description="Occurs in the name or description.", max_length=255)
    ] = "",
    states: Annotated[
        Sequence[Literal["released", "unreleased", "archived"]] | None,
        Field(description="Only these; null for all."),
    ] = None,
    order: Annotated[
        Literal[
            "sequence",
            "-sequence",
            "name",
            "-name",
            "startDate",
            "-startDate",
            "releaseDate",
            "-releaseDate",
            "description",
            "-description",
        ],
        Field(description="By what they are ordered; a minus turns it round."),
    ] = "sequence",
    start: Start = 0,
    limit: PageSize = LARGEST_PAGE,
) -> Listed[Version]:
    """List a project's versions, from the oldest: rows to be read."""
    row = projects.known(ctx, project)
    query = select(Version.__table__).where(_versions.project_id == row.id)
    if text:
        found = _versions.name.icontains(text, autoescape=True)
        query = query.where(found | _versions.description.icontains(text, autoescape=True))
    if states is not None:
        query = query.where(or_(false(), *(_STATES[state] for state in states)))
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()))
    page = query.order_by(*_ORDERS[order]).offset(start).limit(limit)
    return Listed(plain_rows(ctx.session, Version, page, {}), total or 0, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, version_id: VersionId) -> Version:
    """Look one version up."""
    return known(ctx, version_id)


@operation(Effect.READ, scope="read:jira-work")
def counts(
    ctx: Context,
    *,
    version_ids: Annotated[
        Sequence[VersionId], Field(description="The ids of versions.", max_length=LARGEST_PAGE)
    ],
    affected: Annotated[
        bool, Field(description="Count those that it affects, not those that it fixes.")
    ] = False,
) -> Mapping[str, parts.Counts]:
    """Count the issues of versions, by category of status: those that the caller sees."""
    query = visible(Version).where(_versions.id.in_(version_ids))
    rows = plain_rows(ctx.session, Version, query, sight_of(ctx))
    field = field_ids.AFFECTS_VERSIONS if affected else field_ids.FIX_VERSIONS
    return parts.counts(ctx, field, [row.id for row in rows])


@operation(Effect.WRITE, scope="manage:jira-project")
def create(
    ctx: Context,
    *,
    project: ProjectRef,
    name: Name,
    description: ShortText = "",
    start_date: Day = "",
    release_date: Day = "",
    is_released: Annotated[bool, Field(description="Whether it is out already.")] = False,
    is_archived: Annotated[bool, Field(description="Whether it is hidden from pickers.")] = False,
) -> Version:
    """Create a version of a project; it comes last."""
    row = projects.known(ctx, project)
    require(ctx, "tracker.versions.create", row)
    start, release = version_rules.good_days(start_date, release_date)
    last = ctx.session.scalar(
        select(func.max(Version.position)).where(Version.project_id == row.id)
    )
    version = Version(
        id=next_id(ctx.ids, "version"),
        project_id=row.id,
        name=parts.good_name(ctx, Version, row.id, name),
        description=description.strip(),
        start_date=start,
        release_date=release,
        is_released=is_released,
        is_archived=is_archived,
        position=0 if last is None else last + 1,
    )
    ctx.session.add(version)
    version_rules.tell(ctx, "created", version)
    return version


@operation(Effect.WRITE, scope="manage:jira-project")
def update(
    ctx: Context,
    *,
    version_id: VersionId,
    name: Annotated[Name | None, Field(description="What it is to be called.")] = None,
    description: Annotated[ShortText | None, Field(description="What is in it.")] = None,
    start_date: Annotated[Day | None, Field(description="When work on it begins.")] = None,
    release_date: Annotated[Day | None, Field(description="When it goes out.")] = None,
    is_released: Annotated[
        bool | None, Field(description="Whether it has gone out; false takes that back.")
    ] = None,
    is_archived: Annotated[
        bool | None, Field(description="Whether it can be chosen for issues no more.")
    ] = None,
    move_unfixed_to: Annotated[
        VersionId | None,
        Field(description="Where issues go that are not done when it is released; else they stay."),
    ] = None,
) -> Version:
    """Change, release or archive a version; whatever is left out stays as it is.

    A version that is released without a date goes out today.
    """
    version = parts.changing(ctx, Version, version_id)
    if name is not None and name.strip() != version.name:
        same = name.strip().lower() == version.name.lower()
        good = name.strip() if same else parts.good_name(ctx, Version, version.project_id, name)
        version.name = good
    if description is not None:
        version.description = description.strip()
    version_rules.put_days(version, start_date, release_date)
    if is_archived is not None:
        version.is_archived = is_archived
    if is_released is not None:
        version_rules.put_released(
            ctx, version, is_released=is_released, unfixed_to=move_unfixed_to
        )
    version_rules.tell(ctx, "updated", version)
    return version


@operation(Effect.WRITE, scope="manage:jira-project")
def move(
    ctx: Context,
    *,
    version_id: VersionId,
    after: Annotated[
        VersionId | None, Field(description="The version that it is to come after.")
    ] = None,
    position: Annotated[
        Literal["First", "Last", "Earlier", "Later"] | None,
        Field(description="Where it is to come instead; First is the oldest."),
    ] = None,
) -> Version:
    """Give a version another place among its project's."""
    version = parts.changing(ctx, Version, version_id)
    version_rules.place(ctx, version, known(ctx, after) if after else None, position)
    version_rules.tell(ctx, "updated", version)
    return version


@operation(Effect.WRITE, scope="manage:jira-project")
def merge(ctx: Context, *, version_id: VersionId, into: VersionId) -> Version:
    """Let the issues of a version have another one instead, and delete it."""
    version = parts.changing(ctx, Version, version_id)
    other = version_rules.other(version, known(ctx, into), "into")
    version_rules.remove(ctx, version, other, other)
    return other


@operation(Effect.WRITE, scope="manage:jira-project")
def delete(
    ctx: Context,
    *,
    version_id: VersionId,
    fix_to: Annotated[
        VersionId | None, Field(description="What issues are to be fixed in instead; else none.")
    ] = None,
    affects_to: Annotated[
        VersionId | None, Field(description="What issues are to affect instead; else none.")
    ] = None,
) -> None:
    """Delete a version; its issues lose it, or have another one instead."""
    version = parts.changing(ctx, Version, version_id)
    fixed = version_rules.other(version, known(ctx, fix_to), "fix_to") if fix_to else None
    affected = (
        version_rules.other(version, known(ctx, affects_to), "affects_to") if affects_to else None
    )
    version_rules.remove(ctx, version, fixed, affected)


@permits("tracker.versions.create", Project)
def _may_create(ctx: Context, project: Project) -> Refused | None:
    return access.why_not(ctx, permission_names.ADMINISTER_PROJECT, project.id)
