"""Importing records from a file: looking at it, trying it, doing it, and taking it back.

https://help.salesforce.com/s/articleView?id=xcloud.data_import_wizard.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select

from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import Import, ImportRow
from workworld.apps.crm.service import (
    import_fields,
    import_runs,
    notices,
    people,
    records,
    refusals,
    several,
)
from workworld.apps.crm.service.import_plans import (
    NOTHING,
    AllowDuplicates,
    Asked,
    Assign,
    Columns,
    Constants,
    DateFormat,
    MatchBy,
    Mode,
    SObjectName,
    planned,
)
from workworld.apps.crm.service.import_runs import CREATE, RowOutcome
from workworld.apps.crm.service.person_cards import PEOPLE
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.directory.people import canonical_url
from workworld.errors import Conflict, Invalid, Refused
from workworld.files import files, uploads
from workworld.files.models import File
from workworld.files.types import Bytes, FileId, FileName
from workworld.ids import Ids
from workworld.imports import leftovers, tables, vcards
from workworld.imports.tables import Table
from workworld.operations import Effect, operation
from workworld.undoing import whole_or_nothing

# The vendor's API takes files through its bulk jobs, which are operations of their own.
_DOORS = (Surface.MCP, Surface.UI)
MOST_ROWS = 1000
_SAMPLES = 5
_DAY_US = 24 * 3600 * 1_000_000
_PREFIX = "0IM"
_imports, _rows = Import.__table__.c, ImportRow.__table__.c


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """A column of a file: its number from 1, name, some of what it holds, the field it may be."""

    number: int
    name: str
    samples: Sequence[str]
    suggested: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file holds."""

    name: str
    encoding: str
    delimiter: str
    rows: int
    columns: Sequence[ColumnInfo]


@dataclass(frozen=True, slots=True)
class ImportView:
    """An import that was run, and what became of its rows."""

    row: Import
    outcomes: Sequence[RowOutcome]
    may_revert: bool


class _Tried(Refused):
    """Ends a trial, so that nothing of it stays."""

    def __init__(self, outcomes: Sequence[RowOutcome]) -> None:
        super().__init__("tried", "Nothing of a trial stays.")
        self.outcomes = outcomes


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def upload(ctx: Context, *, name: FileName, content: Bytes) -> File:
    """Upload a file of separated values, or of vCards, from which records are to be imported."""
    people.me(ctx)
    return uploads.add(ctx, name=name, content=content)


@operation(Effect.READ, scope="api", doors=_DOORS)
def preview(ctx: Context, *, file_id: FileId, sobject: SObjectName) -> Preview:
    """Tell what an uploaded file holds, and which fields its columns seem to be."""
    kind = records.sobject_of(ctx, sobject)
    table = table_of(ctx, file_id, sobject)
    seem = import_fields.suggested(ctx, kind, table.columns)
    columns = [
        ColumnInfo(
            place,
            name,
            list_of(table.column(place - 1)),
            seem.get(place, ""),
        )
        for place, name in enumerate(table.columns, start=1)
    ]
    name = files.known(ctx, file_id).name
    return Preview(name, table.encoding, table.delimiter, len(table.rows), columns)


