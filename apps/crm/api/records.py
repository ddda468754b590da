"""Records, one by one.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_retrieve.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.api.rows import Arguments, a_body, data, nothing, words
from workworld.apps.crm.schema.objects import objects
from workworld.apps.crm.service import external_ids, records, relationships
from workworld.apps.crm.service.objects import field_of
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.records import sobject_of
from workworld.apps.crm.service.relationships import Related
from workworld.apps.crm.wire import results
from workworld.apps.crm.wire.answers import version_of
from workworld.apps.crm.wire.records import record
from workworld.context import Context

_BY_FIELD = sorted(
    {each.name for sobject in objects().values() for each in sobject.fields.values()
     if each.is_external_id}
    | {"Id", "id"}
)  # fmt: skip
_FIELD = f"<any({', '.join(_BY_FIELD)}):field>"
"""Stands in paths for a field by which records are found."""
_RULES = "Sforce-Duplicate-Rule-Header"
_ASSIGNMENT = "Sforce-Auto-Assign"


def options(arguments: Arguments) -> dict[str, Any]:
    """How a record is to be saved, as headers say it."""
    said = str(arguments.get(_RULES, "")).replace(" ", "").lower()
    return {"allow_duplicates": True} if "allowsave=true" in said else {}


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    assigned = str(arguments.get(_ASSIGNMENT, "")).strip().lower()
    return {
        "sobject": arguments["sobject"],
        "values": a_body(arguments),
        "assign": assigned != "false",
        **options(arguments),
    }


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"sobject": arguments["sobject"], "record_id": arguments["record_id"]}


def _accept_get(ctx: Context, arguments: Arguments) -> Arguments:
    _require_fields(ctx, arguments)
    return _accept_one(ctx, arguments)


def _require_fields(ctx: Context, arguments: Arguments) -> None:
    """See to it that there are the fields that are asked for."""
    if names := words(arguments.get("fields")):
        sobject = sobject_of(ctx, arguments["sobject"])
        for name in names:
            field_of(ctx, sobject, name)


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_accept_one(ctx, arguments),
        "values": a_body(arguments),
        **options(arguments),
    }


def _present(ctx: Context, loaded: Loaded) -> dict[str, Any]:
    names = words(ctx.request.arguments.get("fields")) or None
    return record(loaded, names, version_of(ctx))


def _accept_by_field(_ctx: Context, arguments: Arguments) -> Arguments:
    added = arguments.get("added")
    field = f"{added}__c" if added else arguments["field"]
    return {"sobject": arguments["sobject"], "field": field, "value": arguments["value"]}


def _accept_get_by_field(ctx: Context, arguments: Arguments) -> Arguments:
    _require_fields(ctx, arguments)
    return _accept_by_field(ctx, arguments)


def _accept_upsert(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_accept_by_field(ctx, arguments),
        "values": a_body(arguments),
        **options(arguments),
    }


def _accept_way(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), "relationship": arguments["relationship"]}


def _accept_update_way(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_way(ctx, arguments), "values": a_body(arguments)}


def _present_related(ctx: Context, found: Related) -> dict[str, Any]:
    shown = [_present(ctx, each) for each in found.records]
    if found.is_parent:
        return shown[0]
    return {"totalSize": len(shown), "done": True, "records": shown}


_ONE = "sobjects/<sobject>/<record_id>"
_WAY = f"{_ONE}/<relationship>"
_KEYED = f"sobjects/<sobject>/{_FIELD}/<value>"
_ADDED = "sobjects/<sobject>/<added>__c/<value>"
"""The same by a field that administrators have added."""
ENDPOINTS = (
    # These come first, since their paths are cases of those that lead along relationships.
    data("GET", _KEYED, external_ids.get, _accept_get_by_field, _present),
    data("PATCH", _KEYED, records.upsert, _accept_upsert, results.upserted),
    data("DELETE", _KEYED, external_ids.delete, _accept_by_field, nothing, status=204),
    data("GET", _ADDED, external_ids.get, _accept_get_by_field, _present),
    data("PATCH", _ADDED, records.upsert, _accept_upsert, results.upserted),
    data("DELETE", _ADDED, external_ids.delete, _accept_by_field, nothing, status=204),
    data("POST", "sobjects/<sobject>", records.create, _accept_create, results.saved, status=201),
    data("GET", _ONE, records.get, _accept_get, _present),
    data("PATCH", _ONE, records.update, _accept_update, nothing, status=204),
    data("DELETE", _ONE, records.delete, _accept_one, nothing, status=204),
    data("GET", _WAY, relationships.get, _accept_way, _present_related),
    data("PATCH", _WAY, relationships.update, _accept_update_way, nothing, status=204),
    data("DELETE", _WAY, relationships.delete, _accept_way, nothing, status=204),
)
