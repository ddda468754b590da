"""The fields that a site has added, as queries know them: by name, by ``cf[10100]``, by id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select

from workworld.apps.tracker.jql import desks, names, orders, wording
from workworld.apps.tracker.jql.clauses import by_ids
from workworld.apps.tracker.jql.fields import system_fields
from workworld.apps.tracker.jql.names import Resolve
from workworld.apps.tracker.jql.relations import link_field
from workworld.apps.tracker.jql.scope import NOTHING, Scope
from workworld.apps.tracker.jql.sets import Held, several, within
from workworld.apps.tracker.jql.specs import Condition, FieldSpec
from workworld.apps.tracker.jql.tree import Clause, Value
from workworld.apps.tracker.jql.values import Read, compared_where, day, moment, number
from workworld.apps.tracker.jql.words import CONTAINS, EMPTINESS, EQUALS, ORDER
from workworld.apps.tracker.models import CustomField, FieldOption, Issue, IssueValue
from workworld.apps.tracker.service import field_places, site
from workworld.directory.models import Person

_issues, _values = Issue.__table__.c, IssueValue.__table__.c
_SET = (*EQUALS, *EMPTINESS)
_COMPARED = ("=", "!=", *ORDER, "in", "not in", *EMPTINESS)
_OPTIONS = ("select", "multiselect", "checkbox", "cascading")
_TEXTS = ("text", "paragraph")
_PEOPLE = ("user", "users")
_LIKE = {"users": "user", "labels": "label", "datetime": "date", "formula": "number"}
_MEASURED: dict[str, tuple[ColumnElement[Any], Read]] = {
    "number": (_values.number, number),
    "formula": (_values.number, number),
    "datetime": (_values.number, moment),
    "date": (_values.text, day),
}


def fields(scope: Scope) -> Mapping[str, Sequence[FieldSpec]]:
    """All fields that the viewer may name, by their names in lower case.

    A name that several of the site's own share stands for all of them.
    """
    return scope.remembered("fields", lambda: _fields(scope))


def _fields(scope: Scope) -> Mapping[str, Sequence[FieldSpec]]:
    found: dict[str, list[FieldSpec]] = {}
    for name, spec in system_fields().items():
        found[name] = [spec]
        if spec.number is not None:
            found[f"cf[{spec.number}]"] = found[f"customfield_{spec.number}"] = [spec]
    for row in site.link_types(scope.ctx).values():
        for called in dict.fromkeys((row.outward, row.inward)):
            spec = FieldSpec(
                called, (called,), "issue", _SET, link_field(row, called), None, names.issue
            )
            found.setdefault(called.lower(), [spec])
    for spec in desks.fields(scope):
        for name in spec.names:
            found.setdefault(name.lower(), [spec])
    known = set(found)
    for field in site.custom_fields(scope.ctx).values():
        if not names.is_known_field(scope, field.id):
            continue
        spec = _spec(field)
        for name in (*spec.names, f"cf[{spec.number}]", field.id):
            if name.lower() not in known:
                found.setdefault(name.lower(), []).append(spec)
    return found


def _spec(field: CustomField) -> FieldSpec:
    number_of = int(field.id.rpartition("_")[2])
    operators, held, resolve = _meaning(field)
    kind = _LIKE.get(field.kind, field.kind)
    if field.kind in _OPTIONS:
        kind = "option"
    return FieldSpec(
        field.id,
        (field.name,),
        kind,
        operators,
        _within(field, held),
        _order(field),
        resolve,
        number_of,
    )


def _meaning(field: CustomField) -> tuple[tuple[str, ...], Condition, Resolve | None]:
    mine = _values.field_id == field.id
    if field.kind in _TEXTS:
        return (*CONTAINS, *EMPTINESS), wording.of_custom(field.id), None
    if field.kind in _MEASURED:
        column, read = _MEASURED[field.kind]
        return _COMPARED, _compared(mine, column, read), None
    resolve = _resolve(field)
    column = func.lower(_values.text) if field.kind in ("labels", "url") else _values.text
    held = (
        _cascading(mine) if field.kind == "cascading" else several(column, _values.issue_id, mine)
    )
    kind = "user" if field.kind in _PEOPLE else "option"
    return _SET, by_ids(held, resolve, kind), resolve


def _within(field: CustomField, held: Condition) -> Condition:
    """The same of those issues alone that have the field: others hide what they hold in it."""

    def condition(scope: Scope, clause: Clause) -> ColumnElement[bool]:
        return and_(held(scope, clause), field_places.condition(scope.ctx, field.id))

    return condition


def _resolve(field: CustomField) -> Resolve:
    if field.kind in _PEOPLE:
        return names.person
    return _option(field.id) if field.kind in _OPTIONS else _as_it_is


def _compared(mine: ColumnElement[bool], column: ColumnElement[Any], read: Read) -> Condition:
    def meet(compare: Callable[[Any, Any], Any], value: Any) -> ColumnElement[bool]:
        return _issues.id.in_(select(_values.issue_id).where(mine, compare(column, value)))

    return compared_where(meet, _issues.id.in_(select(_values.issue_id).where(mine)), read)


def _as_it_is(_scope: Scope, _field: str, value: Value) -> Sequence[str]:
    return (value.text.casefold(),)


def _option(field_id: str) -> Resolve:
    return names.by_name(lambda scope: names.options(scope, field_id), "value")


def _cascading(mine: ColumnElement[bool]) -> Held:
    """An option of either level, or a parent and its child as ``cascadeOption()`` names them."""
    options = FieldOption.__table__.c

    def called(text: str) -> Any:
        return select(options.id).where(
            or_(func.lower(options.value) == text.lower(), options.id == text)
        )

    def has(ids: Sequence[Any]) -> ColumnElement[bool]:
        parts = [NOTHING]
        single = [each for each in ids if isinstance(each, str)]
        if single:
            rows = select(_values.issue_id).where(mine, within(_values.text, single))
            parts.append(_issues.id.in_(rows))
        parts += [_all_levels(each) for each in ids if not isinstance(each, str)]
        return or_(*parts)

    def _all_levels(pair: Sequence[str]) -> ColumnElement[bool]:
        found: ColumnElement[bool] = ~NOTHING
        for text in pair:
            rows = select(_values.issue_id).where(mine, _values.text.in_(called(text)))
            found = found & _issues.id.in_(rows)
        return found

    return Held(has, _issues.id.in_(select(_values.issue_id).where(mine)))


def _order(field: CustomField) -> Any:
    rows = (_values.issue_id == _issues.id, _values.field_id == field.id, _values.position == 0)
    column: ColumnElement[Any] = func.lower(_values.text)
    query = select(column).where(*rows)
    if field.kind in ("number", "datetime", "formula"):
        query = select(_values.number).where(*rows)
    elif field.kind in _OPTIONS:
        options = FieldOption.__table__.c
        query = select(options.position).where(options.id == _values.text, *rows)
    elif field.kind in _PEOPLE:
        people = Person.__table__.c
        query = select(func.lower(people.display_name)).where(people.id == _values.text, *rows)
    return orders.by(query.correlate(Issue.__table__).scalar_subquery())
