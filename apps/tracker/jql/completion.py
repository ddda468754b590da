"""What may be typed next in a query: fields, operators, values, functions, and what joins them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select

from workworld.apps.tracker.jql import custom, desks, functions, names
from workworld.apps.tracker.jql.conditions import FILTER_NAMES
from workworld.apps.tracker.jql.parser import Expectation, expectation
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.specs import FieldSpec
from workworld.apps.tracker.jql.tree import Field
from workworld.apps.tracker.jql.words import EQUALS, HISTORY, PREDICATES
from workworld.apps.tracker.jql.writing import field_text, word
from workworld.apps.tracker.models import Issue, IssueLabel
from workworld.apps.tracker.service import access, site
from workworld.database import constant, rows_of
from workworld.directory.models import Person
from workworld.permissions import sight_of, visible

MOST = 15
"""How many things are offered at once."""
_TYPED = re.compile(r"[^\s=<>~!(),\[\]&|\"']*\Z")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[^\"']+", re.DOTALL)
_DATES = ("-1d", "-1w", "-1M", '"-4w 2d"')
_people = Person.__table__.c
_PEOPLE = constant(
    select(_people.id, _people.name, _people.display_name)
    .where(
        _people.is_deactivated.is_(False),
        (func.instr(func.lower(_people.name), bindparam("text")) > 0)
        | (func.instr(func.lower(_people.display_name), bindparam("text")) > 0)
        | (func.instr(func.lower(_people.email), bindparam("text")) == 1),
    )
    .order_by(func.lower(_people.name), _people.id)
    .limit(MOST)
)


class Choice(NamedTuple):
    """Something that may be typed."""

    text: str
    """As the query has it, quoted if it has to be."""
    shown: str


class Completion(NamedTuple):
    """What may stand at the cursor, in place of what is typed there."""

    kind: str
    """``field``, ``operator``, ``value``, ``function`` …; empty if nothing is offered."""
    start: int
    end: int
    choices: Sequence[Choice]


def complete(scope: Scope, text: str, position: int) -> Completion:
    """What may stand at a place in a query."""
    head = text[: max(0, position)]
    start = _start_of_typed(head)
    typed = head[start:].lstrip("\"'").lower()
    expected = expectation(head[:start])
    found = _choices(scope, expected, typed)
    return Completion(expected.kind if found else "", start, len(head), found[:MOST])


def _start_of_typed(head: str) -> int:
    """Where the word that is being typed begins; an open quotation is one."""
    at = 0
    while at < len(head):
        part = _QUOTED.match(head, at)
        if part is None:  # a quotation mark without its fellow
            return at
        at = part.end()
    found = _TYPED.search(head)
    return found.start() if found else len(head)


def _choices(scope: Scope, expected: Expectation, typed: str) -> list[Choice]:
    if expected.kind in ("field", "sorting"):
        return fields(scope, typed, is_order=expected.kind == "sorting")
    if expected.kind == "operator":
        return _fitting(_operators(scope, expected), typed)
    if expected.kind == "value":
        return _values(scope, expected, typed)
    if expected.kind == "argument":
        return _arguments(scope, expected.function, typed)
    follow = {
        "connective": ["AND", "OR", "ORDER BY"],
        "direction": ["ASC", "DESC"],
        "by": ["BY"],
        "list": [",", ")"],
    }.get(expected.kind, [])
    if expected.kind == "connective" and expected.operator in HISTORY:
        follow = [*(each.upper() for each in PREDICATES), *follow]
    return _fitting(follow, typed)


def _fitting(words: Iterable[str], typed: str) -> list[Choice]:
    return [Choice(each, each) for each in words if each.lower().startswith(typed)]


def fields(scope: Scope, typed: str, *, is_order: bool = False) -> list[Choice]:
    """The fields whose names hold what is typed; those that begin with it come first."""
    specs = {id(spec): spec for found in custom.fields(scope).values() for spec in found}.values()
    usable = [spec for spec in specs if (spec.order if is_order else spec.operators)]
    called = {spec.name for spec in usable} | (set() if is_order else {"filter"})
    found = sorted(
        (name for name in called if typed in name.lower()),
        key=lambda name: (not name.lower().startswith(typed), name.lower()),
    )
    return [Choice(field_text(Field(name)), name) for name in found]


def _operators(scope: Scope, expected: Expectation) -> list[str]:
    spec = spec_called(scope, expected.field)
    known = spec.operators if spec else EQUALS
    if expected.field.lower() in FILTER_NAMES:
        known = EQUALS
    begun = {"not": "not ", "is": "is ", "was": "was "}.get(expected.last, "")
    return [each.removeprefix(begun).upper() for each in known if each.startswith(begun)]


def spec_called(scope: Scope, name: str) -> FieldSpec | None:
    """The field of a name, if there is one."""
    found = custom.fields(scope).get(name.lower())
    return found[0] if found else None


def _values(scope: Scope, expected: Expectation, typed: str) -> list[Choice]:
    operator = expected.operator
    wants_list = operator.endswith("in")
    if wants_list and expected.last not in ("(", ","):
        called = _functions(scope, expected.field, typed, is_list=True)
        return [*_fitting(["("], typed), *called]
    if operator in ("is", "is not"):
        return _fitting(["EMPTY", "NULL", *(["NOT"] if expected.last == "is" else [])], typed)
    more = _fitting(["NOT", "IN"], typed) if expected.last == "was" else []
    found = [*values(scope, expected.field, typed), *more]
    return [*found, *_functions(scope, expected.field, typed, is_list=None)]


def values(scope: Scope, field: str, typed: str) -> list[Choice]:
    """The values of a field whose names hold what is typed."""
    if field.lower() in FILTER_NAMES:
        return _named(names.filters(scope), typed)
    spec = spec_called(scope, field)
    if spec is None:
        return []
    if spec.kind == "option":
        return _named(names.options(scope, spec.id), typed, "value")
    source = _SOURCES.get(spec.kind)
    return source(scope, typed)[:MOST] if source else []


def _named(rows: Iterable[Any], typed: str, column: str = "name") -> list[Choice]:
    called = dict.fromkeys(getattr(row, column) for row in rows)
    return [Choice(word(name), name) for name in called if typed in name.lower()]


def _of(
    look_up: Callable[[Scope], Iterable[Any]], *more: str
) -> Callable[[Scope, str], list[Choice]]:
    def source(scope: Scope, typed: str) -> list[Choice]:
        extra = [Choice(word(each), each) for each in more if typed in each.lower()]
        return [*extra, *_named(look_up(scope), typed)]

    return source


def _projects(scope: Scope, typed: str) -> list[Choice]:
    return [
        Choice(word(row.key), f"{row.name} ({row.key})")
        for row in names.projects(scope).values()
        if typed in row.key.lower() or typed in row.name.lower()
    ]


def _persons(scope: Scope, typed: str) -> list[Choice]:
    rows = rows_of(scope.ctx.session, _PEOPLE, {"text": typed})
    return [Choice(word(row.id), row.name) for row in rows]


def _labels(scope: Scope, typed: str) -> list[Choice]:
    labels, issues = IssueLabel.__table__.c, Issue.__table__.c
    seen = visible(Issue).with_only_columns(issues.id)
    query = (
        select(labels.label)
        .where(func.instr(func.lower(labels.label), typed) > 0, labels.issue_id.in_(seen))
        .distinct()
        .order_by(labels.label)
        .limit(MOST)
    )
    rows = rows_of(scope.ctx.session, query, sight_of(scope.ctx))
    return [Choice(word(row.label), row.label) for row in rows]


def _dates(_scope: Scope, typed: str) -> list[Choice]:
    return _fitting(_DATES, typed)


def _levels(scope: Scope, typed: str) -> list[Choice]:
    mine = access.my_levels(scope.ctx)
    rows = [row for row in site.security_levels(scope.ctx).values() if row.id in mine]
    return _named(rows, typed)


def _link_types(scope: Scope, typed: str) -> list[Choice]:
    rows = site.link_types(scope.ctx).values()
    words = dict.fromkeys(each for row in rows for each in (row.outward, row.inward))
    return [Choice(word(each), each) for each in words if typed in each.lower()]


_SOURCES: dict[str, Callable[[Scope, str], list[Choice]]] = {
    "project": _projects,
    "user": _persons,
    "label": _labels,
    "date": _dates,
    "level": _levels,
    "link type": _link_types,
    "status": _of(lambda scope: site.statuses(scope.ctx).values()),
    "issuetype": _of(lambda scope: site.issue_types(scope.ctx).values()),
    "priority": _of(lambda scope: site.priorities(scope.ctx).values()),
    "resolution": _of(lambda scope: site.resolutions(scope.ctx).values(), "Unresolved"),
    "category": _of(lambda scope: site.categories(scope.ctx).values()),
    "component": _of(names.components),
    "version": _of(names.versions),
    "sprint": _of(names.sprints),
    "statuscategory": _of(lambda _scope: (), "To Do", "In Progress", "Done"),
    "flag": _of(lambda _scope: (), "Impediment"),
    "request type": _of(desks.request_types),
    "organization": _of(desks.organizations),
    "project type": _of(lambda _scope: (), "software", "service_desk", "business"),
}


def _functions(scope: Scope, field: str, typed: str, *, is_list: bool | None) -> list[Choice]:
    spec = spec_called(scope, field)
    return [
        Choice(f"{each.name}()", f"{each.name}({each.usage})")
        for each in functions.specs().values()
        if spec is not None
        and each.kind == spec.kind
        and typed in each.name.lower()
        and is_list in (None, each.is_list)
    ]


def _arguments(scope: Scope, function: str, typed: str) -> list[Choice]:
    spec = functions.specs().get(function.lower())
    if spec is None:
        return []
    if function.lower() == "membersof":
        return _named(names.groups(scope), typed)[:MOST]
    if spec.usage == "project":
        return _projects(scope, typed)[:MOST]
    return _persons(scope, typed) if spec.usage.startswith("user") else []
