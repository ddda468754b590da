"""Smart chips: people and things of the company that stand in the texts of cells.

A cell's text says what its chips say, so that formulas, searches and files read it as any other.
Where they begin and what they stand for lies with the cell, as the vendor tells it.

https://developers.google.com/workspace/sheets/api/guides/chips
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from workworld import loading
from workworld.apps.sheets import APP
from workworld.apps.sheets.service.file_queries import WORKBOOK_TYPE
from workworld.apps.sheets.service.grids import CellRow
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.directory.sight import knows
from workworld.errors import Invalid
from workworld.links.addresses import canonical, split
from workworld.links.cards import Card, unfurl

Json = dict[str, Any]
PLACEHOLDER = "@"
_LONGEST_URI = 2000
_ADDRESS = re.compile(r"[^\s@]{1,64}@[^\s@]+\.[^\s@]+")


class Wanted(NamedTuple):
    """A chip as somebody asks for it: a person by address, or what an address leads to."""

    start: int
    """Where its ``@`` stands, in units of UTF-16."""
    email: str = ""
    display_format: str = "DEFAULT"
    uri: str = ""


class Span(NamedTuple):
    """A chip within a text."""

    start: int
    """In units of UTF-16, as ``end``."""
    end: int
    chip: Json
    """The vendor's ``Chip``."""


