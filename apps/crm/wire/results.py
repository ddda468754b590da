"""What became of records that were saved, as the vendor tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.service.collections import RowResult
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordError
from workworld.apps.crm.service.trees import Planted
from workworld.apps.crm.wire.answers import Answer, version_of
from workworld.apps.crm.wire.records import path_of
from workworld.context import Context


def saved(ctx: Context, loaded: Loaded) -> Answer:
    """A record that was created: 201, and where it is."""
    body = {"id": loaded.id, "success": True, "errors": []}
    return Answer(body, 201, {"Location": path_of(loaded.sobject, loaded.id, version_of(ctx))})


def upserted(_ctx: Context, loaded: Loaded) -> Answer:
    """A record that was created, or changed."""
    created = bool(loaded.values["created"])
    body = {"id": loaded.id, "success": True, "errors": [], "created": created}
    return Answer(body, 201 if created else 200)


def rows(results: Sequence[RowResult], *, tells_created: bool = False) -> list[dict[str, Any]]:
    """What became of each of several records."""
    return [_row(each, tells_created=tells_created) for each in results]


def _row(result: RowResult, *, tells_created: bool) -> dict[str, Any]:
    if not result.success:
        return {"success": False, "errors": errors(result.errors)}
    created = {"created": result.created} if tells_created else {}
    return {"id": result.id, "success": True, "errors": []} | created


def errors(found: Sequence[RecordError]) -> list[dict[str, Any]]:
    """What is wrong with one of several records."""
    return [
        {"statusCode": each.code, "message": each.message, "fields": list(each.fields)}
        for each in found
    ]


def planted(_ctx: Context, made: Sequence[Planted]) -> Answer:
    """The records of a tree that were created."""
    results = [{"referenceId": each.reference, "id": each.id} for each in made]
    return Answer({"hasErrors": False, "results": results}, 201)
