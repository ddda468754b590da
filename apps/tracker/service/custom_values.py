"""What issues hold in the fields that a site has added: a row for each value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from workworld.apps.tracker.models import IssueValue
from workworld.apps.tracker.service import site, texts
from workworld.context import Context
from workworld.database import constant, given, plain_rows

LISTS = ("multiselect", "checkbox", "users", "labels", "cascading")
"""Kinds of fields that hold several values."""
_values = IssueValue.__table__.c
_OF_ISSUES = constant(
    select(IssueValue.__table__)
    .where(_values.issue_id.in_(given("issues")))
    .order_by(_values.issue_id, _values.field_id, _values.position)
)
_OF_FIELD = constant(
    select(IssueValue.__table__)
    .where(_values.issue_id == bindparam("issue"), _values.field_id == bindparam("field"))
    .order_by(_values.position)
)
_ADD = insert(IssueValue)
_EMPTY = delete(IssueValue).where(
    _values.issue_id == bindparam("issue"), _values.field_id == bindparam("field")
)


def of_issue(ctx: Context, issue_id: str, field_id: str) -> Any:
    """What an issue holds in one of the site's own fields."""
    field = site.custom_fields(ctx).get(field_id)
    if field is None:
        return None
    values = {"issue": issue_id, "field": field_id}
    return _value(field.kind, plain_rows(ctx.session, IssueValue, _OF_FIELD, values))


def of_issues(ctx: Context, issue_ids: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    """What issues hold in all of them: by issue and field, without those that are empty."""
    fields = site.custom_fields(ctx)
    held: dict[str, dict[str, list[IssueValue]]] = {}
    found = plain_rows(ctx.session, IssueValue, _OF_ISSUES, {"issues": [*issue_ids]})
    for row in found:
        held.setdefault(row.issue_id, {}).setdefault(row.field_id, []).append(row)
    return {
        issue_id: {id: _value(fields[id].kind, rows) for id, rows in by_field.items()}
        for issue_id, by_field in held.items()
    }


def put(ctx: Context, issue_id: str, field_id: str, value: Any) -> None:
    """Let an issue hold a value that was checked in one of the site's own fields."""
    connection = ctx.session.connection()
    connection.execute(_EMPTY, {"issue": issue_id, "field": field_id})
    kind = site.custom_fields(ctx)[field_id].kind
    rows = [
        {
            "issue_id": issue_id,
            "field_id": field_id,
            "position": position,
            "text": "",
            "number": None,
            "document": None,
            **columns,
        }
        for position, columns in enumerate(_columns(ctx, kind, value))
    ]
    if rows:
        connection.execute(_ADD, rows)


def _columns(ctx: Context, kind: str, value: Any) -> Sequence[Mapping[str, Any]]:
    """What the rows of a value have, each in its order."""
    if value is None:
        return ()
    if kind in LISTS:
        return [{"text": each} for each in value]
    if kind in ("number", "datetime", "formula"):
        return [{"number": value}]
    if kind == "paragraph":
        return [{"text": texts.words(ctx, value), "document": value}]
    return [{"text": value}]


def _value(kind: str, rows: Sequence[IssueValue]) -> Any:
    """The value that rows hold."""
    if kind in LISTS:
        found = [row.text for row in rows]
        return (found or None) if kind == "cascading" else found
    if not rows:
        return None
    if kind == "paragraph":
        return rows[0].document
    if kind == "datetime":
        return None if rows[0].number is None else int(rows[0].number)
    return rows[0].number if kind in ("number", "formula") else rows[0].text
