"""What follows structural edits: formulas, named ranges and all that lies on ranges."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Corner, Reference, parse
from workworld.apps.sheets.engine.changes import Axis, Change, Copied, Deleted, Inserted
from workworld.apps.sheets.engine.lines import Lines
from workworld.apps.sheets.models import ConditionalRule, Name, Ranged, Sourced, Table, Validation
from workworld.apps.sheets.service.grids import Grid
from workworld.context import Context
from workworld.database import Base, driver

_FORMULAS = (
    "SELECT sheet_id, row_id, column_id, text FROM sheets_cells"
    " WHERE kind = 'formula' AND sheet_id IN (SELECT value FROM json_each(?))"
)
_REWRITE = "UPDATE sheets_cells SET text = ? WHERE sheet_id = ? AND row_id = ? AND column_id = ?"
LOST = "#REF!"
"""What stands in the place of a range whose cells were deleted."""


def follow(session: Session, workbook_id: str, change: Change, titles: Mapping[int, str]) -> None:
    """Let all that names cells of a workbook follow a structural edit.

    Args:
        session: of its world.
        workbook_id: which workbook.
        change: names sheets by the titles that they had before.
        titles: the titles of the workbook's sheets before, by ``Sheet.id``.
    """
    _rewrite_formulas(session, change, titles)
    for name in session.scalars(select(Name).where(Name.workbook_id == workbook_id)):
        name.range = followed(change, name.range, titles[name.sheet_id])
    for model in ranged_models():
        for thing in things(session, model, titles):
            _follow(session, thing, change, titles)
    session.flush()  # cells were written past the session


def ranged_models() -> list[type[Any]]:
    """All kinds of things that lie on ranges."""
    found, waiting = [], [Ranged]
    while waiting:
        for each in waiting.pop().__subclasses__():
            waiting.append(each)
            if issubclass(each, Base):
                found.append(each)
    return sorted(found, key=lambda model: str(model.__tablename__))


def things(session: Session, model: Any, sheet_ids: Mapping[int, object]) -> list[Any]:
    """All of a kind that lie on some sheets, in the order in which they count."""
    query = select(model).where(model.sheet_id.in_(list(sheet_ids)))
    return list(session.scalars(query.order_by(model.sheet_id, model.position, model.id)))


def lying_on(ctx: Context, grid: Grid, model: Any) -> list[Any]:
    """All of a kind that lie on a sheet, looked up once for a page that shows many parts of it."""
    key = "sheets.things", model, grid.sheet.id
    return ctx.remembered(key, lambda: things(ctx.session, model, {grid.sheet.id: None}))


def followed(change: Change, range_text: str, title: str) -> str:
    """A range of a sheet after a structural edit; ``#REF!`` if its cells are gone."""
    reference = parse(range_text)
    if reference is None:
        return range_text  # lost before
    moved = change(reference, title)
    return LOST if moved is None else str(moved._replace(sheet=None))


def _rewrite_formulas(session: Session, change: Change, titles: Mapping[int, str]) -> None:
    database = driver(session)
    rewritten = []
    for sheet_id, row_id, column_id, text in database.execute(
        _FORMULAS, (json.dumps(sorted(titles)),)
    ):
        changed = formulas.changed(text, titles[sheet_id], change)
        if changed != text:
            rewritten.append((changed, sheet_id, row_id, column_id))
    database.executemany(_REWRITE, rewritten)


def _follow(session: Session, thing: Any, change: Change, titles: Mapping[int, str]) -> None:
    """Let the ranges of something follow; what loses all of them is gone."""
    if isinstance(thing, Sourced):
        sources = [_source(each, change, titles) for each in thing.sources]
        if sources != thing.sources:
            thing.sources = sources
    if isinstance(thing, Validation | ConditionalRule):
        title = titles[thing.sheet_id]
        rule = rewritten(_from_what_stays(thing, title, change), title, change)
        if rule != thing.rule:
            thing.rule = rule
    ranges = [followed(change, each, titles[thing.sheet_id]) for each in thing.ranges]
    if isinstance(thing, Table):
        if not thing.has_totals:
            ranges = [_longer(each, change, titles[thing.sheet_id]) for each in ranges]
        _follow_columns(thing, change, titles[thing.sheet_id], ranges)
    kept = [each for each in ranges if each != LOST]
    if ranges and not kept:
        session.delete(thing)
    elif kept != thing.ranges:
        thing.ranges = kept


def rewritten(rule: Any, title: str, change: Change) -> Any:
    """A rule whose formulas follow a structural edit, or go along as copies."""
    return _with_formulas(rule, lambda text: formulas.changed(text, title, change))


