"""Edits of a workbook: lists of requests, done wholly or not at all.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/batchUpdate
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets.models import Edit
from workworld.apps.sheets.service import access, changesets
from workworld.apps.sheets.service.editing import Outcome, edit
from workworld.apps.sheets.service.refusals import stale
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.types import Revision, WorkbookId
from workworld.context import Context
from workworld.errors import Invalid
from workworld.operations import Effect, operation

_MOST = 10_000
Requests = Annotated[
    Sequence[Mapping[str, Any]],
    Field(description="What to do, each a request of the vendor's batchUpdate.", max_length=_MOST),
]


@dataclass(frozen=True, slots=True)
class Batch:
    """What a list of requests did."""

    workbook_id: str
    replies: list[dict[str, Any]]
    """One for each request, ``{}`` where there is nothing to say."""
    outcome: Outcome


@operation(Effect.WRITE, scope="spreadsheets")
def update(
    ctx: Context, *, workbook_id: WorkbookId, requests: Requests, revision: Revision = None
) -> Batch:
    """Edit a spreadsheet by a list of requests, all of them or none."""
    if not requests:
        raise Invalid("invalid_request", "Must specify at least one request.")
    kinds = [registry.kind_of(each, index) for index, each in enumerate(requests)]
    if revision is not None:
        _check_current(ctx, workbook_id, revision)
    labels = list(dict.fromkeys(each.label for each in kinds))
    with edit(ctx, workbook_id, labels[0] if len(labels) == 1 else "Several edits") as editing:
        replies = [registry.perform(editing, index, each) for index, each in enumerate(requests)]
    return Batch(workbook_id, replies, editing.outcome)


def _check_current(ctx: Context, workbook_id: str, revision: int) -> None:
    """See to it that rows and columns are where they were at a revision.

    Raises:
        Conflict: ``stale_revision``.
    """
    workbook = access.known(ctx, workbook_id, "writer")
    if revision == workbook.revision:
        return
    query = select(Edit.changeset).where(Edit.workbook_id == workbook_id, Edit.revision > revision)
    if any(changesets.moves_lines(each) for each in ctx.session.scalars(query)):
        raise stale(workbook.revision)
