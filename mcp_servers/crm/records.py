"""Records: queried, created, changed and deleted, by themselves or along a relationship."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.service import queries, records, relationships, search
from workworld.apps.crm.service.queries import QueryResult
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.relationships import Related
from workworld.apps.crm.wire.records import record
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.crm.schemas import (
    BODY,
    ERRORS,
    ID,
    NAMES,
    SOBJECT,
    STRING,
    described,
    taking,
)

_WRITTEN = NAMES | {"values": "body"}
_CHILDREN = described(STRING, "The child relationship, such as Contacts or Opportunities.")
_PARENT = described(STRING, "The relationship to the one record to be meant, such as Account.")


def found(_ctx: Context, result: QueryResult) -> dict[str, Any]:
    """What a query found, as the REST API tells it."""
    more = {} if result.done else {"nextRecordsUrl": f"/services/data/query/{result.locator}"}
    return {
        "totalSize": result.total_size,
        "done": result.done,
        **more,
        "records": list(result.records),
    }


def saved(_ctx: Context, loaded: Loaded) -> dict[str, Any]:
    """That a record is saved."""
    return {"id": loaded.id, "success": True, "errors": []}


def nothing(_ctx: Context, _result: Any) -> str:
    """That it is done, without a word."""
    return ""


def _present_related(_ctx: Context, related: Related) -> dict[str, Any]:
    shown = [record(each) for each in related.records]
    if related.is_parent:
        return shown[0]
    return {"totalSize": len(shown), "done": True, "records": shown}


QUERY = Tool(
    "soqlQuery",
    queries.query,
    "Finds records with a SOQL query, such as SELECT Id, Name, Account.Name FROM Opportunity WHERE"
    " StageName = 'Closed Won' AND CloseDate = THIS_FISCAL_QUARTER ORDER BY Amount DESC LIMIT 20."
    " Name the fields, there is no *; give a WHERE and a LIMIT. At most 2,000 records are answered:"
    " go on with OFFSET.",
    {"q": described(STRING, "The query.")},
    ("q",),
    taking(q="q"),
    found,
    title="SOQL query",
    toolset="reads",
    manner=ERRORS,
)
FIND = Tool(
    "find",
    search.search,
    "Finds records by words with a SOSL search, such as FIND {Acme} IN ALL FIELDS RETURNING"
    " Account(Id, Name), Contact(Id, Name WHERE Email != null LIMIT 5).",
    {"q": described(STRING, "The search.")},
    ("q",),
    taking(q="q"),
    lambda _ctx, records_found: {"searchRecords": list(records_found)},
    title="SOSL search",
    toolset="reads",
    manner=ERRORS,
)
RELATED = Tool(
    "getRelatedRecords",
    relationships.get,
    "Reads the records that a relationship leads to from a record: Contacts of an account,"
    " OpportunityLineItems of an opportunity.",
    {"sobject-name": SOBJECT, "id": ID, "relationship-path": _CHILDREN},
    ("sobject-name", "id", "relationship-path"),
    taking(sobject="sobject-name", record_id="id", relationship="relationship-path"),
    _present_related,
    names=NAMES,
    title="Get related records",
    toolset="reads",
    manner=ERRORS,
)
CREATE = Tool(
    "createSobjectRecord",
    records.create,
    "Creates a record. Errors tell every field that is missing or wrong.",
    {"sobject-name": SOBJECT, "body": BODY},
    ("sobject-name", "body"),
    taking(sobject="sobject-name", values="body"),
    saved,
    names=_WRITTEN,
    title="Create record",
    toolset="mutations",
    manner=ERRORS,
)
UPDATE = Tool(
    "updateSobjectRecord",
    records.update,
    "Changes fields of a record; those that are left out stay as they are.",
    {"sobject-name": SOBJECT, "id": ID, "body": BODY},
    ("sobject-name", "id", "body"),
    taking(sobject="sobject-name", record_id="id", values="body"),
    saved,
    names=_WRITTEN,
    title="Update record",
    toolset="mutations",
    destructive=True,
    idempotent=True,
    manner=ERRORS,
)
UPDATE_RELATED = Tool(
    "updateRelatedRecord",
    relationships.update,
    "Changes the record that another one leads to: the account of a contact, say.",
    {"sobject-name": SOBJECT, "id": ID, "relationship-path": _PARENT, "body": BODY},
    ("sobject-name", "id", "relationship-path", "body"),
    taking(sobject="sobject-name", record_id="id", relationship="relationship-path", values="body"),
    saved,
    names=_WRITTEN,
    title="Update related record",
    toolset="mutations",
    destructive=True,
    idempotent=True,
    manner=ERRORS,
)
DELETE = Tool(
    "deleteSobjectRecord",
    records.delete,
    "Puts a record into the recycle bin, with what belongs to it.",
    {"sobject-name": SOBJECT, "id": ID},
    ("sobject-name", "id"),
    taking(sobject="sobject-name", record_id="id"),
    nothing,
    names=NAMES,
    title="Delete record",
    toolset="deletes",
    destructive=True,
    manner=ERRORS,
)
DELETE_RELATED = Tool(
    "deleteRelatedRecord",
    relationships.delete,
    "Puts the record that another one leads to into the recycle bin.",
    {"sobject-name": SOBJECT, "id": ID, "relationship-path": _PARENT},
    ("sobject-name", "id", "relationship-path"),
    taking(sobject="sobject-name", record_id="id", relationship="relationship-path"),
    nothing,
    names=NAMES,
    title="Delete related record",
    toolset="deletes",
    destructive=True,
    manner=ERRORS,
)
