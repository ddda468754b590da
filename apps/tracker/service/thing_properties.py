"""Properties: JSON values that programs keep with projects, boards, sprints, comments, people …

https://developer.atlassian.com/cloud/jira/platform/jira-entity-properties/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import bindparam, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Comment, ThingProperty
from workworld.apps.tracker.service import (
    access,
    boards,
    dashboards,
    gadgets,
    projects,
    properties,
    sprints,
    users,
)
from workworld.apps.tracker.service.properties import PropertyKey
from workworld.context import Context, Event, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.errors import NotFound
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.permissions import require, seen

# Programs keep them over the vendor's API alone.
_DOORS = (Surface.REST,)
_properties = ThingProperty.__table__.c
_OF_THING = constant(
    select(ThingProperty.__table__)
    .where(_properties.kind == bindparam("kind"), _properties.thing_id == bindparam("thing"))
    .order_by(_properties.key)
)
Kind = Annotated[
    Literal["project", "board", "sprint", "comment", "user", "gadget"],
    Field(description="What it is kept with."),
]
ThingId = Annotated[str, Field(description="The id of that.", min_length=1, max_length=128)]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, kind: Kind, thing_id: ThingId) -> Sequence[ThingProperty]:
    """List what programs keep with something, by key."""
    return _of(ctx, kind, _SEEN[kind](ctx, thing_id))


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def info(ctx: Context, *, kind: Kind, thing_id: ThingId, key: PropertyKey) -> ThingProperty:
    """Read one property of something."""
    return _known(ctx, kind, _SEEN[kind](ctx, thing_id), key)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def put(
    ctx: Context,
    *,
    kind: Kind,
    thing_id: ThingId,
    key: PropertyKey,
    value: Annotated[Any, Field(description="Any JSON value of at most 32,768 characters.")],
) -> bool:
    """Keep a JSON value with something; answer whether there was none under this key before.

    Whoever may change the thing may.
    """
    id = _changing(ctx, kind, thing_id)
    properties.require_good(key, value)
    known = ctx.session.get(ThingProperty, (kind, id, key))
    if known is not None:
        known.value = value
        return False
    insert_row(ctx.session, ThingProperty(kind=kind, thing_id=id, key=key, value=value))
    return True


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def delete(ctx: Context, *, kind: Kind, thing_id: ThingId, key: PropertyKey) -> None:
    """Take a property away from something."""
    known = _known(ctx, kind, _changing(ctx, kind, thing_id), key)
    gone = (ThingProperty.kind == kind, ThingProperty.thing_id == known.thing_id)
    ctx.session.execute(sql_delete(ThingProperty).where(*gone, ThingProperty.key == key))


def forget(ctx: Context, kind: str, thing_id: str) -> None:
    """What is deleted has no properties any more."""
    gone = (ThingProperty.kind == kind, ThingProperty.thing_id == thing_id)
    ctx.session.execute(sql_delete(ThingProperty).where(*gone))


@on("tracker.project_deleted")
def _forget_project(ctx: Context, event: Event) -> None:
    forget(ctx, "project", event.facts["project_id"])


@on("tracker.sprint_deleted")
def _forget_sprint(ctx: Context, event: Event) -> None:
    forget(ctx, "sprint", str(event.facts["sprint_id"]))


@on("tracker.board_deleted")
def _forget_board(ctx: Context, event: Event) -> None:
    forget(ctx, "board", str(event.facts["board_id"]))


@on("tracker.gadgets_removed")
def _forget_gadgets(ctx: Context, event: Event) -> None:
    for each in event.facts["gadget_ids"]:
        forget(ctx, "gadget", each)


@on("tracker.comment_deleted")
def _forget_comment(ctx: Context, event: Event) -> None:
    forget(ctx, "comment", event.facts["comment_id"])


def _of(ctx: Context, kind: str, id: str) -> Sequence[ThingProperty]:
    return plain_rows(ctx.session, ThingProperty, _OF_THING, {"kind": kind, "thing": id})


def _known(ctx: Context, kind: str, id: str, key: str) -> ThingProperty:
    found = next((row for row in _of(ctx, kind, id) if row.key == key), None)
    if found is None:
        said = f"The property with key '{key}' does not exist."
        raise NotFound("property_not_found", said)
    return found


def _comment(ctx: Context, ref: str) -> Comment:
    row = seen(ctx, Comment, ref)
    if row is None:
        raise NotFound("comment_not_found", f"Can not find a comment for the id: {ref}.")
    return row


def _person(ctx: Context, ref: str) -> str:
    """Somebody who is the caller, or anybody for administrators."""
    found = users.info(ctx, person_id=ref).id
    if found != ctx.actor.person_id:
        access.require_admin(ctx)
    return found


_SEEN: Mapping[str, Callable[[Context, str], str]] = {
    "project": lambda ctx, ref: projects.known(ctx, ref).id,
    "board": lambda ctx, ref: str(boards.known(ctx, int(ref)).id),
    "sprint": lambda ctx, ref: str(sprints.known(ctx, int(ref)).id),
    "comment": lambda ctx, ref: _comment(ctx, ref).id,
    "user": _person,
    "gadget": lambda ctx, ref: gadgets.known(ctx, ref).id,
}
"""The id of a thing that the caller sees."""


def _changing(ctx: Context, kind: str, ref: str) -> str:
    """The id of a thing that the caller may change.

    Raises:
        NotFound: they do not see it; Forbidden: they may not change it.
    """
    id = _SEEN[kind](ctx, ref)
    if kind == "project":
        access.require_has(ctx, names.ADMINISTER_PROJECT, id)
    elif kind == "board":
        boards.changing(ctx, int(id))
    elif kind == "sprint":
        sprints.changing(ctx, int(id))
    elif kind == "comment":
        require(ctx, "tracker.comments.edit", _comment(ctx, id))
    elif kind == "gadget":
        dashboards.changing(ctx, gadgets.known(ctx, id).dashboard_id)
    return id
