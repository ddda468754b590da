"""Objects: kinds of records, as the doors know them, each over one table.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_concepts.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import inspect

from workworld.apps.crm.schema import shapes
from workworld.apps.crm.schema.columns import FIELD
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.shapes import Shape
from workworld.database import Base

M = TypeVar("M", bound=type[Base])


@dataclass(frozen=True, slots=True)
class SObject:
    """An object.

    Args:
        name: the API name: ``Opportunity``.
        label: what one record is called.
        plural: what several are called.
        prefix: the first three characters of its records' ids.
        model: the table.
        fields: by name in small letters, in the order of the columns.
        parent: the field whose record decides who may do what with this one; empty for an object
            with owners of its own.
        is_setup: whether it belongs to how the organisation is set up: everybody may read it, and
            the pages of records do not show it.
        is_said: whether its records are what users say to the record above: whoever reads that
            one may add some, and nobody but their author changes them.
        is_everybodys: whether profiles say nothing of it: whoever sees a record by their own or by
            a record that shows it may do what they may there.
        createable: whether callers may create records.
        updateable: whether callers may change records.
        deletable: whether callers may delete records.
        searched: the columns that full-text search knows; empty if it does not find its records.
        queryable: whether a query may be about it; else it is but told below other records.
    """

    name: str
    label: str
    plural: str
    prefix: str
    model: type[Base]
    fields: Mapping[str, Field]
    parent: str = ""
    is_setup: bool = False
    is_everybodys: bool = False
    is_said: bool = False
    createable: bool = True
    updateable: bool = True
    deletable: bool = True
    searched: tuple[str, ...] = ()
    queryable: bool = True

    def field(self, name: str) -> Field | None:
        """A field by its API name, regardless of case."""
        return self.fields.get(name.lower())

    @property
    def name_field(self) -> Field | None:
        """What its records are called; None for those that have no name."""
        return next((each for each in self.fields.values() if each.is_name), None)

    @property
    def has_owner(self) -> bool:
        """Whether its records have owners of their own."""
        return "ownerid" in self.fields


class Children(NamedTuple):
    """A way from a record to those that name it."""

    name: str
    """``Contacts``."""
    sobject: str
    """Of what object those are."""
    field: str
    """The field in which they name it."""


_declared: dict[str, SObject] = {}


def sobject(
    name: str,
    label: str,
    plural: str,
    prefix: str,
    *,
    computed: Sequence[Field] = (),
    **more: Any,
) -> Callable[[M], M]:
    """Declare that a table's rows are the records of an object.

    Args:
        name: the API name.
        label: what one record is called.
        plural: what several are called.
        prefix: the first three characters of its records' ids.
        computed: fields that no column keeps.
        more: further settings, as ``SObject`` has them.

    Raises:
        TypeError: another object has the same name or prefix.
    """

    def declare(model: M) -> M:
        of_columns = [
            replace(column.info[FIELD], column=attribute.key)
            for attribute in inspect(model).column_attrs
            for column in attribute.columns
            if FIELD in getattr(column, "info", {})
        ]
        fields = {each.name.lower(): each for each in (*of_columns, *computed)}
        made = SObject(name, label, plural, prefix, model, MappingProxyType(fields), **more)
        if any(name.lower() == known or prefix == each.prefix for known, each in _declared.items()):
            raise TypeError(f"two objects are called {name} or have ids that begin with {prefix}")
        _declared[name.lower()] = made
        return model

    return declare


def objects() -> Mapping[str, SObject]:
    """Every object, by its name in small letters."""
    return MappingProxyType(_known())


def find(name: str) -> SObject | None:
    """An object by its API name, regardless of case."""
    return _known().get(name.lower())


def of_name(name: str) -> SObject:
    """An object by its API name; KeyError if there is none."""
    return _known()[name.lower()]


def of_prefix(prefix: str) -> SObject | None:
    """The object whose ids begin so."""
    name = _by_prefix(len(_declared)).get(prefix)
    return of_name(name) if name else None


def of_model(model: type[Base]) -> SObject:
    """The object of a table; KeyError if it is none."""
    return of_name(_by_model(len(_declared))[model])


def children(name: str) -> Sequence[Children]:
    """The ways from an object's records to those that name them, by name."""
    return _children(shapes.in_force(), len(_declared)).get(name.lower(), ())


def declared(name: str) -> SObject:
    """An object as the application has it, without what administrators have made of it."""
    return _declared[name.lower()]


def _known() -> Mapping[str, SObject]:
    shape = shapes.in_force()
    return _declared if shape is shapes.DECLARED else _shaped(shape, len(_declared))


@lru_cache(maxsize=64)
def _shaped(shape: Shape, _count: int) -> Mapping[str, SObject]:
    return {name: _as_made(shape, each) for name, each in _declared.items()}


def _as_made(shape: Shape, known: SObject) -> SObject:
    """An object with what administrators have added to it and changed about it."""
    added = shape.added.get(known.name, ())
    changed = {field for name, field in shape.changed if name == known.name.lower()}
    if not added and not changed:
        return known
    fields = dict(known.fields)
    for name in sorted(changed & fields.keys()):
        fields[name] = shape.changed[known.name.lower(), name](fields[name])
    fields |= {each.name.lower(): each for each in added}
    return replace(known, fields=MappingProxyType(fields))


@lru_cache(maxsize=2)
def _by_prefix(_count: int) -> Mapping[str, str]:
    return {each.prefix: each.name for each in _declared.values()}


@lru_cache(maxsize=2)
def _by_model(_count: int) -> Mapping[type[Base], str]:
    return {each.model: each.name for each in _declared.values()}


@lru_cache(maxsize=64)
def _children(shape: Shape, count: int) -> Mapping[str, Sequence[Children]]:
    found: dict[str, list[Children]] = {}
    known = _declared if shape is shapes.DECLARED else _shaped(shape, count)
    for each in known.values():
        for field in each.fields.values():
            for parent in field.references if field.children else ():
                way = Children(field.children, each.name, field.name)
                found.setdefault(parent.lower(), []).append(way)
    return {name: sorted(ways) for name, ways in found.items()}
