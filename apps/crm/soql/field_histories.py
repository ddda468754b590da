"""History objects: beside each object with tracked fields one whose records are their changes.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_associated_objects_history.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Float,
    FromClause,
    Integer,
    case,
    func,
    literal,
    select,
    type_coerce,
)
from sqlalchemy import cast as as_type
from sqlalchemy.types import NullType

from workworld.apps.crm.models import FieldChange
from workworld.apps.crm.schema import aliases, objects
from workworld.apps.crm.schema.columns import USER
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import Children, SObject

CHILDREN = "Histories"
"""By what name a query goes from a record to its changes."""
_changes = FieldChange.__table__.c
_MOMENT = "%Y-%m-%dT%H:%M:%S.000+0000"
_SECOND = 1_000_000
_NAMES = {"Opportunity": "OpportunityFieldHistory"}
"""Where ``OpportunityHistory`` is something else: the stages of deals."""


def find(name: str) -> SObject | None:
    """An object by its API name regardless of case, the history objects among them."""
    found = _histories(len(objects.objects())).get(name.lower())
    return found[0] if found else objects.find(name)


def above(sobject: SObject) -> SObject | None:
    """The object whose changes are the records of a history object; None for any other."""
    found = _histories(len(objects.objects())).get(sobject.name.lower())
    return objects.of_name(found[1]) if found else None


def children(name: str) -> Sequence[Children]:
    """The ways from an object's records to others, that to their changes among them."""
    found = list(objects.children(name))
    for history, tracked in _histories(len(objects.objects())).values():
        if tracked == name:
            found.append(Children(CHILDREN, history.name, f"{name}Id"))
    return found


def alias(sobject: SObject, name: str) -> FromClause:
    """An object's table by another name, that of a history object too."""
    return (
        aliases.alias(sobject.name, name) if above(sobject) is None else _alias(sobject.name, name)
    )


@cache
def _alias(sobject: str, name: str) -> FromClause:
    history, _ = _histories(len(objects.objects()))[sobject.lower()]
    table: FromClause = history.model.__table__.alias(name)
    return table


@cache
def _histories(_count: int) -> Mapping[str, tuple[SObject, str]]:
    """Each history object and the name of the object beside which it stands, by its own name in
    small letters."""
    found = {}
    for each in map(objects.declared, objects.objects()):
        if any(field.is_tracked for field in each.fields.values()):
            made = _history(each)
            found[made.name.lower()] = (made, each.name)
    return MappingProxyType(found)


def _history(tracked: SObject) -> SObject:
    name = _NAMES.get(tracked.name, f"{tracked.name}History")
    rows = select(
        _changes.id,
        _changes.record_id,
        _changes.field,
        _changes.old_value,
        _changes.new_value,
        _changes.changed_us,
        _changes.changed_by_id,
        literal(False, Boolean).label("is_deleted"),
    ).where(_changes.sobject == tracked.name)
    fields = (
        Field("Id", "History ID", Kind.ID, "id"),
        Field(
            f"{tracked.name}Id",
            f"{tracked.label} ID",
            Kind.REFERENCE,
            "record_id",
            references=(tracked.name,),
            relationship=tracked.name,
        ),
        Field("Field", "Changed Field", Kind.STRING, "field"),
        Field("OldValue", "Old Value", Kind.STRING, compute=_read(tracked, "old_value")),
        Field("NewValue", "New Value", Kind.STRING, compute=_read(tracked, "new_value")),
        Field("CreatedDate", "Created Date", Kind.DATETIME, "changed_us"),
        Field(
            "CreatedById",
            "Created By ID",
            Kind.REFERENCE,
            "changed_by_id",
            references=(USER,),
            relationship="CreatedBy",
        ),
        Field("IsDeleted", "Deleted", Kind.BOOLEAN, "is_deleted"),
    )
    label = f"{tracked.label} History"
    by_name = MappingProxyType({each.name.lower(): each for each in fields})
    model = cast(Any, SimpleNamespace(__table__=rows.subquery()))
    return SObject(name, label, label, "017", model, by_name, parent=f"{tracked.name}Id")


def _read(tracked: SObject, column: str) -> Any:
    """What a column kept, from the text of it, in the form that answers have."""
    by_kind: dict[Kind, list[str]] = {}
    for each in tracked.fields.values():
        by_kind.setdefault(each.kind, []).append(each.name)
    numbers = [name for kind in (Kind.DOUBLE, Kind.PERCENT) for name in by_kind.get(kind, ())]

    def compute(table: FromClause) -> ColumnElement[Any]:
        kept = table.c[column]
        whole = as_type(kept, Integer)
        ways = (
            (by_kind.get(Kind.CURRENCY, ()), as_type(kept, Float) / float(CENTS)),
            (by_kind.get(Kind.INT, ()), whole),
            (numbers, as_type(kept, Float)),
            (by_kind.get(Kind.DATETIME, ()), func.strftime(_MOMENT, whole // _SECOND, "unixepoch")),
        )
        whens = [
            (table.c.field.in_(names), type_coerce(value, NullType()))
            for names, value in ways
            if names
        ]
        read = case(*whens, else_=type_coerce(kept, NullType()))
        return case((kept.is_(None), None), else_=read)

    return compute
