"""A tree → the condition that it makes on the table of issues, and the order of results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, and_, not_, or_, select, true, union

from workworld.apps.tracker.jql import (  # noqa: F401 - two are there for what they declare
    custom,
    function_table,
    issue_functions,
    names,
)
from workworld.apps.tracker.jql.functions import function
from workworld.apps.tracker.jql.parser import parse
from workworld.apps.tracker.jql.scope import NOTHING, Scope, flat
from workworld.apps.tracker.jql.sets import fits
from workworld.apps.tracker.jql.specs import FieldSpec, Key
from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Field,
    JqlError,
    Node,
    Not,
    Query,
    Sorting,
    Value,
)
from workworld.apps.tracker.jql.words import EQUALS, HISTORY, NEGATED
from workworld.apps.tracker.models import Issue, IssueLink
from workworld.database import rows_of
from workworld.permissions import sight_of, visible

FILTER_NAMES = ("filter", "request", "savedfilter", "searchrequest")
"""What queries call a saved filter."""
_SUFFIX = re.compile(r"\[[A-Za-z ()-]+\]$")


@dataclass(frozen=True, slots=True)
class Sorted:
    """By what results are ordered, and which way."""

    key: Key
    is_descending: bool


def condition_of(
    scope: Scope, node: Node | None, *, is_negated: bool = False
) -> ColumnElement[bool]:
    """The condition that part of a query makes.

    A negation reaches every clause by itself, as with the vendor: ``NOT assignee = ana`` is
    ``assignee != ana``, which leaves out what has no assignee.
    """
    if node is None:
        return true()
    if isinstance(node, Not):
        return condition_of(scope, node.node, is_negated=not is_negated)
    if isinstance(node, Clause):
        return _clause(scope, node, is_negated=is_negated)
    parts = [condition_of(scope, each, is_negated=is_negated) for each in node.nodes]
    joins_all = isinstance(node, And) != is_negated
    return and_(*parts) if joins_all else or_(*parts)


def order_of(scope: Scope, order: Sequence[Sorting]) -> list[Sorted]:
    """By what a query's results are ordered, the weightiest first."""
    found: list[Sorted] = []
    for each in order:
        specs = _specs(scope, each.field)
        if specs is None:
            continue
        if specs[0].order is None:
            said = f"Not able to sort using field '{each.field.name}'."
            scope.refuse(said, each.field.place)
            continue
        is_descending = each.direction == "desc"
        found += [Sorted(key, is_descending) for key in specs[0].order(scope)]
    return found


def _specs(scope: Scope, field: Field) -> Sequence[FieldSpec] | None:
    """The fields that a name stands for; if there are none, that is noted."""
    name, known = field.name, custom.fields(scope)
    found = known.get(name.lower()) or known.get(_SUFFIX.sub("", name).lower())
    if found is None:
        said = f"Field '{name}' does not exist or you do not have permission to view it."
        scope.refuse(said, field.place)
    return found


def _clause(scope: Scope, clause: Clause, *, is_negated: bool) -> ColumnElement[bool]:
    scope.count()
    scope.clause = clause
    if is_negated and clause.operator in NEGATED:
        return _clause(scope, replace(clause, operator=NEGATED[clause.operator]), is_negated=False)
    if is_negated:
        return not_(_clause(scope, clause, is_negated=False))
    if clause.predicates and clause.operator not in HISTORY:
        return _without_predicates(scope, clause)
    if clause.field.name.lower() in FILTER_NAMES:
        return _filter(scope, clause)
    specs = _specs(scope, clause.field)
    if specs is None:
        return NOTHING
    return or_(NOTHING, *(_of(scope, spec, clause) for spec in specs))


def _of(scope: Scope, spec: FieldSpec, clause: Clause) -> ColumnElement[bool]:
    if clause.operator in spec.operators:
        return spec.condition(scope, clause)
    if clause.operator in HISTORY:
        return scope.no(f"History searches do not support the '{clause.field.name}' field.")
    said = f"The operator '{clause.operator.upper()}' is not supported by the"
    return scope.no(f"{said} '{clause.field.name}' field.")


def _without_predicates(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    called = {"=": "EQUALS", "!=": "NOT_EQUALS"}.get(clause.operator, clause.operator.upper())
    word = clause.predicates[0].word
    return scope.no(f"The {called} operator does not support the use of the {word} predicate.")


# Filters within queries


def _filter(scope: Scope, clause: Clause) -> ColumnElement[bool]:
    """``filter = "My open issues"``: what a saved filter that the viewer sees finds."""
    if clause.operator not in EQUALS:
        said = f"The operator '{clause.operator.upper()}' is not supported by the"
        return scope.no(f"{said} '{clause.field.name}' field.")
    if clause.operand is None or not fits(scope, clause):
        return NOTHING
    parts = [NOTHING]
    for each in flat(clause.operand):
        if not isinstance(each, Value):
            field = clause.field.name
            return scope.no(f"The field '{field}' does not support searching for EMPTY values.")
        parts += [_found(scope, id) for id in names.filter_called(scope, clause.field.name, each)]
    found = or_(*parts)
    return found if clause.operator in ("=", "in") else not_(found)


def _found(scope: Scope, filter_id: str) -> ColumnElement[bool]:
    row: Any = next(each for each in names.filters(scope) if each.id == filter_id)
    if filter_id in scope.filters:
        said = f"Field 'filter' with value '{row.name}' matches filter '{row.name}' and causes a"
        return scope.no(f"{said} cyclical reference, this query can not be executed.")
    scope.filters = (*scope.filters, filter_id)
    try:
        with scope.inside():
            return condition_of(scope, parse(row.jql).where)
    except JqlError as error:
        return scope.no(error.message)
    finally:
        scope.filters = scope.filters[:-1]


# Queries within queries


@function("linkedIssuesOf", "issue", arguments=(1, 20), usage='"query", "link type"')
def _linked_of(scope: Scope, arguments: Sequence[str]) -> Sequence[str]:
    """What issues that a query finds are linked to: ``linkedIssuesOf("type = Bug", blocks)``."""
    outward, inward = issue_functions.directions(scope, "linkedIssuesOf", arguments[1:])
    try:
        with scope.inside():
            found = condition_of(scope, parse(arguments[0]).where)
    except JqlError as error:
        scope.refuse(error.message)
        return ()
    if scope.problems:
        return ()
    ids = visible(Issue).with_only_columns(Issue.__table__.c.id).where(found)
    links = IssueLink.__table__.c
    both = union(
        select(links.target_id.label("other")).where(
            links.source_id.in_(ids), links.type_id.in_(outward)
        ),
        select(links.source_id.label("other")).where(
            links.target_id.in_(ids), links.type_id.in_(inward)
        ),
    )
    rows = rows_of(scope.ctx.session, both, sight_of(scope.ctx))
    return sorted(row.other for row in rows)


def check(scope: Scope, query: Query) -> None:
    """See to it that all names in a query are known, and everything fits.

    Raises:
        Invalid: ``jql_invalid``, with all that is wrong.
    """
    condition_of(scope, query.where)
    order_of(scope, query.order)
    scope.settle()
