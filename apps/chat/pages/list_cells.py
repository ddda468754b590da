"""The fields of lists, as tables and forms show them, and as forms give them back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import flask

from workworld.apps.chat.models import ListColumn
from workworld.apps.chat.service import list_columns, list_fields, list_values, lists
from workworld.context import Context
from workworld.dates import day_from
from workworld.directory import people
from workworld.links.addresses import rendered
from workworld.randomness import digest

_MANY = ("multi_select", "user", "channel", "attachment")


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column, as the head of the table and forms show it."""

    id: str
    name: str
    type: str
    choices: tuple[tuple[str, str], ...]
    most: int
    """The best rating."""


@dataclass(frozen=True, slots=True)
class CellView:
    """What a record holds in a column.

    Args:
        column: which.
        text: as it is read; empty for nothing.
        raw: as it would be typed into the field of a form.
        chosen: of fields that hold several things: ids and names.
        order: by what the table is sorted.
        is_yes: whether the box is ticked.
        mark: tells the value from others.
    """

    column: ColumnView
    text: str
    raw: str
    chosen: tuple[tuple[str, str], ...]
    order: Any
    is_yes: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from in forms."""

    channels: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str], ...]


def column_of(column: ListColumn) -> ColumnView:
    """A column as pages show it."""
    choices = tuple(list_columns.choices_of(column).items())
    most = list_columns.largest_rating(column)
    return ColumnView(column.id, column.name, column.type, choices, most)


def cell_of(write: list_values.Writer, column: ListColumn, value: Any) -> CellView:
    """What a record holds in a column, as pages show it."""
    text = write.text(column, value)
    return CellView(
        column=column_of(column),
        text=_day(value) if column.type == "date" and value else text,
        raw=_raw(write, column, value, text),
        chosen=_chosen(write, column, value),
        order=_order(column, value, text),
        is_yes=value is True,
        mark=mark_of(value),
    )


def given(ctx: Context, list_id: str, *, only: str = "") -> dict[str, Any]:
    """The fields of a list that a form gives, by the column's id.

    Args:
        ctx: who gives them.
        list_id: the list, which must be one that they see.
        only: the one column of which the form is, if it is not one of all.
    """
    form = flask.request.form
    columns = list_fields.columns_of(ctx, lists.known(ctx, list_id))
    return {
        column.id: _typed(ctx, column, form.getlist(column.id))
        for column in columns
        if column.id in form and only in ("", column.id)
    }


def mark_of(value: Any) -> str:
    """What tells a value from another one, to see whether somebody has changed it meanwhile."""
    return digest("field", json.dumps(value, sort_keys=True)).hex()[:16]


def _typed(ctx: Context, column: ListColumn, values: list[str]) -> Any:
    if column.type in _MANY:
        return [value for value in values if value]
    text = values[-1].replace("\r\n", "\n")
    if column.type == "date" and text:
        here = people.my_zone(ctx)
        day = day_from(text, ctx.clock.now().astimezone(here).date())
        return day.isoformat() if day else text
    return text


def _raw(write: list_values.Writer, column: ListColumn, value: Any, text: str) -> str:
    if value is None:
        return ""
    if column.type in ("number", "currency", "rating", "select", "date"):
        return str(value)
    return rendered(write.ctx, text)


def _chosen(
    write: list_values.Writer, column: ListColumn, value: Any
) -> tuple[tuple[str, str], ...]:
    names: Mapping[str, str] = {
        "multi_select": list_columns.choices_of(column),
        "user": write.people,
        "channel": write.channels,
        "attachment": write.files,
    }.get(column.type, {})
    return tuple((each, names[each]) for each in value or () if each in names) if names else ()


def _order(column: ListColumn, value: Any, text: str) -> Any:
    if column.type in ("number", "currency", "rating"):
        return value if value is not None else 0
    if column.type == "select":
        labels = [*list_columns.choices_of(column)]
        return labels.index(value) if value in labels else len(labels)
    return value or "" if column.type == "date" else text.casefold()


def _day(value: str) -> str:
    day = date.fromisoformat(value)
    return f"{day:%b} {day.day}, {day.year}"
