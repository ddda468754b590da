"""Jobs of the older API: batches of rows or queries, each of which is done when it comes in.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/asynch_api_intro.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Job, JobBatch
from workworld.apps.crm.service import (
    collections,
    job_rows,
    jobs,
    query_jobs,
    records,
    refusals,
    steady,
)
from workworld.apps.crm.service.jobs import DOORS, OPEN, JobId, KeyField
from workworld.apps.crm.service.queries import LATEST, ApiVersion
from workworld.apps.crm.types import SObjectName
from workworld.context import Context
from workworld.errors import Invalid, Refused
from workworld.operations import Effect, operation

CLASSIC = "classic"
CLOSED, ABORTED = "Closed", "Aborted"
QUERIES = ("query", "queryAll")
_PREFIX, _RESULT_PREFIX = "751", "752"

ClassicDeed = Annotated[
    Literal["insert", "update", "upsert", "delete", "hardDelete", "query", "queryAll"],
    Argument(description="What is to be done."),
]
BatchId = Annotated[str, Argument(description="The batch's id.", min_length=1, max_length=80)]


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def create(ctx: Context, *, sobject: SObjectName, deed: ClassicDeed, key: KeyField = None) -> Job:
    """Begin a job to which batches are added.

    Raises:
        Invalid: ``INVALIDJOB``: it cannot be done so.
    """
    kind = records.sobject_of(ctx, sobject)
    if deed not in QUERIES:
        jobs.require_fit(kind, deed, key)
    return jobs.made(
        ctx,
        kind=CLASSIC,
        operation=deed,
        sobject=kind.name,
        external_id_field=key,
        state=OPEN,
    )


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def add_batch(
    ctx: Context,
    *,
    job_id: JobId,
    content: Annotated[
        Any, Argument(description="Rows of values, or the text of a query in SOQL.")
    ],
    version: ApiVersion = LATEST,
) -> JobBatch:
    """Add a batch to a job, and do it.

    Raises:
        Invalid: ``InvalidJobState``: the job is closed; ``InvalidBatch``: it is no batch.
    """
    job = jobs.known(ctx, job_id, CLASSIC)
    if job.state != OPEN:
        raise Invalid("InvalidJobState", f"The job is {job.state}.")
    facts = {"deed": job.operation, "sobject": job.sobject, "key": job.external_id_field}
    batch = JobBatch(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        job_id=job.id,
        created_us=ctx.clock.now_us(),
        content=content,
        results=[],
    )
    if job.operation in QUERIES:
        _query(ctx, batch, job.operation, version)
    else:
        rows = _rows(content)
        prepared = steady.prepared(ctx)
        act = job_rows.acting(prepared, facts["sobject"] or "", facts["deed"] or "", facts["key"])
        done = [collections.tried(prepared, act(row)) for row in rows]
        batch.results = [job_rows.kept(each) for each in done]
    ctx.session.add(batch)
    return batch


@operation(Effect.WRITE, scope=records.SCOPE, doors=DOORS)
def close(
    ctx: Context,
    *,
    job_id: JobId,
    state: Annotated[
        Literal["Closed", "Aborted"], Argument(description="What the job should become.")
    ],
) -> Job:
    """Say that no more batches follow."""
    job = jobs.known(ctx, job_id, CLASSIC)
    if job.state != OPEN:
        raise Invalid("InvalidJobState", f"The job is {job.state}.")
    job.state = state
    job.changed_us = ctx.clock.now_us()
    return job


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def get(ctx: Context, *, job_id: JobId) -> Job:
    """Tell how a job stands."""
    return jobs.known(ctx, job_id, CLASSIC)


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def list_batches(ctx: Context, *, job_id: JobId) -> Sequence[JobBatch]:
    """List the batches of a job, in the order in which they came in."""
    return batches_of(ctx, jobs.known(ctx, job_id, CLASSIC))


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def get_batch(ctx: Context, *, job_id: JobId, batch_id: BatchId) -> JobBatch:
    """Read a batch: what was sent, and what became of it."""
    job = jobs.known(ctx, job_id, CLASSIC)
    found = ctx.session.get(JobBatch, record_ids.full(batch_id) or "")
    if found is None or found.job_id != job.id:
        raise refusals.not_found()
    return found


@operation(Effect.READ, scope=records.SCOPE, doors=DOORS)
def get_result(
    ctx: Context,
    *,
    job_id: JobId,
    batch_id: BatchId,
    result_id: Annotated[str, Argument(description="The id of what it has found.", max_length=80)],
) -> JobBatch:
    """Read what the query of a batch has found."""
    batch = get_batch(ctx, job_id=job_id, batch_id=batch_id)
    if result_id not in (found := result_id_of(batch), found[:15]):
        raise refusals.not_found()
    return batch


def batches_of(ctx: Context, job: Job) -> Sequence[JobBatch]:
    """The batches of a job, in the order in which they came in."""
    query = select(JobBatch).where(JobBatch.job_id == job.id)
    return ctx.session.scalars(query.order_by(JobBatch.created_us, JobBatch.id)).all()


def result_id_of(batch: JobBatch) -> str:
    """The id of what a query has found."""
    return record_ids.full(_RESULT_PREFIX + batch.id[3:15]) or ""


def _query(ctx: Context, batch: JobBatch, deed: str, version: str) -> None:
    if not isinstance(batch.content, str):
        raise Invalid("InvalidBatch", "A batch of this job is the text of a query.")
    try:
        found = query_jobs.everything(
            ctx, batch.content, all_rows=deed == "queryAll", version=version
        )
    except Refused as refused:
        batch.error = f"InvalidBatch : Failed to process query: {refused.code}: {refused.message}"
    else:
        batch.results = [dict(each) for each in found]


def _rows(content: Any) -> list[Mapping[str, Any]]:
    if not isinstance(content, list) or not all(isinstance(each, Mapping) for each in content):
        raise Invalid("InvalidBatch", "A batch of this job is a list of JSON objects.")
    if len(content) > job_rows.MOST_ROWS:
        raise Invalid("InvalidBatch", f"A batch has {job_rows.MOST_ROWS:,} rows at most.")
    return content
