"""Lists and their records in the shapes of Slack's Web API.

https://docs.slack.dev/reference/methods/slackLists.items.create
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.blocks import rich_text
from workworld.apps.chat.models import Document, ListColumn
from workworld.apps.chat.service import list_values
from workworld.apps.chat.service.list_fields import Row
from workworld.context import Context
from workworld.links.addresses import rendered
from workworld.richtext.json_form import from_json
from workworld.richtext.nodes import literal

_ARRAYS = {"currency": "number", "multi_select": "select"}
"""Types whose values stand under the name of another one."""


def schema(columns: Sequence[ListColumn]) -> list[dict[str, Any]]:
    """The columns of a list."""
    return [
        {
            "id": column.id,
            "key": column.key,
            "name": column.name,
            "type": column.type,
            "is_primary_column": column.position == 0,
            **({"options": column.options} if column.options else {}),
        }
        for column in columns
    ]


def list_of(row: Document, columns: Sequence[ListColumn]) -> dict[str, Any]:
    """A list object."""
    return {
        "id": row.id,
        "title": row.title,
        "description": row.description,
        "created": row.created,
        "user": row.owner_id,
        "list_metadata": {"schema": schema(columns), "subtask_schema": []},
    }


def items(
    ctx: Context, document: Document, columns: Sequence[ListColumn], rows: Sequence[Row]
) -> list[dict[str, Any]]:
    """Item objects: records with their fields."""
    write = list_values.writer(ctx, columns, [row.values for row in rows], with_ids=False)
    return [
        {
            "id": row.record.id,
            "list_id": document.id,
            "date_created": row.record.created,
            "created_by": row.record.created_by,
            "updated_by": row.record.updated_by,
            "updated_timestamp": str(row.record.updated),
            "fields": [
                {
                    "key": column.key,
                    "column_id": column.id,
                    "text": write.text(column, row.values[column.id]),
                    **_typed(ctx, column, row.values[column.id], write),
                }
                for column in columns
                if column.id in row.values
            ],
        }
        for row in rows
    ]


def _typed(
    ctx: Context, column: ListColumn, value: Any, write: list_values.Writer
) -> dict[str, Any]:
    match column.type:
        case "checkbox":
            return {"value": value, "checkbox": value}
        case "text":
            block = rich_text.block_of(literal(rendered(ctx, value)))
            return {"value": value, "rich_text": [block]}
        case "rich_text":
            return {"rich_text": [rich_text.block_of(from_json(value))]}
        case "channel":
            value = [each for each in value if each in write.channels]
        case "attachment":
            value = [each for each in value if each in write.files]
    several = value if isinstance(value, list) else [value]
    return {"value": value, _ARRAYS.get(column.type, column.type): several}
