"""What operations answer, as JSON: records as the REST API has them, all else by its parts."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache, partial
from typing import Any

from workworld.apps.crm.milestones import Milestone
from workworld.apps.crm.models import EmailTemplate, Record
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service.histories import Change
from workworld.apps.crm.service.list_rows import Found
from workworld.apps.crm.service.queries import QueryResult
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordError
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_results import Path, Result
from workworld.apps.crm.service.report_types import ReportColumn, ReportType
from workworld.apps.crm.wire import records
from workworld.apps.crm.wire.refusals import told
from workworld.apps.crm.wire.values import of_field, stamp
from workworld.context import Context
from workworld.database import Base
from workworld.errors import Refused
from workworld.mcp_servers.crm.records import found
from workworld.working_hours import MINUTE

_MOMENT = "_us"


def presenting(function: Callable[..., Any]) -> Callable[[Context, Any], Any]:
    """How the answer of an operation is told."""
    return partial(_told, function)


@cache
def _answers(function: Callable[..., Any]) -> bool:
    return typing.get_type_hints(function).get("return") is not type(None)


def _told(function: Callable[..., Any], ctx: Context, answer: Any) -> Any:
    if not _answers(function):
        return {"success": True}
    shape = shaped(ctx, answer)
    return shape if isinstance(shape, dict | list) else {"result": shape}


def shaped(ctx: Context, value: Any) -> Any:
    """A value as JSON."""
    value = value.value if isinstance(value, Enum) else value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    for kind, shape in _SHAPES.items():
        if isinstance(value, kind):
            return shape(ctx, value)
    if isinstance(value, Mapping):
        return {_key(key): shaped(ctx, each) for key, each in value.items()}
    if names := _names(value):
        parts = {_named(name): _part(ctx, name, getattr(value, name)) for name in names}
        succeeds = getattr(value, "success", getattr(value, "is_done", None))
        return parts if succeeds is None else {**parts, "success": succeeds}
    if isinstance(value, Sequence | set | frozenset):
        return [shaped(ctx, each) for each in value]
    return value.isoformat() if isinstance(value, date) else str(value)


def _key(key: Any) -> str:
    return " / ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _names(value: Any) -> Sequence[str]:
    """The parts of a value class, a named tuple, a model of arguments or a row."""
    if is_dataclass(value):
        return [each.name for each in fields(value)]
    if isinstance(value, Base):
        return [each.key for each in value.__table__.columns]
    return tuple(getattr(value, "_fields", ()) or getattr(type(value), "model_fields", ()))


def _part(ctx: Context, name: str, value: Any) -> Any:
    if name.endswith(_MOMENT) and isinstance(value, int):
        return stamp(value)
    return shaped(ctx, value)


def _named(name: str) -> str:
    first, *rest = name.removesuffix(_MOMENT).split("_")
    return first + "".join(each.capitalize() for each in rest)


def _record(_ctx: Context, loaded: Loaded) -> Any:
    if set(loaded.values) <= {"Id", "created"}:  # what was saved, not what it holds
        made = {"created": loaded.values["created"]} if "created" in loaded.values else {}
        return {"id": loaded.id, "success": True, "errors": [], **made}
    return records.record(loaded)


def _row(_ctx: Context, row: Record) -> Any:
    """A record by its id and name; getRelatedRecords and soqlQuery tell the rest."""
    sobject = objects.of_model(type(row))
    field = sobject.name_field
    called = {field.name: getattr(row, field.column)} if field and field.column else {}
    return {"attributes": records.attributes(sobject, row.id), "Id": row.id, **called}


def _template(_ctx: Context, row: EmailTemplate) -> Any:
    fields = objects.of_model(EmailTemplate).fields.values()
    return {each.name: of_field(each, getattr(row, each.column)) for each in fields if each.column}


def _milestone(_ctx: Context, milestone: Milestone) -> Any:
    """A clock of a case; what is left counts business hours alone."""
    return {
        "name": milestone.name,
        "dueDate": stamp(milestone.due_us),
        "completedDate": None if milestone.met_us is None else stamp(milestone.met_us),
        "isPaused": milestone.is_paused,
        "isBreached": milestone.is_breached,
        "isAtRisk": milestone.is_at_risk,
        "minutesLeft": milestone.remaining_us // MINUTE,
    }


def _change(_ctx: Context, change: Change) -> Any:
    field = change.field
    return {
        "field": field.name if field else "created",
        "oldValue": of_field(field, change.old) if field else None,
        "newValue": of_field(field, change.new) if field else None,
        "createdDate": stamp(change.at_us),
        "createdById": change.by_id,
    }


def _listed(_ctx: Context, page: Found) -> Any:
    names = [each.name for each in page.fields]
    return {
        "id": page.view.id,
        "label": page.view.name,
        "sobject": page.sobject.name,
        "columns": names,
        "size": page.total,
        "isCut": page.is_cut,
        "orderedBy": page.order[0],
        "descending": page.order[1],
        "records": [records.record(each, names) for each in page.records],
        "names": dict(page.names),
    }


def _result(_ctx: Context, result: Result) -> Any:
    columns = [each.name for each in result.columns]
    lines = [
        {
            name: result.labels.get(link) or of_field(column.field, value)
            for name, column, value, link in zip(
                columns, result.columns, line.values, line.links, strict=True
            )
        }
        | {"Id": line.id}
        for line in result.lines
    ]
    return {
        "reportType": result.of.name,
        "currency": result.currency,
        "rowCount": result.count,
        "allData": result.has_all,
        "totals": _totals(result),
        "groups": [_group(result, each, ()) for each in result.down],
        "across": [_across(result, each, ()) for each in result.across],
        "rows": lines,
        **(
            {"blocks": [{"title": each.title, **_result(_ctx, each)} for each in result.beside]}
            if result.beside
            else {}
        ),
    }


def _totals(result: Result, down: Path = (), across: Path = ()) -> dict[str, Any]:
    return {each.name: result.value(each, down, across) for each in result.totals}


def _group(result: Result, group: Group, above: Path) -> dict[str, Any]:
    path = (*above, group.key)
    found = {"label": group.label, "totals": _totals(result, path)}
    within = [_group(result, each, path) for each in group.groups]
    cells = {
        " / ".join(each): _totals(result, path, each) for each in _paths(result.across)
    }  # of a matrix
    return {
        **found,
        **({"groups": within} if within else {}),
        **({"across": cells} if cells else {}),
    }


def _across(result: Result, group: Group, above: Path) -> dict[str, Any]:
    path = (*above, group.key)
    within = [_across(result, each, path) for each in group.groups]
    found = {"label": group.label, "key": " / ".join(path), "totals": _totals(result, (), path)}
    return {**found, **({"groups": within} if within else {})}


def _paths(groups: Sequence[Group], above: Path = ()) -> list[Path]:
    found: list[Path] = []
    for each in groups:
        found += [(*above, each.key), *_paths(each.groups, (*above, each.key))]
    return found


def _error(_ctx: Context, error: RecordError) -> Any:
    return {"statusCode": error.code, "message": error.message, "fields": list(error.fields)}


_SHAPES: Mapping[type[Any], Callable[[Context, Any], Any]] = {
    Loaded: _record,
    EmailTemplate: _template,
    Record: _row,
    Milestone: _milestone,
    Change: _change,
    Found: _listed,
    QueryResult: found,
    Result: _result,
    RecordError: _error,
    Refused: lambda _ctx, refused: told(refused),
    Field: lambda _ctx, field: field.name,
    SObject: lambda _ctx, sobject: sobject.name,
    ReportType: lambda _ctx, of: of.name,
    ReportColumn: lambda _ctx, column: column.name,
}
