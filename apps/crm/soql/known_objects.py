"""Every object that queries know: records, their histories, and what is derived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, FromClause

from workworld.apps.crm.schema.objects import Children, SObject
from workworld.apps.crm.soql import (
    activity_objects,
    cadence_objects,
    contact_objects,
    derived_objects,
    field_histories,
    login_objects,
    process_objects,
    report_objects,
    setup_objects,
    value_lists,
)

_MODULES = (
    activity_objects,
    cadence_objects,
    contact_objects,
    login_objects,
    process_objects,
    report_objects,
    setup_objects,
    value_lists,
)
"""They declare theirs."""
_WAYS: Mapping[str, Sequence[Children]] = {
    "ProcessInstance": (
        Children("Steps", "ProcessInstanceStep", "ProcessInstanceId"),
        Children("Workitems", "ProcessInstanceWorkitem", "ProcessInstanceId"),
    ),
    "Opportunity": (Children("ProcessInstances", "ProcessInstance", "TargetObjectId"),),
}


def find(name: str) -> SObject | None:
    """An object by its API name regardless of case."""
    found = derived_objects.known().get(name.lower())
    return found.sobject if found else field_histories.find(name)


def of_name(name: str) -> SObject:
    """An object by its API name; KeyError if there is none."""
    found = find(name)
    if found is None:
        raise KeyError(name)
    return found


def derived() -> Sequence[SObject]:
    """Those whose records nobody creates: what is derived."""
    return [each.sobject for each in derived_objects.known().values()]


def children(name: str) -> Sequence[Children]:
    """The ways from an object's records to others."""
    return [
        *field_histories.children(name),
        *activity_objects.children(name),
        *_WAYS.get(name, ()),
    ]


def alias(sobject: SObject, name: str) -> FromClause:
    """An object's table by another name."""
    found = derived_objects.known().get(sobject.name.lower())
    if found is None:
        return field_histories.alias(sobject, name)
    return derived_objects.alias(found, name)


def seen(sobject: SObject, table: FromClause, me_id: str) -> ColumnElement[bool] | None:
    """Which rows of a derived object somebody sees, where that hangs on no record; else None."""
    found = derived_objects.known().get(sobject.name.lower())
    return found.seen(table, me_id) if found and found.seen else None


def made_of(sobject: SObject) -> Sequence[SObject]:
    """The objects whose records those of a derived one are; none for the others."""
    found = derived_objects.known().get(sobject.name.lower())
    return [of_name(each) for each in found.made_of] if found else ()