# A trial writes and takes everything back, which needs a session that writes: tools look at what
# a run says of each row, and may take it back.
@operation(Effect.HOUSEKEEPING, scope="api", doors=(Surface.UI,))
def check(
    ctx: Context,
    *,
    file_id: FileId,
    sobject: SObjectName,
    columns: Columns,
    constants: Constants = NOTHING,
    mode: Mode = "create",
    match_by: MatchBy = "",
    allow_duplicates: AllowDuplicates = False,
    assign: Assign = True,
    date_format: DateFormat = "",
) -> Sequence[RowOutcome]:
    """Tell of each row what importing it would do, or why it cannot be; nothing is changed."""
    table = table_of(ctx, file_id, sobject)
    asked = Asked(sobject, columns, constants, mode, match_by, date_format)
    plan = planned(ctx, table, asked, allow_duplicates=allow_duplicates, assign=assign)
    # What pages leave unasked has ids of its own, among which there may be some that records have.
    real = replace(ctx, ids=Ids(ctx.session))

    def tried() -> None:
        raise _Tried(import_runs.performed(real, table, plan))

    try:
        whole_or_nothing(ctx, tried)
    except _Tried as done:
        return done.outcomes
    return ()


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def run(
    ctx: Context,
    *,
    file_id: FileId,
    sobject: SObjectName,
    columns: Columns,
    constants: Constants = NOTHING,
    mode: Mode = "create",
    match_by: MatchBy = "",
    allow_duplicates: AllowDuplicates = False,
    assign: Assign = True,
    date_format: DateFormat = "",
) -> ImportView:
    """Import records from an uploaded file: rows that are fit are done, of the others it is told
    why not. What was created can be taken back within 24 hours."""
    table = table_of(ctx, file_id, sobject)
    asked = Asked(sobject, columns, constants, mode, match_by, date_format)
    plan = planned(ctx, table, asked, allow_duplicates=allow_duplicates, assign=assign)
    outcomes = import_runs.performed(ctx, table, plan)
    reasons = {each.row: each.reason for each in outcomes if each.reason}
    done = [each for each in outcomes if not each.reason]
    made = sum(each.action == CREATE for each in done)
    row = Import(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        user_id=people.me(ctx).id,
        sobject=plan.sobject.name,
        file_name=files.known(ctx, file_id).name,
        mode=mode,
        created=made,
        updated=len(done) - made,
        refused=len(reasons),
        leftovers=leftovers.as_csv(table, reasons).decode("utf-8-sig") if reasons else "",
        run_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    for each in outcomes:
        insert_row(
            ctx.session,
            ImportRow(
                import_id=row.id,
                row=each.row,
                line=each.line,
                name=each.name,
                action=each.action,
                record_id=each.record_id or None,
                reason=each.reason,
            ),
        )
    ctx.emit("crm.import_finished", import_id=row.id, sobject=row.sobject, created=made)
    _tell(ctx, row)
    return ImportView(row, outcomes, bool(made))


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[Import]:
    """List the caller's imports, the latest first."""
    query = select(Import).where(_imports.user_id == people.me(ctx).id)
    return ctx.session.scalars(query.order_by(_imports.run_us.desc(), _imports.id).limit(50)).all()


@operation(Effect.READ, scope="api", doors=_DOORS)
def info(ctx: Context, *, import_id: RecordId) -> ImportView:
    """Look up what became of the rows of one of the caller's imports."""
    row = _known(ctx, import_id)
    query = select(ImportRow).where(_rows.import_id == row.id).order_by(_rows.row)
    outcomes = [
        RowOutcome(each.row, each.line, each.name, each.action, each.record_id or "", each.reason)
        for each in ctx.session.scalars(query)
    ]
    return ImportView(row, outcomes, _is_revertible(ctx, row))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def revert(ctx: Context, *, import_id: RecordId) -> Sequence[several.RowResult]:
    """Delete the records that an import created, within 24 hours; they go to the recycle bin.

    Records that may not be deleted stay, and it is told why.
    """
    row = _known(ctx, import_id)
    if not _is_revertible(ctx, row):
        said = "It is longer than 24 hours ago, created nothing, or was taken back already."
        raise Conflict("CANNOT_REVERT", f"This import can no longer be taken back: {said}")
    query = select(_rows.record_id).where(
        _rows.import_id == row.id, _rows.action == CREATE, _rows.record_id.is_not(None)
    )
    ids = [str(each) for each in ctx.session.scalars(query.order_by(_rows.row))]

    sobject, row_id = row.sobject, row.id

    def one(record_id: str) -> None:
        records.remove(ctx, records.known(ctx, sobject, record_id))

    results = several.each(ctx, ids, one)
    ctx.session.get_one(Import, row_id).reverted_us = ctx.clock.now_us()
    return results


def table_of(ctx: Context, file_id: str, sobject: str) -> Table:
    """The table that a file of the caller's holds; of vCards, one of the people on them.

    Args:
        ctx: whose file it is.
        file_id: its id.
        sobject: what its rows are to be.

    Raises:
        NotFound: ``file_not_found``.
        Invalid: ``unreadable_file``, ``too_many_rows``.
    """
    file = files.known(ctx, file_id)
    content = files.content_of(ctx.session, file)
    if not vcards.is_vcard(file.name, content):
        return tables.read(content, most_rows=MOST_ROWS)
    if sobject not in PEOPLE:
        raise Invalid("unreadable_file", "vCards hold people: import them as leads or contacts.")
    return vcards.read(content, most_rows=MOST_ROWS)


def list_of(texts: Sequence[str]) -> Sequence[str]:
    """Some of what a column holds, each once."""
    return [*dict.fromkeys(text[:200] for text in texts)][:_SAMPLES]


def _known(ctx: Context, import_id: str) -> Import:
    query = select(Import).where(
        _imports.id == record_ids.full(import_id), _imports.user_id == people.me(ctx).id
    )
    found = ctx.session.scalar(query)
    if found is None:
        raise refusals.not_found()
    return found


def _is_revertible(ctx: Context, row: Import) -> bool:
    is_fresh = ctx.clock.now_us() - row.run_us <= _DAY_US
    return is_fresh and row.created > 0 and row.reverted_us is None


def _tell(ctx: Context, row: Import) -> None:
    """Tell whoever has begun an import what came of it."""
    url = canonical_url(ctx.session, APP.id, f"/import/{row.id}")
    did = f"{row.created} created, {row.updated} updated, {row.refused} refused"
    said = f"reports: the import of {row.file_name} is finished: {did}"
    notices.tell(ctx, notices.IMPORT_DONE, url, [row.user_id], said)
