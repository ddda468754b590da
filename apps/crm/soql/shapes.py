"""What answers look like: which column of a row stands where in a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement

from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.soql.functions import Value, currency_of
from workworld.apps.crm.soql.joins import Found, Level, Node, kind_name
from workworld.apps.crm.soql.shown import Convert, converter, formatter
from workworld.apps.crm.soql.tree import TypeOf
from workworld.apps.crm.soql.wording import FIELD, no_object

Kids = Mapping[str, Mapping[str, Any]]
"""The children of records: way to them → id of the parent → what stands in its record."""
_UNMEASURED = ("geocodeAccuracy", "latitude", "longitude")
"""What the vendor tells of an address besides, if it has looked for it on the map."""
Read = Callable[[Sequence[Any], Kids], Any]


class Columns:
    """The columns of a statement."""

    def __init__(self) -> None:
        self.made: list[ColumnElement[Any]] = []

    def add(self, column: ColumnElement[Any]) -> int:
        """Have a column too; its place in the rows."""
        self.made.append(column.label(f"c{len(self.made)}"))
        return len(self.made) - 1


class Shape:
    """A record of an answer.

    Args:
        level: of which query.
        columns: those of its statement.
        node: whose record; None for totals.
    """

    def __init__(self, level: Level, columns: Columns, node: Node | None) -> None:
        self._level = level
        self._columns = columns
        self._node = node
        self._reads: dict[str, Read] = {}
        self._parents: dict[str, Shape] = {}
        self._id = columns.add(node.id) if node else -1

    def has(self, key: str) -> bool:
        """Whether something stands by that name."""
        return any(key.lower() == known.lower() for known in self._reads)

    def record_id(self, row: Sequence[Any]) -> str:
        """The id of a row's record."""
        return str(row[self._id])

    def add(self, key: str, value: Value) -> None:
        """Have a value in it by a name."""
        place = self._columns.add(value.sql)
        convert = self._convert(value)
        if convert is None:
            self._reads[key] = lambda row, _: row[place]
        elif (code := self._code(value)) is None:
            known = convert
            self._reads[key] = lambda row, _: None if row[place] is None else known(row[place])
        else:
            amount, of = convert, self._columns.add(code)
            self._reads[key] = lambda row, _: (
                None if row[place] is None else f"{row[of]} {amount(row[place])}"
            )

    def add_field(self, found: Found, value: Value, key: str, at: int) -> None:
        """Have a field in it, that of a parent in the parent's record.

        Raises:
            QueryRefused: it stands there already.
        """
        self._of(found, key, at).add(key, value)

    def add_address(self, parts: Mapping[str, Found], at: int) -> None:
        """Have an address in it as one value: its parts, or null if all of them are empty.

        Raises:
            QueryRefused: it stands there already.
        """
        street = parts["street"]
        key = f"{street.names[-1].removesuffix('Street')}Address"
        shape = self._of(street, key, at)
        places = {name: self._columns.add(found.value) for name, found in sorted(parts.items())}

        def read(row: Sequence[Any], _: Kids) -> Any:
            told = {name: row[place] for name, place in places.items()}
            is_empty = all(each is None for each in told.values())
            return None if is_empty else told | dict.fromkeys(_UNMEASURED)

        shape._reads[key] = read

    def _of(self, found: Found, key: str, at: int) -> Shape:
        """The record in which a field stands, where nothing stands by that name yet."""
        shape = self
        for name, node in zip(found.names[:-1], found.way, strict=True):
            shape = shape._parent(name, node)
        if shape.has(key):
            said = f"duplicate field selected: {'.'.join((*found.names[:-1], key))}"
            raise self._level.scope.refusal(FIELD, said, at)
        return shape

    def add_kind(self, asked: TypeOf) -> None:
        """Have the fields in it that hang on what a reference leads to."""
        node, name = self._level.parent(self._level.root, asked.path.names[-1], asked.path.at)
        node.join()
        shapes: dict[str, Shape] = {}
        for kind, paths in asked.whens:
            known = next((each for each in node.targets if each.lower() == kind.lower()), None)
            if known is None:
                raise self._level.scope.refusal("INVALID_TYPE", no_object(kind), asked.at)
            only = Node(known, {known: node.targets[known]})
            shapes[known] = self._filled(only, paths)
        otherwise = self._filled(node, asked.otherwise)
        place = self._columns.add(node.id)

        def read(row: Sequence[Any], kids: Kids) -> Any:
            if row[place] is None:
                return None
            return shapes.get(kind_name(row[place]), otherwise).record(row, kids)

        self._reads[name] = read

    def add_children(self, name: str) -> None:
        """Have a record's children in it."""
        self._reads[name] = lambda row, kids: kids[name].get(row[self._id])

    def record(self, row: Sequence[Any], kids: Kids) -> dict[str, Any] | None:
        """A row as a record; None for a parent that there is not."""
        if self._node is None:
            made: dict[str, Any] = {"attributes": {"type": "AggregateResult"}}
        else:
            record_id = row[self._id]
            if record_id is None:
                return None
            kind = kind_name(record_id) if self._node.is_any else self._node.entity
            url = f"/services/data/{self._level.scope.version}/sobjects/{kind}/{record_id}"
            made = {"attributes": {"type": kind, "url": url}}
        for key, read in self._reads.items():
            made[key] = read(row, kids)
        return made

    def _parent(self, name: str, node: Node) -> Shape:
        known = self._parents.get(name)
        if known is None:
            known = self._parents[name] = Shape(self._level, self._columns, node)
            self._reads[name] = known.record
        return known

    def _filled(self, node: Node, paths: Sequence[Any]) -> Shape:
        made = Shape(self._level, self._columns, node)
        for path in paths:
            found = self._level.find(path, node)
            value = Value(found.value, found.field.kind, found.names[-1], found)
            made.add_field(found, value, found.names[-1], path.at)
        return made

    def _convert(self, value: Value) -> Convert | None:
        if not value.formats:
            return converter(value.kind)
        scope = self._level.scope
        if self._code(value) is None:
            return formatter(value.kind, scope.calendar, f"{scope.corporate()} ")
        return formatter(value.kind, scope.calendar)

    def _code(self, value: Value) -> ColumnElement[Any] | None:
        """The currency of an amount that is shown as people write it, unless it is converted."""
        if not value.formats or value.kind is not Kind.CURRENCY or value.converts:
            return None
        return currency_of(value) if value.found else None