def rewrite_rules(session: Session, sheet_ids: Sequence[int], put: Callable[[str], str]) -> None:
    """Let the formulas of rules, of validation and conditional formats, be others.

    Args:
        session: of their world.
        sheet_ids: the sheets that they lie on.
        put: what is to stand in the place of a formula.
    """
    for model in (Validation, ConditionalRule):
        for thing in things(session, model, dict.fromkeys(sheet_ids)):
            rule = _with_formulas(thing.rule, put)
            if rule != thing.rule:
                thing.rule = rule


def _with_formulas(rule: Any, put: Callable[[str], str]) -> Any:
    if isinstance(rule, str):
        return put(rule) if formulas.is_formula(rule) else rule
    if isinstance(rule, list):
        return [_with_formulas(each, put) for each in rule]
    if isinstance(rule, Mapping):
        return {name: _with_formulas(each, put) for name, each in rule.items()}
    return rule


def _from_what_stays(thing: Any, title: str, change: Change) -> Any:
    """A rule as it is written for the first of its cells that is not deleted."""
    if not isinstance(change, Deleted) or change.sheet.casefold() != title.casefold():
        return thing.rule
    corners = [each.first for text in thing.ranges if (each := parse(text)) is not None]
    lines = [(each.row if change.axis == "row" else each.column) or 0 for each in corners]
    first, behind = min(lines, default=0), change.at + change.count
    if not change.at <= first < behind:
        return thing.rule
    down = behind - first
    copied = Copied(down, 0) if change.axis == "row" else Copied(0, down)
    return rewritten(thing.rule, title, copied)


def _longer(range_text: str, change: Change, title: str) -> str:
    """The range of a table, which takes in rows that were put in right below it."""
    reference = parse(range_text)
    if reference is None or reference.last is None or not isinstance(change, Inserted):
        return range_text
    last, is_here = reference.last, change.sheet.casefold() == title.casefold()
    if not is_here or change.axis != "row" or last.row is None or change.at != last.row + 1:
        return range_text
    return str(reference._replace(last=last._replace(row=last.row + change.count)))


def _follow_columns(table: Table, change: Change, title: str, ranges: list[str]) -> None:
    """Let a table's columns keep their names where columns came, went or were moved."""
    before, after = parse(table.ranges[0]), parse(ranges[0])
    if before is None or after is None:
        return
    columns = dict[int, dict[str, Any]]()
    top, left = before.first.row, before.first.column or 0
    for number, each in enumerate(table.columns, left):
        moved = change(Reference(Corner(number, top), None, None), title)
        if moved is not None:
            columns[(moved.first.column or 0) - (after.first.column or 0)] = each
    width = (after.end.column or 0) - (after.first.column or 0) + 1
    taken = {each["columnName"] for each in columns.values()}
    kept = []
    for index in range(width):
        named = columns.get(index) or {"columnName": _free(f"Column {index + 1}", taken)}
        kept.append({**named, "columnIndex": index})
    if kept != table.columns:
        table.columns = kept


def _free(name: str, taken: set[str]) -> str:
    """A name that no column has, which has it from now on."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    taken.add(found)
    return found


def _source(source: Any, change: Change, titles: Mapping[int, str]) -> Any:
    if source["sheet"] not in titles:
        return source  # its sheet was deleted
    return source | {"range": followed(change, source["range"], titles[source["sheet"]])}


def missing(before: Lines, after: Lines) -> list[tuple[int, int]]:
    """The runs of ids, first and last of each, that are there no more."""
    gone: list[tuple[int, int]] = []
    for first, count in before.runs:
        low = first
        inside = sorted(run for run in after.runs if run[0] < first + count and sum(run) > first)
        for start, length in inside:
            if start > low:
                gone.append((low, start - 1))
            low = max(low, start + length)
        if low < first + count:
            gone.append((low, first + count - 1))
    return gone


def remove_lines(session: Session, sheet_id: int, axis: Axis, spans: list[tuple[int, int]]) -> None:
    """Remove what stands on lines that are gone.

    Args:
        session: of the sheet's world.
        sheet_id: a ``Sheet.id``.
        axis: whether they are rows or columns.
        spans: runs of their ids, first and last of each.
    """
    database = driver(session)
    for first, last in spans:
        database.execute(
            f"DELETE FROM sheets_cells WHERE sheet_id = ? AND {axis}_id BETWEEN ? AND ?",  # noqa: S608
            (sheet_id, first, last),
        )
        database.execute(
            "DELETE FROM sheets_lines WHERE sheet_id = ? AND axis = ? AND line_id BETWEEN ? AND ?",
            (sheet_id, axis, first, last),
        )
