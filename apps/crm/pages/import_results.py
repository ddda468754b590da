"""What came of imports, as their pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.blueprint import list_url
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service.import_runs import CREATE
from workworld.apps.crm.service.imports import ImportView
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class ImportLine:
    """An import in the list of somebody's imports."""

    id: str
    file_name: str
    object: str
    when: str
    created: int
    updated: int
    refused: int
    is_reverted: bool


def shown(ctx: Context, view: ImportView) -> dict[str, Any]:
    """An import with its rows, those that were taken and those that were refused."""
    row = view.row
    rows = [
        {
            "line": each.line,
            "name": each.name,
            "action": "Created" if each.action == CREATE else "Updated",
            "url": values.url_of(each.record_id) if each.record_id else "",
            "reason": each.reason,
        }
        for each in view.outcomes
    ]
    return {
        "id": row.id,
        "file": row.file_name,
        "plural": of_name(row.sobject).plural,
        "list_url": list_url(row.sobject),
        "when": moments.near_moment(ctx, row.run_us),
        "created": row.created,
        "updated": row.updated,
        "refused": row.refused,
        "reverted": moments.near_moment(ctx, row.reverted_us) if row.reverted_us else "",
        "may_revert": view.may_revert,
        "good": [each for each in rows if not each["reason"]],
        "bad": [each for each in rows if each["reason"]],
    }


def lines(ctx: Context, found: Sequence[Any]) -> list[ImportLine]:
    """Imports as the list of somebody's imports shows them."""
    return [
        ImportLine(
            row.id,
            row.file_name,
            of_name(row.sobject).plural,
            moments.near_moment(ctx, row.run_us),
            row.created,
            row.updated,
            row.refused,
            row.reverted_us is not None,
        )
        for row in found
    ]
