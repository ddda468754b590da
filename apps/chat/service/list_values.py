"""What stands in the fields of lists: read from what callers give, and written for people."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from workworld.apps.chat.blocks import rich_text
from workworld.apps.chat.models import Channel, ListColumn
from workworld.apps.chat.service import canvas_markdown, channels, list_columns, own_emoji
from workworld.context import Context
from workworld.directory import people
from workworld.errors import Invalid
from workworld.files.models import File
from workworld.links.addresses import canonical, rendered
from workworld.permissions import seen
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document
from workworld.richtext.plain import to_plain

_LONGEST = 4000
_MOST = 50
"""How many things one field may hold."""
_LARGEST = 1e15
_EMAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+")
_PHONE = re.compile(r"\+?[0-9][0-9 ().\-/]{1,38}(?: ?(?:x|ext\.?) ?\d{1,6})?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NAMELESS = Names({}, {}, str)
_MANY = ("multi_select", "user", "channel", "attachment")
_YES, _NO = ("true", "yes", "1", "on", "x"), ("false", "no", "0", "off")


class Unfit(Exception):
    """What was given cannot stand in a column; says what can."""


def read(ctx: Context, column: ListColumn, given: Any) -> Any:
    """What a field is to hold, or None for nothing.

    Args:
        ctx: whose references count.
        column: in which.
        given: as callers have it; of what can be only one, a list of one will do.

    Raises:
        Invalid: ``data_not_matching_schema``.
    """
    if isinstance(given, str):
        given = given.strip()
    if given is None or given in ("", []):
        return None
    try:
        if column.type in _MANY:
            return _several(ctx, column, given)
        if isinstance(given, list):
            if len(given) != 1:
                raise Unfit("one value")
            return read(ctx, column, given[0])
        return _READERS[column.type](ctx, column, given)
    except Unfit as unfit:
        said = f"{column.name} ({column.type}) takes {unfit}."
        raise Invalid("data_not_matching_schema", said) from None


def words_of(column: ListColumn, value: Any) -> str:
    """A value in words that do not depend on who reads, for searching."""
    match column.type:
        case "select":
            return list_columns.choices_of(column).get(value, "")
        case "multi_select":
            labels = list_columns.choices_of(column)
            return ", ".join(labels.get(each, "") for each in value)
        case "rich_text":
            return to_plain(from_json(value), _NAMELESS)
        case "text" | "email" | "phone" | "date":
            return str(value)
        case "number" | "currency":
            return f"{value}"
    return ""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes values for one reader.

    Args:
        ctx: says who reads.
        people: names by id.
        channels: labels by id, of those that the reader may see.
        files: titles by id, of those that the reader may see.
        with_ids: whether ids stand behind names, for programs.
    """

    ctx: Context
    people: Mapping[str, str]
    channels: Mapping[str, str]
    files: Mapping[str, str]
    with_ids: bool = True

    def text(  # noqa: PLR0911 - one for each kind
        self, column: ListColumn, value: Any
    ) -> str:
        """A value as text; nothing is empty."""
        if value is None:
            return ""
        match column.type:
            case "checkbox":
                return "Yes" if value else "No"
            case "rating":
                return f"{value}/{list_columns.largest_rating(column)}"
            case "number" | "currency":
                return amount(column, value)
            case "rich_text":
                return rendered(self.ctx, canvas_markdown.written([from_json(value)]))
            case "user":
                return self._named(value, self.people, "somebody")
            case "channel":
                return self._named(value, self.channels, "private channel")
            case "attachment":
                return self._named(value, self.files, "file")
        return rendered(self.ctx, words_of(column, value))

    def _named(self, ids: Sequence[str], names: Mapping[str, str], hidden: str) -> str:
        shown = (
            names[each] + (f" ({each})" if self.with_ids else "") if each in names else hidden
            for each in ids
        )
        return ", ".join(shown)


def writer(
    ctx: Context,
    columns: Sequence[ListColumn],
    rows: Sequence[Mapping[str, Any]],
    *,
    with_ids: bool = True,
) -> Writer:
    """What writes the values of these rows, which are by the column's id."""

    def ids_in(kind: str) -> list[str]:
        wanted = [column.id for column in columns if column.type == kind]
        return sorted({each for row in rows for name in wanted for each in row.get(name) or ()})

    known = people.by_ids(ctx.session, ids_in("user"))
    files = {each: seen(ctx, File, each) for each in ids_in("attachment")}
    return Writer(
        ctx,
        {person.id: person.name for person in known.values()},
        channels.visible_labels(ctx, ids_in("channel")),
        {each: file.title for each, file in files.items() if file is not None},
        with_ids,
    )


