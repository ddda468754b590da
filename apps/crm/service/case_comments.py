"""What is said to cases: to colleagues, or to the customer as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case, CaseComment
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import people, records, refusals, saving, slas
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor's API has comments as records of their own.
_DOORS = (Surface.UI, Surface.MCP)
_comments = CaseComment.__table__.c
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Said:
    """A comment, with the name of who wrote it."""

    id: str
    body: str
    is_published: bool
    created_us: int
    author_id: str
    author: str


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def add(
    ctx: Context,
    *,
    case_id: Annotated[RecordId, Field(description="A case's id.")],
    text: Annotated[str, Field(description="Plain text.", min_length=1, max_length=_LONGEST)],
    is_published: Annotated[
        bool, Field(description="Whether the customer sees it; else only colleagues do.")
    ] = False,
) -> Loaded:
    """Comment on a case, for colleagues alone unless it is published."""
    row = records.known(ctx, "Case", case_id)
    made = write(ctx, row.id, text, is_published=is_published)
    return Loaded(of_name("CaseComment"), {"Id": made.id})


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(
    ctx: Context, *, case_id: Annotated[RecordId, Field(description="A case's id.")]
) -> Sequence[Said]:
    """List the comments on a case, the newest first."""
    row = records.known(ctx, "Case", case_id)
    query = select(CaseComment.__table__).where(_comments.case_id == row.id, ~_comments.is_deleted)
    found = ctx.session.execute(query.order_by(_comments.created_us.desc(), _comments.id)).all()
    names = people.names(ctx, (each.created_by_id for each in found))
    return [
        Said(
            each.id,
            each.body or "",
            each.is_published,
            each.created_us,
            each.created_by_id,
            names.get(each.created_by_id, ""),
        )
        for each in found
    ]


def write(ctx: Context, case_id: str, text: str, *, is_published: bool) -> CaseComment:
    """Add a comment to a case, as part of a service's step."""
    values = {"ParentId": case_id, "CommentBody": text, "IsPublished": is_published}
    made: CaseComment = records.insert(ctx, of_name("CaseComment"), values)
    return made


@saving.before("CaseComment")
def _require_text(_ctx: Context, saved: Saving) -> None:
    if not (saved.row.body or "").strip():
        saved.errors.append(refusals.required(["CommentBody"]))


@saving.after("CaseComment")
def _answer(ctx: Context, saved: Saving) -> None:
    """What the customer sees is an answer."""
    case = ctx.session.get(Case, saved.row.case_id)
    if case is not None and saved.row.is_published:
        slas.answered(ctx, case)
