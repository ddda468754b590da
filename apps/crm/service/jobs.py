"""Jobs that save or delete many records of a table: handed in, done in one step, asked after.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/walkthrough_bulk_2_0.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Job
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import job_rows, people, records, refusals, steady
from workworld.apps.crm.service.collections import RowResult
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

# Tools and pages change several records at once by themselves, which tell at once what came of it.
DOORS = (Surface.REST,)
INGEST = "ingest"
OPEN, DONE, FAILED, ABORTED = "Open", "JobComplete", "Failed", "Aborted"
PREFIX = "750"
_MOST_JOBS = 1_000
LINE_ENDINGS: Mapping[str, str] = {"LF": "\n", "CRLF": "\r\n"}

JobId = Annotated[str, Argument(description="The job's id.", min_length=1, max_length=80)]
Deed = Annotated[
    Literal["insert", "update", "upsert", "delete", "hardDelete"],
    Argument(description="What is to be done to the records."),
]
Delimiter = Annotated[
    Literal["BACKQUOTE", "CARET", "COMMA", "PIPE", "SEMICOLON", "TAB"],
    Argument(description="What stands between cells."),
]
LineEnding = Annotated[
    Literal["LF", "CRLF"], Argument(description="What stands at the end of rows.")
]
KeyField = Annotated[
    str | None, Argument(description="By which field upserted records are found.", max_length=80)
]
Part = Literal["successful", "failed", "unprocessed"]


class JobRow(NamedTuple):
    """A row of a job, and what became of it."""

    cells: Sequence[str]
    result: RowResult | None
    """None for one that was not looked at."""


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def create(
    ctx: Context,
    *,
    sobject: SObjectName,
    deed: Deed,
    key: KeyField = None,
    delimiter: Delimiter = "COMMA",
    line_ending: LineEnding = "LF",
) -> Job:
    """Begin a job that saves or deletes records of an object.

    Raises:
        Invalid: ``INVALIDJOB``: it cannot be done so.
    """
    kind = records.sobject_of(ctx, sobject)
    require_fit(kind, deed, key)
    return made(
        ctx,
        kind=INGEST,
        operation=deed,
        sobject=kind.name,
        external_id_field=key,
        delimiter=delimiter,
        line_ending=line_ending,
        state=OPEN,
    )


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def upload(
    ctx: Context,
    *,
    job_id: JobId,
    content: Annotated[str, Argument(description="The table, whose first row names fields.")],
) -> Job:
    """Hand in the table of a job, once.

    Raises:
        Invalid: ``INVALIDJOBSTATE``: it has one, or it is closed.
    """
    job = known(ctx, job_id, INGEST)
    if job.state != OPEN or job.content:
        raise Invalid("INVALIDJOBSTATE", "Found multiple contents for job, or the job is closed.")
    job.content = content
    job.changed_us = ctx.clock.now_us()
    return job


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def close(
    ctx: Context,
    *,
    job_id: JobId,
    state: Annotated[
        Literal["UploadComplete", "Aborted"],
        Argument(description="Whether the job is to be done, or given up."),
    ],
) -> Job:
    """Do what a job is about, a row at a time, or give it up.

    Raises:
        Invalid: ``INVALIDJOBSTATE``: it is closed.
    """
    job = known(ctx, job_id, INGEST)
    if job.state != OPEN:
        said = f"Job is not in a state from which it can go to {state}."
        raise Invalid("INVALIDJOBSTATE", said)
    job.changed_us = ctx.clock.now_us()
    if state == ABORTED:
        job.state = ABORTED
        return job
    done = job_rows.done(steady.prepared(ctx), job.operation, job)
    job = ctx.session.get_one(Job, job.id)  # a refused row lets go of what was read
    job.state = FAILED if isinstance(done, str) else DONE
    if isinstance(done, str):
        job.error = done
    else:
        job.results = [job_rows.kept(each) for each in done]
    return job


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def get(ctx: Context, *, job_id: JobId) -> Job:
    """Tell how a job stands."""
    return known(ctx, job_id, INGEST)


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def list_own(ctx: Context) -> Sequence[Job]:
    """List your jobs that save or delete records, the latest first."""
    return own(ctx, INGEST)


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def results(
    ctx: Context,
    *,
    job_id: JobId,
    part: Annotated[Part, Argument(description="Which rows are wanted.")],
) -> tuple[Job, Sequence[str], Sequence[JobRow]]:
    """Read what became of a job's rows: the job, its columns, and the rows."""
    job = known(ctx, job_id, INGEST)
    if job.state == OPEN:
        raise Invalid("INVALIDJOBSTATE", "The job has not been done yet.")
    try:
        table = job_rows.table_of(job)
    except Invalid:
        return job, [], []
    told = [job_rows.read(each) for each in job.results]
    rows = [
        JobRow(row.cells, told[place] if place < len(told) else None)
        for place, row in enumerate(table.rows)
    ]
    return job, table.columns, [each for each in rows if _part_of(each.result) == part]


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def delete(ctx: Context, *, job_id: JobId) -> None:
    """Forget a job that is over."""
    forget(ctx, known(ctx, job_id, INGEST))


def made(ctx: Context, **facts: Any) -> Job:
    """A new job of the caller's."""
    now_us = ctx.clock.now_us()
    job = Job(
        id=record_ids.next_id(ctx.ids, PREFIX),
        user_id=people.me(ctx).id,
        created_us=now_us,
        changed_us=now_us,
        **facts,
    )
    ctx.session.add(job)
    return job


def known(ctx: Context, job_id: str, kind: str) -> Job:
    """A job that the caller has handed in.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    me = people.me(ctx)
    found = ctx.session.get(Job, record_ids.full(job_id) or "")
    if found is None or found.user_id != me.id or found.kind != kind:
        raise refusals.not_found()
    return found


def own(ctx: Context, kind: str) -> Sequence[Job]:
    """The caller's jobs of a kind, the latest first."""
    query = select(Job).where(Job.user_id == people.me(ctx).id, Job.kind == kind)
    return ctx.session.scalars(
        query.order_by(Job.created_us.desc(), Job.id).limit(_MOST_JOBS)
    ).all()


def forget(ctx: Context, job: Job) -> None:
    """Delete a job.

    Raises:
        Invalid: ``API_ERROR``: it goes on still.
    """
    if job.state == OPEN:
        raise Invalid("API_ERROR", "Error encountered when deleting the job: it is not over yet.")
    ctx.session.delete(job)


def require_fit(kind: SObject, deed: str, key: str | None) -> None:
    """See to it that something can be done to an object's records.

    Raises:
        Invalid: ``INVALIDJOB`` or ``FEATURENOTENABLED``.
    """
    if deed == "hardDelete":
        said = "hardDelete operation requires special user profile permission"
        raise Invalid("FEATURENOTENABLED", f"{said}, please contact your system administrator")
    if deed == "upsert":
        field = kind.field(key or "")
        if field is None or not (field.is_external_id or field.kind is Kind.ID):
            said = "InvalidJob : externalIdFieldName must name an external id field of the object"
            raise Invalid("INVALIDJOB", said)
    elif key is not None:
        raise Invalid("INVALIDJOB", "InvalidJob : externalIdFieldName is for upsert alone")


def _part_of(result: RowResult | None) -> Part:
    if result is None:
        return "unprocessed"
    return "successful" if result.success else "failed"
