"""What was done to a workbook: by whom, when, and which cells; and states that have a name.

An edit keeps what it changed: the state after any edit is the present one with all later edits
taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.approvals.models import APPROVED, PENDING, Approval
from workworld.apps.sheets.models import Edit, SignOff, Version, Workbook
from workworld.apps.sheets.service import access, changesets
from workworld.apps.sheets.service.editing import Outcome, edit
from workworld.apps.sheets.service.grids import Grid, Place, grids_of
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid, NotFound
from workworld.operations import Effect, operation

# The vendor's API lists a workbook's history alone.
_DOORS = (Surface.UI, Surface.MCP)
_PAUSE_US = 10 * 60 * 1_000_000
"""Edits of one person with shorter pauses are told as one."""
RevisionNumber = Annotated[int, Field(description="After which edit.", ge=0)]
_MOST_EDITS = 2_000


@dataclass(frozen=True, slots=True)
class Stretch:
    """Edits of one person, one soon after the other."""

    person_id: str
    first: int
    last: int
    """The revision after the last of them."""
    at_us: int
    labels: Sequence[str]
    version: Version | None
    """The name that the state after them has."""


@operation(Effect.READ, scope="spreadsheets.readonly")
def list_edits(ctx: Context, *, workbook_id: WorkbookId) -> list[Stretch]:
    """List what was done to a spreadsheet, the latest first."""
    access.known(ctx, workbook_id, "writer")
    columns = (Edit.revision, Edit.person_id, Edit.at_us, Edit.label)
    query = select(*columns).where(Edit.workbook_id == workbook_id)
    rows = ctx.session.execute(query.order_by(Edit.revision.desc()).limit(_MOST_EDITS)).all()
    versions = {
        each.revision: each
        for each in ctx.session.scalars(select(Version).where(Version.workbook_id == workbook_id))
    }
    found: list[Stretch] = []
    for revision, person_id, at_us, label in rows:
        before = found[-1] if found else None
        if (
            before is not None
            and before.person_id == person_id
            and revision not in versions
            and before.at_us - at_us < _PAUSE_US
        ):
            labels = [*before.labels, *([] if label in before.labels else [label])]
            found[-1] = Stretch(
                person_id, revision, before.last, before.at_us, labels, before.version
            )
        else:
            version = versions.get(revision)
            found.append(Stretch(person_id, revision, revision, at_us, [label], version))
    return found


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def name_version(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    revision: RevisionNumber,
    name: Annotated[str, Field(description="Empty takes the name away.", max_length=200)],
) -> None:
    """Give a state of a spreadsheet a name, another one, or none."""
    workbook = access.known(ctx, workbook_id, "writer")
    check(ctx, workbook, revision)
    query = select(Version).where(Version.workbook_id == workbook_id, Version.revision == revision)
    known = ctx.session.scalars(query).first()
    if known is not None and _is_kept(ctx, workbook_id, revision):
        said = "This version was sent for sign-off: its name stays."
        raise Conflict("version_locked", said)
    if name.strip():
        give_name(ctx, workbook_id, revision, name.strip())
    elif known is not None:
        ctx.session.delete(known)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def restore_version(ctx: Context, *, workbook_id: WorkbookId, revision: RevisionNumber) -> Outcome:
    """Bring a spreadsheet back to what it was after an edit; that is an edit of its own."""
    workbook = access.known(ctx, workbook_id, "writer")
    check(ctx, workbook, revision)
    if revision == workbook.revision:
        raise Invalid("already_current", "This is the present version.")
    with edit(ctx, workbook_id, "Restore version") as editing:
        for changeset in later(ctx, workbook_id, revision):
            changesets.apply(ctx.session, changesets.inverse(changeset))
        editing.grids = grids_of(ctx.session, workbook_id)
    return editing.outcome


def give_name(ctx: Context, workbook_id: str, revision: int, name: str) -> None:
    """Let a version be called so, which the workbook had."""
    query = select(Version).where(Version.workbook_id == workbook_id, Version.revision == revision)
    known = ctx.session.scalars(query).first()
    if known is None:
        known = Version(id=ctx.ids.next_id("VER", 12), workbook_id=workbook_id, revision=revision)
        ctx.session.add(known)
    known.name, known.named_by = name, ctx.actor.person_id
    known.named_us = ctx.clock.now_us()


def _is_kept(ctx: Context, workbook_id: str, revision: int) -> bool:
    """Whether people were asked to sign a version off, and none of them declined."""
    query = select(Approval.id).join(SignOff, SignOff.approval_id == Approval.id)
    query = query.where(SignOff.workbook_id == workbook_id, SignOff.revision == revision)
    return ctx.session.scalar(query.where(Approval.state.in_((PENDING, APPROVED)))) is not None


def changed_by(
    ctx: Context, workbook_id: str, first: int, last: int
) -> dict[int, set[tuple[int, int]]]:
    """Which cells some edits changed: ids of row and column, by ``Sheet.id``."""
    query = select(Edit.changeset).where(
        Edit.workbook_id == workbook_id, Edit.revision >= first, Edit.revision <= last
    )
    found: dict[int, set[tuple[int, int]]] = {}
    for changeset in ctx.session.scalars(query):
        for table, old, new in changesets.rows(changeset):
            if table == "sheets_cells":
                row = new if old is None else old
                found.setdefault(int(row[0]), set()).add((int(row[1]), int(row[2])))
    return found


def edits_of_cell(ctx: Context, workbook: Workbook, grid: Grid, place: Place) -> list[Edit]:
    """The edits that changed what a cell holds, the latest first."""
    key = (grid.sheet.id, *grid.key(place))
    query = select(Edit).where(Edit.workbook_id == workbook.id).order_by(Edit.revision.desc())
    found = []
    for each in ctx.session.scalars(query.limit(_MOST_EDITS)):
        for table, old, new in changesets.rows(each.changeset):
            row = new if old is None else old
            if table == "sheets_cells" and tuple(row[:3]) == key:
                found.append(each)
                break
    return found


def later(ctx: Context, workbook_id: str, revision: int) -> list[bytes]:
    """What edits after a revision changed, the latest first."""
    query = select(Edit.changeset).where(Edit.workbook_id == workbook_id, Edit.revision > revision)
    return list(ctx.session.scalars(query.order_by(Edit.revision.desc())))


def check(ctx: Context, workbook: Workbook, revision: int) -> None:
    """See to it that a workbook had a revision.

    Raises:
        NotFound: it had not.
    """
    least = ctx.session.scalar(
        select(func.min(Edit.revision)).where(Edit.workbook_id == workbook.id)
    )
    if least is None or not least <= revision <= workbook.revision:
        raise NotFound("version_not_found", "There is no such version.")
