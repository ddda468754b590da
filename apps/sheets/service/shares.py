"""Whom workbooks are shared with: people with roles, or everybody of the company.

https://support.google.com/docs/answer/2494822
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets.models import Share, Workbook
from workworld.apps.sheets.service import access
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.directory.people import by_ids, canonical_url
from workworld.errors import Invalid, NotFound
from workworld.notifications.notices import notify, withdraw
from workworld.operations import Effect, operation
from workworld.permissions import seen

PersonId = Annotated[str, Field(description="A person's id.", max_length=50)]
GivenRole = Annotated[
    Literal["reader", "commenter", "writer"],
    Field(description="What they may do: read, comment as well, or edit."),
]
# Tools name people by their addresses, ``permissions.give``.
_WITHOUT_TOOLS = (Surface.UI, Surface.REST)
WORDS = {
    "reader": "view",
    "commenter": "comment on",
    "writer": "edit",
}
"""What each role allows, as notices put it."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """Somebody who may do something with a workbook."""

    person: Person
    role: access.Role


@operation(Effect.READ, scope="spreadsheets.readonly")
def list_shares(ctx: Context, *, workbook_id: WorkbookId) -> Sequence[Sharing]:
    """List whom a spreadsheet is shared with, its owner first."""
    return of_all(ctx, [access.known(ctx, workbook_id)])[workbook_id]


def of_all(ctx: Context, workbooks: Sequence[Workbook]) -> dict[str, list[Sharing]]:
    """Whom each of some workbooks that the caller sees is shared with, its owner first."""
    query = select(Share).where(Share.workbook_id.in_([each.id for each in workbooks]))
    shares = list(ctx.session.scalars(query.order_by(Share.id)))
    known = {*(each.owner_id for each in workbooks), *(each.person_id for each in shares)}
    people = by_ids(ctx.session, sorted(known))
    found = {each.id: [Sharing(people[each.owner_id], "owner")] for each in workbooks}
    for each in shares:
        found[each.workbook_id].append(Sharing(people[each.person_id], each.role))  # type: ignore[arg-type]
    for sharing in found.values():
        sharing.sort(key=lambda each: (each.role != "owner", each.person.name, each.person.id))
    return found


@operation(Effect.WRITE, scope="spreadsheets", doors=_WITHOUT_TOOLS)
def share(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    person_id: PersonId,
    role: GivenRole,
    notifies: Annotated[bool, Field(description="Whether they are told.")] = True,
    message: Annotated[str, Field(description="What they are told besides.", max_length=2000)] = "",
) -> Share:
    """Share a spreadsheet with somebody, or change what they may do with it."""
    workbook = access.known(ctx, workbook_id, "writer")
    if person_id == workbook.owner_id:
        raise Invalid("cannot_share_with_owner", "They own this file already.")
    if ctx.session.get(Person, person_id) is None:
        raise NotFound("person_not_found", "There is no such person.")
    known = _share(ctx, workbook_id, person_id)
    if known is None:
        known = Share(
            id=ctx.ids.next_id("SHARE", 12), workbook_id=workbook_id, person_id=person_id, role=role
        )
        ctx.session.add(known)
    known.role = role
    if notifies:
        _tell(ctx, workbook, known, message.strip())
    ctx.touch(topic_of(workbook_id))
    return known


@operation(Effect.WRITE, scope="spreadsheets")
def unshare(ctx: Context, *, workbook_id: WorkbookId, person_id: PersonId) -> None:
    """Take a spreadsheet away from somebody; whoever it is shared with may leave it, too."""
    role: access.Role = "reader" if person_id == ctx.actor.person_id else "writer"
    access.known(ctx, workbook_id, role)
    known = _share(ctx, workbook_id, person_id)
    if known is None:
        raise NotFound("not_shared", "It is not shared with them.")
    ctx.session.delete(known)
    withdraw(ctx, url_of(ctx, workbook_id), person_id)
    ctx.touch(topic_of(workbook_id))


@operation(Effect.WRITE, scope="spreadsheets", doors=_WITHOUT_TOOLS)
def share_with_all(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    role: Annotated[
        Literal["", "reader", "commenter", "writer"],
        Field(description="What everybody of the company may do with it; empty for nothing."),
    ],
) -> Workbook:
    """Share a spreadsheet with everybody of the company who is no guest, or no longer."""
    workbook = access.known(ctx, workbook_id, "writer")
    workbook.link_role = role
    ctx.touch(topic_of(workbook_id))
    return workbook


# The vendor has no call for this: people ask on the page that they may not see.
@operation(Effect.WRITE, scope="spreadsheets", doors=(Surface.UI,))
def ask_for_access(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    role: GivenRole = "writer",
    message: Annotated[str, Field(description="What its owner is told.", max_length=2000)] = "",
) -> None:
    """Ask the owner of a spreadsheet for access, or for more of it.

    Whether there is such a spreadsheet is told to nobody who does not see it.
    """
    workbook = ctx.session.get(Workbook, workbook_id)
    if workbook is None or workbook.is_trashed or workbook.owner_id == ctx.actor.person_id:
        return
    is_seen = seen(ctx, Workbook, workbook_id) is not None
    if is_seen and access.may(ctx, workbook, role):
        raise Invalid("has_access", "You have this access already.")
    said = f"asked to {WORDS[role]} {workbook.title}"
    said = f"{said}: {message.strip()}" if message.strip() else said
    query = f"?person={ctx.actor.person_id}&role={role}"
    url = url_of(ctx, workbook_id, f"/dialogs/share{query}")
    notify(
        ctx,
        person_id=workbook.owner_id,
        app_id="sheets",
        kind="access_request",
        text=said,
        url=url,
    )


def topic_of(workbook_id: str) -> str:
    """The topic of a workbook, for pages that show it."""
    return f"sheets.workbook:{workbook_id}"


def url_of(ctx: Context, workbook_id: str, part: str = "") -> str:
    """The canonical address of a workbook."""
    return canonical_url(ctx.session, "sheets", f"/s/{workbook_id}{part}")


def _share(ctx: Context, workbook_id: str, person_id: str) -> Share | None:
    query = select(Share).where(Share.workbook_id == workbook_id, Share.person_id == person_id)
    return ctx.session.scalars(query).first()


def _tell(ctx: Context, workbook: Workbook, given: Share, message: str) -> None:
    text = f"shared {workbook.title} with you to {WORDS[given.role]}"
    url = url_of(ctx, workbook.id)
    withdraw(ctx, url, given.person_id)
    notify(
        ctx,
        person_id=given.person_id,
        app_id="sheets",
        kind="shared",
        text=f"{text}: {message}" if message else text,
        url=url,
    )