def written(ctx: Context, cell: CellRow, wanted: Sequence[Wanted], before: CellRow) -> CellRow:
    """A cell with chips in the place of the ``@`` in its text, and no others.

    Args:
        ctx: of whoever writes: a chip leads only to what they may see.
        cell: what it holds so far.
        wanted: the chips, by where they stand.
        before: the cell as it was: its chips may stay, also those whose targets are hidden from
            whoever writes beside them.

    Raises:
        Invalid: it holds no text, there is no ``@`` where one is to be, or nothing that it
            could lead to.
    """
    cell = cell.having("chipRuns", None)
    if not wanted:
        return cell
    if cell.kind != "text":
        said = "chipRuns are only valid with a stringValue that holds a placeholder (@) for each."
        raise Invalid("invalid_request", said)
    known = {address_of(each.chip): each for each in spans(before)}
    units, at, runs, shifts = _units(cell.text or ""), 0, list[Json](), list[tuple[int, int]]()
    made = b""
    for number, each in enumerate(wanted):
        where = f"chipRuns[{number}]"
        if each.start < at or units[2 * each.start : 2 * each.start + 2] != _units(PLACEHOLDER):
            said = f"{where}.startIndex: {each.start} is not the place of a placeholder (@)."
            raise Invalid("invalid_request", said)
        text, chip = _made(ctx, each, known, before, f"{where}.chip")
        if each.start > at:
            runs.append(_run(len(made) // 2))
            made += units[2 * at : 2 * each.start]
        runs.append({**_run(len(made) // 2), "chip": chip})
        made += _units(text)
        at = each.start + 1
        shifts.append((each.start, len(_units(text)) // 2 - 1))
    if len(units) > 2 * at:
        runs.append(_run(len(made) // 2))
    cell = cell._replace(text=(made + units[2 * at :]).decode("utf-16-le", "surrogatepass"))
    looks = (cell.extra or {}).get("textFormatRuns")
    cell = cell.having("textFormatRuns", looks and _moved(looks, shifts))
    return cell.having("chipRuns", runs)


def _units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _run(start: int) -> Json:
    """A run as the vendor tells it: nothing is said of a place at the beginning."""
    return {"startIndex": start} if start else {}


def _moved(runs: Sequence[Json], shifts: Sequence[tuple[int, int]]) -> list[Json]:
    """Runs of looks, after chips took more room than their placeholders."""
    starts = [int(each.get("startIndex") or 0) for each in runs]
    fresh = [start + sum(by for at, by in shifts if at < start) for start in starts]
    rest = ({name: it for name, it in each.items() if name != "startIndex"} for each in runs)
    return [{**each, **_run(start)} for each, start in zip(rest, fresh, strict=True)]


def _made(
    ctx: Context, wanted: Wanted, known: Mapping[str, Span], before: CellRow, where: str
) -> tuple[str, Json]:
    """What a chip says, and the vendor's ``Chip``."""
    if wanted.uri:
        address = canonical(ctx, wanted.uri.strip())
        if address in known and unfurl(ctx, address) is None:
            return _said(before, known[address]), known[address].chip
        return _link(ctx, address, f"{where}.richLinkProperties.uri")
    email = wanted.email.strip()
    if not _ADDRESS.fullmatch(email):
        said = f"{where}.personProperties.email: '{email[:100]}' is no e-mail address."
        raise Invalid("invalid_request", said)
    shown = wanted.display_format.replace("DISPLAY_FORMAT_UNSPECIFIED", "DEFAULT")
    person = person_of(ctx, email)
    if person is None and (span := known.get(f"mailto:{email}")):
        return _said(before, span), span.chip
    chip = {
        "personProperties": {"email": person.email if person else email, "displayFormat": shown}
    }
    return _name(person, shown) if person else email, chip


def _name(person: Person, shown: str) -> str:
    if shown == "EMAIL":
        return person.email
    first, _, last = person.name.rpartition(" ")
    return f"{last}, {first}" if first and shown == "LAST_NAME_COMMA_FIRST_NAME" else person.name


def _said(cell: CellRow, span: Span) -> str:
    """What a chip of a cell says."""
    return _units(cell.text or "")[2 * span.start : 2 * span.end].decode("utf-16-le")


def _link(ctx: Context, address: str, where: str) -> tuple[str, Json]:
    if len(address.encode()) > _LONGEST_URI:
        raise Invalid("invalid_request", f"{where}: longer than {_LONGEST_URI} bytes.")
    place = split(ctx, address)
    card = unfurl(ctx, address) if place else None
    if place is None or card is None:
        said = "leads to nothing of the company that you may see. Only such links can be chips."
        raise Invalid("invalid_request", f"{where}: {said}")
    mime = {"mimeType": WORKBOOK_TYPE} if place[0] == APP.id else {}
    return card.title, {"richLinkProperties": {"uri": address, **mime}}


def person_of(ctx: Context, email: str) -> Person | None:
    """The colleague with an address, if the caller knows that they are there."""
    found = people.by_email(ctx.session, email)
    return found if found and knows(ctx, found.id) else None


def spans(cell: CellRow) -> Iterator[Span]:
    """The chips of a cell, in order."""
    runs: Sequence[Json] = (cell.extra or {}).get("chipRuns") or ()
    if not runs:
        return
    starts = [int(run.get("startIndex") or 0) for run in runs]
    ends = [*starts[1:], len(_units(cell.text or "")) // 2]
    for start, end, run in zip(starts, ends, runs, strict=True):
        if chip := run.get("chip"):
            yield Span(start, end, chip)


class Swap(NamedTuple):
    """A part of a text, and what is put in its place."""

    start: int
    """In characters, as ``end``."""
    end: int
    text: str


def swapped(text: str, swaps: Sequence[Swap]) -> str:
    """A text with parts of it replaced; they come in order, and none overlaps another."""
    made, at = list[str](), 0
    for each in swaps:
        made += (text[at : each.start], each.text)
        at = each.end
    return "".join((*made, text[at:]))


def beside(cell: CellRow, swaps: Sequence[Swap]) -> list[Swap]:
    """Those of some replacements that touch no chip of a cell."""
    there = list(spans(cell))
    if not there:
        return list(swaps)
    text = cell.text or ""

    def touches(swap: Swap) -> bool:
        start, end = (len(_units(text[:at])) // 2 for at in (swap.start, swap.end))
        return any(start < each.end and each.start < max(end, start + 1) for each in there)

    return [each for each in swaps if not touches(each)]


def kept(cell: CellRow, swaps: Sequence[Swap]) -> CellRow:
    """A cell whose text is replaced beside its chips, which stay what they are."""
    text, shifts = cell.text or "", list[tuple[int, int]]()
    for each in swaps:
        longer = len(_units(each.text)) - len(_units(text[each.start : each.end]))
        shifts.append((len(_units(text[: each.start])) // 2, longer // 2))
    extra = cell.extra or {}
    made = cell._replace(text=swapped(text, swaps))
    end = len(_units(made.text or "")) // 2
    for name in ("chipRuns", "textFormatRuns"):
        if runs := extra.get(name):
            starts = {int(each.get("startIndex") or 0): each for each in _moved(runs, shifts)}
            made = made.having(name, [each for at, each in starts.items() if at < end])
    return made


def address_of(chip: Mapping[str, Any]) -> str:
    """Where a chip leads, canonical; a person's by mail."""
    if person := chip.get("personProperties"):
        return f"mailto:{person['email']}"
    return str(chip["richLinkProperties"]["uri"])


def sort_of(ctx: Context, chip: Mapping[str, Any]) -> tuple[str, str]:
    """What a chip stands for: an icon, and a word."""
    if "personProperties" in chip:
        return "user", "person"
    place = split(ctx, address_of(chip))
    app = next((each for each in loading.apps() if place and each.id == place[0]), None)
    return (app.icon, f"in {app.title}") if app else ("link", "link")


def card_of(ctx: Context, chip: Mapping[str, Any]) -> Card | None:
    """The card of what a chip stands for; None if it is not there for the caller."""
    given = chip.get("personProperties")
    if given is None:
        return unfurl(ctx, address_of(chip))
    person = person_of(ctx, str(given["email"]))
    if person is None:
        return None
    facts = (("Email", person.email), ("Team", person.team.name), ("Office", person.office))
    return Card(
        "Person",
        person.name,
        person.title,
        "user",
        tuple(each for each in facts if each[1]),
        people.canonical_url(ctx.session, "people", f"/{person.id}"),
    )
