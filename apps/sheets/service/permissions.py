"""Permissions as files have them: for a person, or for everybody of the company.

https://developers.google.com/workspace/drive/api/reference/rest/v3/permissions
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets.models import Share, Workbook
from workworld.apps.sheets.service import access, shares
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.directory.people import by_email
from workworld.errors import Forbidden, Invalid, Refused
from workworld.operations import Effect, operation

# Pages and tools name people by their ids and share with all by itself; this is both by address.
_DOORS = (Surface.REST, Surface.MCP)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def give(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    kind: Annotated[
        Literal["person", "company"], Field(description="To one person, or everybody.")
    ] = "person",
    address: Annotated[str, Field(description="The person's e-mail address.", max_length=320)] = "",
    role: Annotated[
        Literal["reader", "commenter", "writer", "owner"],
        Field(description="What they may do; an owner may only be made by the owner."),
    ],
    transfers: Annotated[bool, Field(description="Must be said where an owner is made.")] = False,
    notifies: Annotated[bool, Field(description="Whether they are told.")] = True,
    message: Annotated[str, Field(description="What they are told besides.", max_length=2000)] = "",
) -> Share | Workbook:
    """Share a spreadsheet with the person who has an address, or with the company."""
    if kind == "company":
        if role == "owner":
            raise Invalid("invalid_sharing_request", "A company cannot own a file.")
        return shares.share_with_all(ctx, workbook_id=workbook_id, role=role)
    workbook = access.known(ctx, workbook_id, "writer")
    person = by_email(ctx.session, address)
    if person is None:
        said = f"Nobody here has the address {address[:200]!r}."
        raise Invalid("invalid_sharing_request", said)
    if role == "owner":
        return _owned_by(ctx, workbook, person, transfers=transfers)
    return shares.share(
        ctx,
        workbook_id=workbook_id,
        person_id=person.id,
        role=role,
        notifies=notifies,
        message=message,
    )


@dataclass(frozen=True, slots=True)
class Given:
    """What came of sharing with one of several people."""

    address: str
    role: str
    refused: str = ""
    """Why it was not shared with them; empty where it was."""


# A tool alone shares with several at once.
@operation(Effect.WRITE, scope="spreadsheets", doors=(Surface.MCP,))
def give_several(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    recipients: Annotated[
        Sequence[Mapping[str, Any]],
        Field(description="People: email_address and role of each.", max_length=200),
    ],
    notifies: Annotated[bool, Field(description="Whether they are told.")] = True,
) -> list[Given]:
    """Share a spreadsheet with several people; of those with whom it cannot be, it tells why."""
    access.known(ctx, workbook_id, "writer")
    done = []
    for each in recipients:
        address, role = str(each.get("email_address") or ""), str(each.get("role") or "writer")
        done.append(Given(address, role, _refused(ctx, workbook_id, address, role, notifies)))
    return done


def _refused(ctx: Context, workbook_id: str, address: str, role: str, notifies: bool) -> str:
    if not address:
        return "Missing email_address"
    if role not in ("reader", "commenter", "writer"):
        return f"Invalid role '{role}'. Must be 'reader', 'commenter', or 'writer'."
    try:
        give(ctx, workbook_id=workbook_id, address=address, role=role, notifies=notifies)  # type: ignore[arg-type]
    except Refused as refused:
        return refused.message
    return ""


def _owned_by(ctx: Context, workbook: Workbook, person: Person, *, transfers: bool) -> Share:
    """Make somebody the owner; whoever was it may edit from then on.

    Returns:
        What the earlier owner may do; of whoever owns it already, what owners may.
    """
    if person.id == workbook.owner_id:
        return Share(workbook_id=workbook.id, person_id=person.id, role="owner")
    if not transfers:
        said = "The transferOwnership parameter must be enabled when the role is 'owner'."
        raise Forbidden("forbidden_for_transfer", said)
    if access.role_of(ctx, workbook) != "owner" or person.is_guest:
        raise Forbidden("no_edit_access", "The caller does not have permission")
    known = ctx.session.scalars(
        select(Share).where(Share.workbook_id == workbook.id, Share.person_id == person.id)
    ).first()
    if known is not None:
        ctx.session.delete(known)
    before, workbook.owner_id = workbook.owner_id, person.id
    kept = ctx.ids.next_id("SHARE", 12)
    ctx.session.add(Share(id=kept, workbook_id=workbook.id, person_id=before, role="writer"))
    return Share(workbook_id=workbook.id, person_id=person.id, role="owner")
