"""Permissions as files have them: for a person, or for everybody of the company.

https://developers.google.com/workspace/drive/api/reference/rest/v3/permissions
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.models import Share, Workbook
from workworld.apps.sheets.service import access, shares
from workworld.apps.sheets.service.shares import GivenRole
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.people import by_email
from workworld.errors import Invalid
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
    role: GivenRole,
    notifies: Annotated[bool, Field(description="Whether they are told.")] = True,
    message: Annotated[str, Field(description="What they are told besides.", max_length=2000)] = "",
) -> Share | Workbook:
    """Share a spreadsheet with the person who has an address, or with the company."""
    if kind == "company":
        return shares.share_with_all(ctx, workbook_id=workbook_id, role=role)
    access.known(ctx, workbook_id, "writer")
    person = by_email(ctx.session, address)
    if person is None:
        said = f"Nobody here has the address {address[:200]!r}."
        raise Invalid("invalid_sharing_request", said)
    return shares.share(
        ctx,
        workbook_id=workbook_id,
        person_id=person.id,
        role=role,
        notifies=notifies,
        message=message,
    )
