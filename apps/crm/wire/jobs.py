"""Jobs and their batches as the vendor tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.models import Job, JobBatch
from workworld.apps.crm.service import classic_jobs, job_rows, jobs
from workworld.apps.crm.service.collections import RowResult
from workworld.apps.crm.service.job_rows import DELIMITERS
from workworld.apps.crm.service.jobs import LINE_ENDINGS, JobRow
from workworld.apps.crm.service.query_jobs import Part
from workworld.apps.crm.wire.answers import CSV, Answer, version_of
from workworld.apps.crm.wire.values import stamp
from workworld.context import Context
from workworld.files.tables import as_plain_csv

_AHEAD = {"successful": ("sf__Id", "sf__Created"), "failed": ("sf__Id", "sf__Error")}
_ENDED = " --"
_TIMES = ("apexProcessingTime", "apiActiveProcessingTime", "totalProcessingTime")


def job(ctx: Context, found: Job) -> dict[str, Any]:
    """A job of the newer API."""
    path = f"services/data/{version_of(ctx)}/jobs/{found.kind}/{found.id}"
    is_query = found.kind != jobs.INGEST
    address = {} if is_query else {"contentUrl": f"{path}/batches"}
    return {
        "id": found.id,
        "operation": found.operation,
        "object": found.sobject,
        "createdById": found.user_id,
        "createdDate": stamp(found.created_us),
        "systemModstamp": stamp(found.changed_us),
        "state": found.state,
        "externalIdFieldName": found.external_id_field,
        "concurrencyMode": "Parallel",
        "contentType": "CSV",
        "apiVersion": float(version_of(ctx).removeprefix("v")),
        "jobType": "V2Query" if is_query else "V2Ingest",
        "lineEnding": found.line_ending,
        "columnDelimiter": found.delimiter,
        **address,
    }


def told(ctx: Context, found: Job) -> dict[str, Any]:
    """A job of the newer API, and what came of it."""
    failed = 0 if found.kind != jobs.INGEST else _failures(found.results)
    return job(ctx, found) | {
        "numberRecordsProcessed": len(found.results),
        "numberRecordsFailed": failed,
        "retries": 0,
        **dict.fromkeys(_TIMES, 0),
        **({"errorMessage": found.error} if found.error else {}),
    }


def closed(ctx: Context, found: Job) -> dict[str, Any]:
    """A job that was closed: the vendor does it after it has said so."""
    state = found.state if found.state == jobs.ABORTED else "UploadComplete"
    return job(ctx, found) | {"state": state}


def listed(ctx: Context, found: Sequence[Job]) -> dict[str, Any]:
    """Several jobs."""
    return {"done": True, "nextRecordsUrl": None, "records": [job(ctx, each) for each in found]}


def table(found: tuple[Job, Sequence[str], Sequence[JobRow]], part: str) -> Answer:
    """Rows of a job, and what became of them, as CSV.

    Args:
        found: the job, its columns, and the rows.
        part: which rows these are.
    """
    of, columns, rows = found
    cells = [[*_ahead(each.result, part), *each.cells] for each in rows]
    return Answer(_csv(of, [*_AHEAD.get(part, ()), *columns], cells), kind=CSV)


def found_rows(_ctx: Context, part: Part) -> Answer:
    """Rows that a query has found, as CSV."""
    headers = {
        "Sforce-NumberOfRecords": str(len(part.rows)),
        "Sforce-Locator": "null" if part.following is None else str(part.following),
    }
    text = _csv(part.job, part.job.columns, part.rows)
    return Answer(text, headers=headers, kind=CSV)


def classic(ctx: Context, found: Job) -> dict[str, Any]:
    """A job of the older API."""
    batches = classic_jobs.batches_of(ctx, found)
    failed = sum(1 for each in batches if each.error)
    return {
        "id": found.id,
        "operation": found.operation,
        "object": found.sobject,
        "createdById": found.user_id,
        "createdDate": stamp(found.created_us),
        "systemModstamp": stamp(found.changed_us),
        "state": found.state,
        "externalIdFieldName": found.external_id_field,
        "concurrencyMode": "Parallel",
        "contentType": "JSON",
        "assignmentRuleId": None,
        "fastPathEnabled": False,
        "numberBatchesQueued": 0,
        "numberBatchesInProgress": 0,
        "numberBatchesCompleted": len(batches) - failed,
        "numberBatchesFailed": failed,
        "numberBatchesTotal": len(batches),
        "numberRecordsProcessed": sum(len(each.results) for each in batches),
        "numberRecordsFailed": sum(_failed_in(found, each) for each in batches),
        "numberRetries": 0,
        "apiVersion": float(version_of(ctx).removeprefix("v")),
        **dict.fromkeys(_TIMES, 0),
    }


def batch(ctx: Context, found: JobBatch) -> dict[str, Any]:
    """A batch of the older API."""
    of = ctx.session.get_one(Job, found.job_id)
    return {
        "id": found.id,
        "jobId": found.job_id,
        "state": "Failed" if found.error else "Completed",
        "stateMessage": found.error,
        "createdDate": stamp(found.created_us),
        "systemModstamp": stamp(found.created_us),
        "numberRecordsProcessed": len(found.results),
        "numberRecordsFailed": _failed_in(of, found),
        **dict.fromkeys(_TIMES, 0),
    }


def batches(ctx: Context, found: Sequence[JobBatch]) -> dict[str, Any]:
    """The batches of a job."""
    return {"batchInfo": [batch(ctx, each) for each in found]}


def batch_results(ctx: Context, found: JobBatch) -> list[Any]:
    """What became of a batch's rows; of a query, the ids of what it has found."""
    of = ctx.session.get_one(Job, found.job_id)
    if of.operation in classic_jobs.QUERIES:
        return [classic_jobs.result_id_of(found)]
    return [_result(job_rows.read(each)) for each in found.results]


def batch_rows(_ctx: Context, found: JobBatch) -> list[Any]:
    """The records that a query has found."""
    return found.results


def batch_request(_ctx: Context, found: JobBatch) -> Any:
    """What was sent."""
    return found.content


def _result(result: RowResult) -> dict[str, Any]:
    return {
        "success": result.success,
        "created": result.created,
        "id": result.id,
        "errors": [
            {
                "statusCode": each.code,
                "message": each.message,
                "fields": list(each.fields),
                "extendedErrorDetails": None,
            }
            for each in result.errors
        ],
    }


def _failures(results: Sequence[Any]) -> int:
    return sum(1 for each in results if not job_rows.read(each).success)


def _failed_in(of: Job, found: JobBatch) -> int:
    return 0 if of.operation in classic_jobs.QUERIES else _failures(found.results)


def _ahead(result: RowResult | None, part: str) -> list[str]:
    if result is None:
        return []
    if part == "failed":
        first = result.errors[0]
        return [result.id or "", f"{first.code}:{first.message}:{' '.join(first.fields)}{_ENDED}"]
    return [result.id or "", str(result.created).lower()]


def _csv(of: Job, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return as_plain_csv(
        columns, rows, delimiter=DELIMITERS[of.delimiter], line_ending=LINE_ENDINGS[of.line_ending]
    )
