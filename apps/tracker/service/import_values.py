"""Texts of imported files as values of fields: names are looked up, days read by their pattern."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from workworld.apps.tracker import durations, wikitext
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import field_choices, sight
from workworld.apps.tracker.service.place import Unfit
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.database import plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.errors import Invalid
from workworld.imports.dates import moment_in
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import literal

_people = Person.__table__.c
_TRUE = ("1", "true", "yes", "y", "x", "impediment", "flagged")
_FALSE = ("0", "false", "no", "n", "")


@dataclass(frozen=True, slots=True)
class Reading:
    """How the texts of a file are to be read."""

    ctx: Context
    dates: str
    """The pattern of its days and moments."""


def value_of(
    reading: Reading, kind: str, field: str, texts: Sequence[str], project: Project
) -> Any:
    """The value of a field that texts mean.

    Args:
        reading: how they are to be read.
        kind: of the field.
        field: its id.
        texts: what stands in its columns, without what is empty.
        project: whose names count.

    Raises:
        Unfit: they mean nothing there.
    """
    read = _READERS.get(kind)
    if read is None:
        return texts[0]
    return read(reading, field, texts, project)


def person_named(ctx: Context, text: str) -> Person:
    """Somebody by id, address, handle or name.

    Raises:
        Unfit: there is nobody, or there are several of that name.
    """
    wanted = text.strip().lstrip("@")
    known: Person = ctx.remembered(("tracker import", wanted), lambda: _person_named(ctx, wanted))
    return known


def _person_named(ctx: Context, wanted: str) -> Person:
    found = people.by_ids(ctx.session, [wanted]).get(wanted)
    found = found or people.by_email(ctx.session, wanted)
    found = found or people.by_handle(ctx.session, wanted.lower())
    if found is not None:
        return found
    named = select(Person.__table__).where(
        func.lower(_people.name) == wanted.lower(), _people.kind == AccountKind.PERSON
    )
    rows = plain_rows(ctx.session, Person, named.order_by(_people.id), {})
    if len(rows) != 1:
        said = "Nobody here is" if not rows else "Several people here are"
        raise Unfit(f"{said} called '{wanted}'.")
    return rows[0]


def document_of(text: str) -> dict[str, Any]:
    """A text as rich text: in the vendor's markup as far as it can be read as that."""
    try:
        return to_json(wikitext.read(text))
    except Invalid:
        return to_json(literal(text))


def seconds_of(text: str) -> int:
    """An amount of work: a number of seconds, or such as ``3h 30m``.

    Raises:
        Unfit: it is none.
    """
    clean = text.strip()
    seconds = int(clean) if clean.isdecimal() and len(clean) < 10 else durations.parse(clean)
    if seconds is None or seconds > durations.LONGEST:
        raise Unfit(f"'{text}' is no amount of work: give seconds, or such as 3h 30m.")
    return seconds


def moment_of(reading: Reading, text: str) -> int:
    """A moment in microseconds, on the importer's clock unless it names a zone.

    Raises:
        Unfit: it is none.
    """
    found = moment_in(text, reading.dates)
    if found is None:
        raise Unfit(f"'{text}' is no day of the form {reading.dates}.")
    if found.tzinfo is None:
        found = found.replace(tzinfo=people.my_zone(reading.ctx))
    try:
        return to_microseconds(found)
    except (ValueError, OverflowError):
        raise Unfit(f"'{text}' is no day that there is.") from None


def choice_of(ctx: Context, project: Project, field: str, text: str) -> str:
    """The id of what may be chosen in a field, by name or id.

    Raises:
        Unfit: there is no such thing in the project.
    """
    wanted = text.strip().casefold()
    for each in field_choices.of_field(ctx, project, field) or ():
        if each.name.casefold() == wanted or each.id == text.strip():
            return each.id
    raise Unfit(f"There is no '{text}' in {project.name}.")


def _document(_reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    return document_of("\n\n".join(texts))


def _person(reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    return person_named(reading.ctx, texts[0]).id


def _people_of(reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    return [person_named(reading.ctx, text).id for text in texts]


def _labels(_reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    return list(dict.fromkeys(word for text in texts for word in text.replace(",", " ").split()))


def _choice(reading: Reading, field: str, texts: Sequence[str], project: Project) -> Any:
    return choice_of(reading.ctx, project, field, texts[0])


def _choices(reading: Reading, field: str, texts: Sequence[str], project: Project) -> Any:
    found = [choice_of(reading.ctx, project, field, text) for text in texts]
    return list(dict.fromkeys(found))


def _sprint(reading: Reading, field: str, texts: Sequence[str], project: Project) -> Any:
    chosen = choice_of(reading.ctx, project, field, texts[-1])
    return int(chosen) if chosen.isdigit() else chosen


def _cascade(reading: Reading, field: str, texts: Sequence[str], project: Project) -> Any:
    first, _, second = texts[0].replace("->", " - ").partition(" - ")
    known = field_choices.of_field(reading.ctx, project, field) or ()
    above = choice_of(reading.ctx, project, field, first)
    if not second.strip():
        return [above]
    for each in known:
        if each.parent_id == above and each.name.casefold() == second.strip().casefold():
            return [above, each.id]
    raise Unfit(f"There is no '{second.strip()}' below '{first.strip()}'.")


def _day(reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    found = moment_in(texts[0], reading.dates)
    if found is None:
        raise Unfit(f"'{texts[0]}' is no day of the form {reading.dates}.")
    return found.date().isoformat()


def _moment(reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    return moment_of(reading, texts[0])


def _number(_reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    text = texts[0].strip().replace(" ", "")
    try:
        return float(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)
    except ValueError:
        raise Unfit(f"'{texts[0]}' is no number.") from None


def _flag(_reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    said = texts[0].strip().casefold()
    if said not in (*_TRUE, *_FALSE):
        raise Unfit(f"'{texts[0]}' says neither that it is flagged nor that it is not.")
    return said in _TRUE


def _parent(reading: Reading, _field: str, texts: Sequence[str], _project: Project) -> Any:
    found = sight.found(reading.ctx, texts[0]) if len(texts[0]) <= 64 else None
    if found is None:
        said = f"Issue '{texts[0]}' does not exist or you do not have permission to see it."
        raise Unfit(said)
    return found.key


_Reader = Callable[[Reading, str, Sequence[str], Project], Any]
_READERS: Mapping[str, _Reader] = {
    "paragraph": _document,
    "user": _person,
    "users": _people_of,
    "labels": _labels,
    "priority": _choice,
    "security": _choice,
    "resolution": _choice,
    "select": _choice,
    "components": _choices,
    "versions": _choices,
    "multiselect": _choices,
    "checkbox": _choices,
    "cascading": _cascade,
    "sprint": _sprint,
    "date": _day,
    "datetime": _moment,
    "number": _number,
    "flag": _flag,
    "parent": _parent,
}
