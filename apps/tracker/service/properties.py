"""Properties: JSON values that programs keep with issues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueProperty
from workworld.apps.tracker.service import access, sight
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, given, insert_row, plain_rows
from workworld.errors import Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_LONGEST_KEY = 255
_LONGEST = 32_768
_DOORS = (Surface.REST, Surface.MCP)
_properties = IssueProperty.__table__.c
_OF_ISSUE = constant(
    select(IssueProperty.__table__)
    .where(_properties.issue_id == bindparam("issue"))
    .order_by(_properties.key)
)
_OF_ISSUES = constant(
    select(IssueProperty.__table__)
    .where(_properties.issue_id.in_(given("issues")))
    .order_by(_properties.key)
)
PropertyKey = Annotated[str, Field(description="What the property is called.", max_length=4000)]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, issue: IssueRef) -> Sequence[IssueProperty]:
    """List what programs keep with an issue, by key."""
    row = sight.read(ctx, issue)
    return plain_rows(ctx.session, IssueProperty, _OF_ISSUE, {"issue": row.id})


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def info(ctx: Context, *, issue: IssueRef, key: PropertyKey) -> IssueProperty:
    """Read one property of an issue."""
    return _known(ctx, sight.read(ctx, issue), key)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def put(
    ctx: Context,
    *,
    issue: IssueRef,
    key: PropertyKey,
    value: Annotated[Any, Field(description="Any JSON value of at most 32,768 characters.")],
) -> bool:
    """Keep a JSON value with an issue; answer whether there was none under this key before."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.properties.put", row)
    require_good(key, value)
    known = ctx.session.get(IssueProperty, (row.id, key))
    if known is not None:
        known.value = value
        return False
    insert_row(ctx.session, IssueProperty(issue_id=row.id, key=key, value=value))
    return True


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def delete(ctx: Context, *, issue: IssueRef, key: PropertyKey) -> None:
    """Take a property away from an issue."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.properties.put", row)
    known = _known(ctx, row, key)
    gone = (IssueProperty.issue_id == row.id, IssueProperty.key == known.key)
    ctx.session.execute(sql_delete(IssueProperty).where(*gone))


def of_issues(ctx: Context, issue_ids: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    """What programs keep with issues that the caller sees: by issue and key."""
    rows = plain_rows(ctx.session, IssueProperty, _OF_ISSUES, {"issues": [*issue_ids]})
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        found.setdefault(row.issue_id, {})[row.key] = row.value
    return found


@permits("tracker.properties.put", Issue)
def _may_put(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.EDIT, issue)


def _known(ctx: Context, issue: Issue, key: str) -> IssueProperty:
    """A property of an issue.

    Raises:
        NotFound: ``property_not_found``.
    """
    rows = plain_rows(ctx.session, IssueProperty, _OF_ISSUE, {"issue": issue.id})
    found = next((row for row in rows if row.key == key), None)
    if found is None:
        said = f"The property with key '{key}' does not exist on {issue.key}."
        raise NotFound("property_not_found", said)
    return found


def require_good(key: str, value: Any) -> None:
    """See to it that a property is not too long.

    Raises:
        Invalid: ``invalid_property``.
    """
    if not 0 < len(key) <= _LONGEST_KEY:
        said = f"The key of a property has at most {_LONGEST_KEY} characters, and at least one."
        raise Invalid("invalid_property", said)
    if len(json.dumps(value, ensure_ascii=False)) > _LONGEST:
        raise Invalid("invalid_property", f"A property has at most {_LONGEST:,} characters.")
