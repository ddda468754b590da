"""What becomes of a board's columns when somebody changes one of them on its settings page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker.service.columns import Column
from workworld.errors import Invalid, NotFound, Problem

Setting = dict[str, Any]
Form = Mapping[str, str]


def settings_of(columns: Sequence[Column]) -> list[Setting]:
    """Columns as the operation that gives them takes them; what is not limited has no limit."""
    found = []
    for each in columns:
        limits = {"least": each.least, "most": each.most}
        found.append(
            {"name": each.name, "statuses": [status.id for status in each.statuses]}
            | {name: limit for name, limit in limits.items() if limit is not None}
        )
    return found


def changed(columns: Sequence[Column], deed: str, form: Form) -> list[Setting]:
    """All columns after a change.

    Args:
        columns: as they are, from left to right.
        deed: ``add`` (``name``), ``edit`` (``column``, ``name``, ``least``, ``most``), ``shift``
            (``column``, ``by``), ``remove`` (``column``) or ``place`` (``status``, ``column`` or
            nothing for none, ``before`` or nothing for the end).
        form: what is named in brackets; a column by its place, from 0.

    Raises:
        Invalid: ``invalid_fields``: a limit is no number.
        NotFound: ``column_not_found``, or there is no such deed.
    """
    act = _DEEDS.get(deed)
    if act is None:
        raise NotFound("page_not_found")
    return act(settings_of(columns), form)


def _add(columns: list[Setting], form: Form) -> list[Setting]:
    return [*columns, {"name": form.get("name", ""), "statuses": []}]


def _edit(columns: list[Setting], form: Form) -> list[Setting]:
    column = columns[_place(columns, form)]
    column["name"] = form.get("name", "")
    for name in ("least", "most"):
        column.pop(name, None)
        typed = form.get(name, "").strip()
        if typed:
            column[name] = _number(typed, name)
    return columns


def _shift(columns: list[Setting], form: Form) -> list[Setting]:
    at = _place(columns, form)
    column = columns.pop(at)
    columns.insert(max(0, at - 1) if form.get("by") == "-1" else at + 1, column)
    return columns


def _remove(columns: list[Setting], form: Form) -> list[Setting]:
    del columns[_place(columns, form)]
    return columns


def _place_status(columns: list[Setting], form: Form) -> list[Setting]:
    status, before = form.get("status", ""), form.get("before", "")
    for column in columns:
        column["statuses"] = [each for each in column["statuses"] if each != status]
    if form.get("column"):
        inside = columns[_place(columns, form)]["statuses"]
        inside.insert(inside.index(before) if before in inside else len(inside), status)
    return columns


def _place(columns: Sequence[Setting], form: Form) -> int:
    typed = form.get("column", "")
    if not (typed.isdecimal() and len(typed) < 4 and int(typed) < len(columns)):
        raise NotFound("column_not_found", "The board has no such column any more.")
    return int(typed)


def _number(typed: str, field: str) -> int:
    if not (typed.isdecimal() and len(typed) < 6):
        said = "A limit is a whole number, or nothing."
        raise Invalid("invalid_fields", problems=[Problem(said, field)])
    return int(typed)


_DEEDS: Mapping[str, Callable[[list[Setting], Form], list[Setting]]] = {
    "add": _add,
    "edit": _edit,
    "shift": _shift,
    "remove": _remove,
    "place": _place_status,
}