def amount(column: ListColumn, value: float) -> str:
    """A number as it is shown, with its currency."""
    precision = column.options.get("precision", 2 if column.type == "currency" else None)
    shown = f"{Decimal(str(value)):,f}" if precision is None else f"{value:,.{precision}f}"
    return (
        f"{column.options.get('currency', 'USD')} {shown}" if column.type == "currency" else shown
    )


def _several(ctx: Context, column: ListColumn, given: Any) -> list[str] | None:
    """Each once, in the order given."""
    values = given if isinstance(given, list) else [given]
    if len(values) > _MOST:
        raise Unfit(f"at most {_MOST} values")
    read_one = _SINGLE[column.type]
    return list(dict.fromkeys(read_one(ctx, column, each) for each in values)) or None


def _text(ctx: Context, _column: ListColumn, given: Any) -> str:
    text = to_plain(_of_block(given), _NAMELESS) if isinstance(given, dict) else given
    text = _string(text, "a text")
    if len(text) > _LONGEST or "\x00" in text:
        raise Unfit(f"a text of at most {_LONGEST:,} characters")
    return canonical(ctx, text)


def _rich_text(ctx: Context, _column: ListColumn, given: Any) -> dict[str, Any]:
    if isinstance(given, dict):
        return to_json(_of_block(given))
    text = canonical(ctx, _string(given, "Markdown"))
    own = own_emoji.in_text(ctx, text)
    sections = canvas_markdown.read(text, "data_not_matching_schema", own)
    whole = Document(tuple(block for section in sections for block in section.content))
    return to_json(whole)


def _of_block(given: Mapping[str, Any]) -> Document:
    try:
        return rich_text.read(given)
    except ValueError:
        raise Unfit("a rich_text block") from None


def _number(_ctx: Context, _column: ListColumn, given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise Unfit("a number")
    try:
        value = float(Decimal(given.replace(",", "")) if isinstance(given, str) else given)
    except (InvalidOperation, OverflowError, ValueError):
        raise Unfit("a number") from None
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise Unfit("a number")
    return int(value) if value == int(value) else value


def _rating(ctx: Context, column: ListColumn, given: Any) -> int:
    value, most = _number(ctx, column, given), list_columns.largest_rating(column)
    if value != int(value) or not 0 <= value <= most:
        raise Unfit(f"a whole number from 0 to {most}")
    return int(value)


def _choice(_ctx: Context, column: ListColumn, given: Any) -> str:
    labels = list_columns.choices_of(column)
    said = _string(given, "a choice")
    if said in labels:
        return said
    for value, label in labels.items():
        if said.casefold() in (label.casefold(), value.casefold()):
            return value
    raise Unfit(f"one of: {', '.join(labels.values())}")


def _day(_ctx: Context, _column: ListColumn, given: Any) -> str:
    said = _string(given, "a date such as 2026-03-17")
    try:
        return date.fromisoformat(said if _DATE.fullmatch(said) else "").isoformat()
    except ValueError:
        raise Unfit("a date such as 2026-03-17") from None


def _checkbox(_ctx: Context, _column: ListColumn, given: Any) -> bool:
    said = str(given).casefold()
    if said not in (*_YES, *_NO):
        raise Unfit("true or false")
    return said in _YES


def _email(_ctx: Context, _column: ListColumn, given: Any) -> str:
    said = _string(given, "an e-mail address")
    if not _EMAIL.fullmatch(said) or len(said) > 254:
        raise Unfit("an e-mail address")
    return said


def _phone(_ctx: Context, _column: ListColumn, given: Any) -> str:
    said = _string(given, "a phone number")
    if not _PHONE.fullmatch(said):
        raise Unfit("a phone number")
    return said


def _person(ctx: Context, _column: ListColumn, given: Any) -> str:
    said = _string(given, "ids of people")
    if said not in people.by_ids(ctx.session, [said]):
        raise Unfit("ids of people, U…")
    return said


def _channel(ctx: Context, _column: ListColumn, given: Any) -> str:
    said = _string(given, "ids of channels")
    if seen(ctx, Channel, said) is None:
        raise Unfit("ids of channels, C…")
    return said


def _file(ctx: Context, _column: ListColumn, given: Any) -> str:
    said = _string(given, "ids of files")
    if seen(ctx, File, said) is None:
        raise Unfit("ids of files, F…")
    return said


def _string(given: Any, what: str) -> str:
    if not isinstance(given, str):
        raise Unfit(what)
    return given.strip()


_Reader = Callable[[Context, ListColumn, Any], Any]
_READERS: Mapping[str, _Reader] = {
    "text": _text,
    "rich_text": _rich_text,
    "number": _number,
    "currency": _number,
    "rating": _rating,
    "select": _choice,
    "date": _day,
    "checkbox": _checkbox,
    "email": _email,
    "phone": _phone,
}
_SINGLE: Mapping[str, _Reader] = {
    "multi_select": _choice,
    "user": _person,
    "channel": _channel,
    "attachment": _file,
}
