"""What somebody at a grid asks about smart chips: what ``@`` offers, and the card of one."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from workworld import loading
from workworld.apps.sheets import APP
from workworld.apps.sheets.engine.typed_input import typed
from workworld.apps.sheets.service import access, chips
from workworld.apps.sheets.service.formats import number_format
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.refusals import no_sheet
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.errors import NotFound
from workworld.links.addresses import rendered, split
from workworld.links.cards import Card, unfurl
from workworld.operations import Effect, operation
from workworld.search import palette
from workworld.zones import zone as zone_named

# Programs write chips by address, and read where they lead.
_DOORS = (Surface.UI,)
_MOST, _MOST_PEOPLE, _LOOKED_AT, _FIRST = 9, 5, 24, 2
_DAY_ZERO = datetime.date(1899, 12, 30)
_DAYS = (("Today", 0), ("Tomorrow", 1), ("Yesterday", -1))


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that ``@`` may become."""

    title: str
    hint: str
    icon: str
    text: str
    """What comes to stand in the cell."""
    chip: dict[str, Any] | None = None
    """The vendor's ``Chip``; None for a day, which is a value as any other."""


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def suggest(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    text: Annotated[
        str, Field(description="What was typed behind the sign so far.", max_length=200)
    ] = "",
) -> Sequence[Offer]:
    """List the days, people and things of the company that a smart chip may stand for."""
    workbook = access.known(ctx, workbook_id)
    today = ctx.clock.now().astimezone(zone_named(workbook.time_zone)).date()
    days = list(_days(text, today))
    return [*days, *islice(_things(ctx, text), _MOST)]


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def show_card(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    gid: Annotated[int, Field(description="The sheet's id.")],
    row: Annotated[int, Field(description="Counted from zero.", ge=0)],
    column: Annotated[int, Field(description="Counted from zero.", ge=0)],
    start: Annotated[int, Field(description="Where the chip begins in the text.", ge=0)],
) -> Card | None:
    """Show the card of a smart chip; nothing if what it stands for is not there for the caller.

    Raises:
        NotFound: ``no_chip``, the cell has none there.
    """
    access.known(ctx, workbook_id)
    grid = next((e for e in grids_of(ctx.session, workbook_id) if e.sheet.sheet_id == gid), None)
    if grid is None:
        raise no_sheet(gid)
    if row < len(grid.rows) and column < len(grid.columns):
        for span in chips.spans(grid.cell(row, column)):
            if span.start == start:
                card = chips.card_of(ctx, span.chip)
                return card and replace(card, url=rendered(ctx, card.url))
    raise NotFound("no_chip", "There is no smart chip there.")


def _days(text: str, today: datetime.date) -> Iterator[Offer]:
    """The days that a text names or begins to."""
    wanted = text.strip().casefold()
    for name, days in _DAYS:
        if name.casefold().startswith(wanted) and (wanted or days >= 0):
            yield _day(name, today + datetime.timedelta(days))
    value, code = typed(text.strip(), today)
    if wanted and code and number_format(code)["type"] == "DATE" and isinstance(value, int | float):
        day = _DAY_ZERO + datetime.timedelta(int(value))
        yield _day(f"{day:%B} {day.day}, {day.year}", day)


def _day(title: str, day: datetime.date) -> Offer:
    return Offer(title, f"{day:%a, %b} {day.day}, {day.year}", "calendar", day.isoformat())


def _things(ctx: Context, text: str) -> Iterator[Offer]:
    """People, then things of all apps, that fit a text; without one, the likeliest of each."""
    if text.strip():
        places = list(palette.find(ctx, text=text, app_id=APP.id, limit=_LOOKED_AT))
        known = people.search(ctx, text=text, limit=_MOST_PEOPLE)
    else:
        apps = sorted((each.id for each in loading.apps()), key=lambda app: (app != APP.id, app))
        few = [palette.find(ctx, app_id=each, limit=_FIRST) for each in apps]
        places = [place for each in few for place in each]
        known = people.search(ctx, text="", limit=_FIRST)
    for person in known:
        chip = {"personProperties": {"email": person.email, "displayFormat": "DEFAULT"}}
        yield Offer(person.name, person.title, "user", person.name, chip)
    for place in places:
        is_thing = not place.person_id and place.sign != palette.ROOM
        if is_thing and (title := _title(ctx, place)):
            chip = {"richLinkProperties": {"uri": place.url}}
            yield Offer(title, place.hint, place.icon, title, chip)


def _title(ctx: Context, place: palette.Place) -> str:
    """What a chip says that leads to a place; empty for pages, which have no card."""
    app_id, path = split(ctx, place.url) or ("", "")
    if app_id == APP.id:  # its card would have the workbook worked out
        return place.title if path.startswith("/s/") else ""
    card = unfurl(ctx, place.url)
    return card.title if card else ""
