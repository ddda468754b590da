"""What issues have in fields that are computed, kept beside what people enter: queries find it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import delete, insert, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import formulas
from workworld.apps.tracker.formulas import Formula, FormulaError
from workworld.apps.tracker.models import CustomField, Issue, IssueValue
from workworld.apps.tracker.service import custom_values, field_values, site
from workworld.context import Context
from workworld.errors import Invalid, Problem

KIND = "formula"
_COLUMNS = {f.STORY_POINTS: "number", f.START_DATE: "date", f.DUE_DATE: "date"}
"""Fields of every site that formulas may name, and what they hold."""


def read(ctx: Context, text: str) -> Formula:
    """A formula over the site's fields.

    Raises:
        Invalid: ``invalid_fields``: it means nothing.
    """
    try:
        return formulas.read(text, _operands(ctx))
    except FormulaError as error:
        problems = [Problem(error.message, "formula")]
        raise Invalid("invalid_fields", error.message, problems=problems) from None


def in_names(ctx: Context, field: CustomField) -> str:
    """The formula of a field, with what people call the fields in it."""
    customs = site.custom_fields(ctx)
    names = {id: f.NAMES[id] for id in _COLUMNS} | {id: row.name for id, row in customs.items()}
    return formulas.with_names(field.formula, names)


def using(ctx: Context, field_id: str) -> CustomField | None:
    """A field whose formula names another one, if there is any."""
    rows = site.custom_fields(ctx).values()
    return next((each for each in rows if f"{{{field_id}}}" in each.formula), None)


def follow(ctx: Context, issue: Issue, changed: Collection[str]) -> None:
    """Compute anew what an issue has, if it has something else in fields that formulas may name.

    Args:
        ctx: whose step it is.
        issue: the object.
        changed: ids of the fields that hold something else now.
    """
    if not any(field in _COLUMNS or field.startswith("customfield_") for field in changed):
        return
    rows = [row for row in site.custom_fields(ctx).values() if row.kind == KIND]
    for row in rows:
        formula = read(ctx, row.formula)
        if not {*formula.fields}.isdisjoint(changed):
            held = {each: field_values.current(ctx, issue, each) for each in formula.fields}
            custom_values.put(ctx, issue.id, row.id, formula.value(held))


def fill(ctx: Context, field: CustomField) -> None:
    """Compute a field anew for all issues of the site."""
    formula = read(ctx, field.formula)
    connection = ctx.session.connection()
    connection.execute(delete(IssueValue).where(IssueValue.field_id == field.id))
    added = []
    for issue_id, held in _held(ctx, formula.fields).items():
        number = formula.value(held)
        if number is not None:
            own = {"issue_id": issue_id, "field_id": field.id, "position": 0}
            added.append({**own, "text": "", "number": number, "document": None})
    if added:
        connection.execute(insert(IssueValue), added)


def _held(ctx: Context, fields: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    """What issues have in fields, of those that have something in all of them."""
    found: dict[str, dict[str, Any]] = {}
    issues, values = Issue.__table__.c, IssueValue.__table__.c
    kinds = {id: row.kind for id, row in site.custom_fields(ctx).items()}
    for field in fields:
        if field in _COLUMNS:
            column = issues[field_values.COLUMNS[field]]
            query = select(issues.id, column).where(column.is_not(None))
        else:
            column = values.number if kinds[field] == "number" else values.text
            query = select(values.issue_id, column).where(values.field_id == field)
        for issue_id, held in ctx.session.execute(query):
            found.setdefault(issue_id, {})[field] = held
    return {id: found[id] for id in sorted(found)}


def _operands(ctx: Context) -> Mapping[str, tuple[str, str]]:
    """The fields that formulas may name, by their names and ids."""
    customs = site.custom_fields(ctx).values()
    held = [(id, f.NAMES[id], kind) for id, kind in _COLUMNS.items()]
    held += [(row.id, row.name, row.kind) for row in customs if row.kind in ("number", "date")]
    named = {name.strip().lower(): (id, kind) for id, name, kind in reversed(held)}
    return named | {id: (id, kind) for id, _name, kind in held}
