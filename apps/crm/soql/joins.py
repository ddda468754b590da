"""The tables that one level of a query is about: an object's, and those of parents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, FromClause, and_, case, func, null, or_, select

from workworld.apps.crm.record_ids import prefix_of
from workworld.apps.crm.schema import borrowed, objects
from workworld.apps.crm.schema.borrowed import Borrowed
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.soql import field_histories, known_objects
from workworld.apps.crm.soql.scope import Scope
from workworld.apps.crm.soql.tree import Path
from workworld.apps.crm.soql.wording import FIELD, TYPE, no_column, no_object, no_relationship

MOST_PARENTS = 5
_NAMED = frozenset(
    (
        *("alias", "email", "firstname", "id", "isactive", "lastname", "name", "phone"),
        *("profileid", "title", "username", "userroleid", "type"),
    )
)
"""What may be asked of whoever or whatever a reference of several objects leads to."""
_TYPE = Field("Type", "Type", Kind.STRING)


@dataclass(slots=True)
class Node:
    """A record at the end of a way: of one object, or of one of several."""

    entity: str
    """What it is called where something is wrong."""
    targets: Mapping[str, tuple[SObject, FromClause]]
    """The tables in which it may be, by the name of the object."""
    reference: ColumnElement[Any] | None = None
    """The expression of its id, for one that is reached through a reference."""
    parents: dict[str, Node] = field(default_factory=dict)
    """By the relationship's name in small letters."""
    unjoined: Callable[[], None] | None = None
    """What makes its tables part of the query, as long as nothing in them is asked for."""

    def join(self) -> None:
        """See to it that its tables are part of the query: the kind of a record needs none."""
        joining, self.unjoined = self.unjoined, None
        if joining:
            joining()

    @property
    def is_any(self) -> bool:
        """Whether it may be of several objects."""
        return len(self.targets) != 1

    @property
    def id(self) -> ColumnElement[Any]:
        """Its id; null if there is none, or none that may be seen."""
        self.join()
        found = [table.c.id for _, table in self.targets.values()]
        return func.coalesce(*found) if len(found) > 1 else found[0]


@dataclass(frozen=True, slots=True)
class Found:
    """A field that a query names."""

    field: Field
    value: ColumnElement[Any]
    node: Node
    sobject: SObject
    names: tuple[str, ...]
    """The way to it, as the organisation writes it: ``("Account", "Name")``."""
    way: tuple[Node, ...] = ()
    """The records on the way to it."""


