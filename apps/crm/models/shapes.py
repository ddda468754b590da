"""How a world's shape is read: what its administrators have made of the objects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, func, select
from sqlalchemy.orm import Session

from workworld.apps.crm.models.customizations import FieldSetting, PageLayout, PicklistValue
from workworld.apps.crm.schema import aliases, objects, shapes
from workworld.apps.crm.schema.kinds import Compute, Field, Kind
from workworld.apps.crm.schema.shapes import Change, PickValue, Rows, Section, Shape
from workworld.database import driver

_FIELDS, _VALUES, _LAYOUTS = (
    each.__tablename__ for each in (FieldSetting, PicklistValue, PageLayout)
)


class _Setting(NamedTuple):
    """A row of ``crm_fields``; what is JSON there is text."""

    sobject: str
    name: str
    slot: str | None
    kind: str | None
    label: str | None
    is_required: int
    is_unique: int
    is_external_id: int
    is_tracked: int
    is_restricted: int
    length: int
    scale: int
    default: str | None
    help: str | None
    picklist: str | None
    controller: str | None
    allowed: str | None
    refers_to: str | None
    children: str | None
    formula: str | None
    numbering: str | None
    summary: str | None
    is_rich: int


_COLUMNS = ", ".join(f'"{name}"' for name in _Setting._fields)
_QUERIES = (
    f"SELECT {_COLUMNS} FROM {_FIELDS}"  # noqa: S608 - names alone
    " WHERE NOT is_deleted ORDER BY sobject, position, name",
    f"SELECT picklist, value, is_active, is_default, facts FROM {_VALUES}"  # noqa: S608
    " ORDER BY picklist, position, value",
    f"SELECT sobject, record_type_id, sections FROM {_LAYOUTS}"  # noqa: S608
    " ORDER BY sobject, record_type_id",
)


def _read(session: Session) -> Rows:
    """The rows of all that is different, each with the place of its query."""
    sqlite = driver(session)
    return tuple(
        (place, *row) for place, query in enumerate(_QUERIES) for row in sqlite.execute(query)
    )


def _made(rows: Rows) -> Shape:
    settings = [_Setting(*row[1:]) for row in rows if row[0] == 0]
    added: dict[str, list[Field]] = {}
    changed: dict[tuple[str, str], Change] = {}
    for each in settings:
        if each.kind:
            added.setdefault(each.sobject, []).append(_field(each))
        else:
            changed[each.sobject.lower(), each.name.lower()] = _change(each)
    values: dict[str, list[PickValue]] = {}
    for _, picklist, value, is_active, is_default, facts in (row for row in rows if row[0] == 1):
        made = PickValue(value, bool(is_active), bool(is_default), facts or "")
        values.setdefault(picklist, []).append(made)
    sections = {
        (sobject, record_type or ""): [Section(*each) for each in json.loads(text)]
        for _, sobject, record_type, text in (row for row in rows if row[0] == 2)
    }
    return Shape(added, changed, {name: tuple(each) for name, each in values.items()}, sections)


def _field(row: _Setting) -> Field:
    """A field that was added."""
    kind = Kind(row.kind or "")
    summary = json.loads(row.summary) if row.summary else None
    is_given = not (row.formula or row.numbering or summary)
    return Field(
        row.name,
        row.label or row.name,
        kind,
        row.slot or "",
        length=row.length,
        scale=row.scale,
        required=bool(row.is_required),
        createable=is_given,
        updateable=is_given,
        references=(row.refers_to,) if row.refers_to else (),
        relationship=row.name.removesuffix("__c") + "__r" if row.refers_to else "",
        children=row.children or "",
        picklist=row.picklist or "",
        is_restricted=bool(row.is_restricted),
        default=json.loads(row.default) if row.default else None,
        is_tracked=bool(row.is_tracked),
        is_external_id=bool(row.is_external_id),
        is_nillable=kind is not Kind.BOOLEAN,
        compute=_rolled_up(row.name, summary) if summary else None,
        help=row.help or "",
        is_unique=bool(row.is_unique),
        controller=row.controller or "",
        allowed=_allowed(row.allowed),
        formula=row.formula or "",
        numbering=row.numbering or "",
        is_rich=bool(row.is_rich),
        is_added=True,
    )


def _change(row: _Setting) -> Change:
    """What is different about a field that is declared."""
    default = json.loads(row.default) if row.default else None

    def changed(field: Field) -> Field:
        return replace(
            field,
            required=field.required or bool(row.is_required),
            default=field.default if default is None else default,
            is_tracked=field.is_tracked or bool(row.is_tracked),
            help=row.help or field.help,
            controller=row.controller or "",
            allowed=_allowed(row.allowed),
        )

    return changed


def _allowed(text: str | None) -> Mapping[str, frozenset[str]]:
    return {key: frozenset(each) for key, each in json.loads(text).items()} if text else {}


def _rolled_up(name: str, summary: Mapping[str, Any]) -> Compute:
    """What the records below a record come to, whoever may see them."""

    def compute(table: FromClause) -> ColumnElement[Any]:
        beneath = objects.declared(summary["sobject"])
        below = aliases.alias(beneath.name, f"{getattr(table, 'name', '')}_{name}")
        naming = below.c[beneath.fields[summary["by"].lower()].column]
        value = _total(below, beneath.fields, summary)
        conditions = [_holds(below, beneath.fields, each) for each in summary.get("where", ())]
        query = select(value).where(naming == table.c.id, ~below.c.is_deleted, *conditions)
        return query.correlate(table).scalar_subquery()

    return compute


def _total(
    below: FromClause, fields: Mapping[str, Field], summary: Mapping[str, Any]
) -> ColumnElement[Any]:
    if summary["how"] == "count":
        return func.count()
    value = fields[summary["of"].lower()].of(below)
    ways = {"sum": func.coalesce(func.sum(value), 0), "min": func.min(value)}
    return ways.get(summary["how"], func.max(value))


def _holds(
    below: FromClause, fields: Mapping[str, Field], asked: Sequence[Any]
) -> ColumnElement[bool]:
    """Whether a record counts: field, sign and value as columns keep it."""
    name, sign, wanted = asked
    value: ColumnElement[Any] = fields[name.lower()].of(below)
    if sign == "=":
        return value.is_(None) if wanted is None else value == wanted
    if sign == "!=":
        return value.is_not(None) if wanted is None else func.coalesce(value, "") != wanted
    holds: ColumnElement[bool] = value > wanted if sign == ">" else value < wanted
    return holds


shapes.read_by(_read, _made)