class Level:
    """One level of a query.

    Args:
        scope: what it is read against.
        sobject: what it is about.
        alias: what else it is called.
        aliases: other names of parents, in small letters.
    """

    def __init__(
        self,
        scope: Scope,
        sobject: SObject,
        alias: str = "",
        aliases: Mapping[str, Path] | None = None,
    ) -> None:
        self.scope = scope
        self.sobject = sobject
        self.table = scope.alias(sobject)
        self.root = Node(sobject.name, {sobject.name: (sobject, self.table)})
        self.source: FromClause = self.table
        self._own = {alias.lower(), sobject.name.lower()} - {""}
        self._aliases = dict(aliases or {})

    @property
    def id(self) -> ColumnElement[Any]:
        """The id of a record."""
        return self.table.c.id

    def visible(self) -> ColumnElement[bool]:
        """The condition of the records that whoever asks may see."""
        sight = self.scope.sight
        seen = sight.rows(self.sobject, self.table, deleted=self.scope.deleted)
        if sources := known_objects.made_of(self.sobject):
            return and_(seen, or_(*map(self._seen_in, sources)))
        tracked = field_histories.above(self.sobject)
        if tracked is None:
            theirs = known_objects.seen(self.sobject, self.table, self.scope.me_id)
            return seen if theirs is None else and_(seen, theirs)
        fields = tracked.fields.values()
        hidden = sorted(each.name for each in fields if not sight.readable(tracked, each))
        return and_(seen, self.table.c.field.not_in(hidden))

    def _seen_in(self, sobject: SObject) -> ColumnElement[bool]:
        table = self.scope.alias(sobject)
        seen = self.scope.sight.rows(sobject, table, deleted=self.scope.deleted)
        return self.table.c.id.in_(select(table.c.id).where(seen))

    def find(self, path: Path, start: Node | None = None) -> Found:
        """The field that a path leads to.

        Args:
            path: which.
            start: from where; from the level's own records by default.

        Raises:
            QueryRefused: there is none, or none that the caller may read.
        """
        names = self._from_here(path) if start is None else path.names
        if len(names) - 1 > MOST_PARENTS:
            said = f"SOQL relationships are limited to {MOST_PARENTS} levels"
            raise self.scope.refusal(FIELD, said, path.at)
        node, way, nodes = start or self.root, [], []
        for name in names[:-1]:
            node, canonical = self.parent(node, name, path.at)
            way.append(canonical)
            nodes.append(node)
        found = self._field(node, names[-1], tuple(way), path.at)
        return replace(found, way=tuple(nodes))

    def lends(self, asked: Borrowed, sobject: SObject) -> bool:
        """Whether whoever asks may know what an object's records borrow."""
        above, sight = known_objects.of_name(asked.sobject), self.scope.sight
        return (
            sight.readable(sobject, sobject.fields[asked.reference.lower()])
            and sight.reads(above)
            and sight.readable(above, above.fields[asked.source.lower()])
        )

    def parent(self, node: Node, name: str, at: int) -> tuple[Node, str]:
        """The record that a relationship leads to, and how the relationship is written.

        Raises:
            QueryRefused: there is no such relationship.
        """
        node.join()
        for sobject, table in node.targets.values():
            found = _leading(sobject, name)
            if found is None or not self.scope.sight.readable(sobject, found):
                continue
            known = node.parents.get(name.lower())
            if known is None:
                known = node.parents[name.lower()] = self._joined(found, table)
            if known.targets:
                return known, found.relationship
        raise self.scope.refusal(FIELD, no_relationship(name), at)

    def _from_here(self, path: Path) -> tuple[str, ...]:
        names = path.names
        if len(names) > 1:
            first = names[0].lower()
            if first in self._aliases:
                return (*self._aliases[first].names, *names[1:])
            if first in self._own and _leading(self.sobject, first) is None:
                return names[1:]
        return names

    def _joined(self, leading: Field, table: FromClause) -> Node:
        reference = leading.of(table)
        targets = {}
        for name in leading.references:
            sobject = known_objects.of_name(name)
            if self.scope.sight.reads(sobject):
                targets[sobject.name] = (sobject, self.scope.alias(sobject))
        entity = "Name" if len(targets) != 1 else next(iter(targets))
        node = Node(entity, targets, reference)

        def join() -> None:
            for sobject, alias in targets.values():
                seen = self.scope.sight.rows(sobject, alias)
                self.source = self.source.outerjoin(alias, and_(alias.c.id == reference, seen))

        node.unjoined = join
        if not node.is_any:
            node.join()
        return node

    def _field(self, node: Node, name: str, way: tuple[str, ...], at: int) -> Found:
        lowered = name.lower()
        if not node.is_any:
            ((sobject, table),) = node.targets.values()
            found = sobject.field(name)
            if found is not None and self.scope.sight.readable(sobject, found):
                return Found(found, found.of(table), node, sobject, (*way, found.name))
            lent = borrowed.find(sobject.name, name)
            if lent is not None and self.lends(lent, sobject):
                above, _ = self.parent(node, lent.relationship, at)
                value = self._field(above, lent.source, way, at).value
                return Found(lent.field, value, node, sobject, (*way, lent.field.name))
            raise self.scope.refusal(FIELD, no_column(name, node.entity), at)
        if lowered == "type":
            sobject = next(iter(node.targets.values()))[0]
            return Found(_TYPE, _kind_of(node), node, sobject, (*way, "Type"))
        return self._shared(node, lowered, way, at, name)

    def _shared(self, node: Node, lowered: str, way: tuple[str, ...], at: int, name: str) -> Found:
        """A field of a record of several objects: of each that has it."""
        node.join()
        is_owner = objects.of_name("User").name in node.targets
        ways = []
        for sobject, table in node.targets.values():
            found = sobject.name_field if lowered == "name" else sobject.field(lowered)
            if found is not None and self.scope.sight.readable(sobject, found):
                ways.append((found, found.of(table), sobject))
        if not ways or (lowered not in _NAMED and not is_owner):
            raise self.scope.refusal(FIELD, no_column(name, node.entity), at)
        field_, value, sobject = ways[0]
        if len(ways) > 1:
            value = func.coalesce(*(each for _, each, _ in ways))
        canonical = "Name" if lowered == "name" else field_.name
        return Found(field_, value, node, sobject, (*way, canonical))


def level_of(scope: Scope, name: str, at: int, **more: Any) -> Level:
    """The level of a query about an object.

    Raises:
        QueryRefused: there is no such object, or none that the caller may read.
    """
    sobject = known_objects.find(name)
    if sobject is None or not scope.sight.reads(sobject):
        raise scope.refusal(TYPE, no_object(name), at)
    if not sobject.queryable:
        said = f"entity type {sobject.name} does not support query"
        raise scope.refusal("INVALID_TYPE_FOR_OPERATION", said, at)
    return Level(scope, sobject, **more)


def kind_name(record_id: str) -> str:
    """The name of the object of an id."""
    found = objects.of_prefix(prefix_of(record_id))
    return found.name if found else "Name"


def _leading(sobject: SObject, relationship: str) -> Field | None:
    """The reference by which a relationship goes."""
    wanted = relationship.lower()
    return next((e for e in sobject.fields.values() if e.relationship.lower() == wanted), None)


def _kind_of(node: Node) -> ColumnElement[Any]:
    """The object of a record, as the beginning of its id tells it."""
    begins = {sobject.prefix: sobject.name for sobject, _ in node.targets.values()}
    return case(begins, value=func.substr(node.reference, 1, 3), else_=null())
