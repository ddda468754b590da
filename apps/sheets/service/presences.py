"""Who has a workbook open, and what they have selected there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import Opening, Presence, Workbook
from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.refusals import unparsable
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.people import by_ids
from workworld.operations import Effect, operation
from workworld.permissions import seen, who_see
from workworld.topics import listens, whispers

TOPIC = "sheets.presence"
# Only pages show others' cursors.
_DOORS = (Surface.UI,)
_LASTS_US = 30 * 60 * 1_000_000
"""For how long somebody counts as there of whom nothing is heard."""


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody else who has a workbook open."""

    person_id: str
    name: str
    sheet_id: int
    range: str


@operation(Effect.HOUSEKEEPING, scope="spreadsheets.readonly", doors=_DOORS)
def note(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    sheet_id: Annotated[int, Field(description="Which sheet, as the vendor's API calls it.")],
    range_text: Annotated[str, Field(description="What is selected: B2:D4.", max_length=100)],
) -> None:
    """Note what the caller has selected in a spreadsheet, for others who look at it."""
    access.known(ctx, workbook_id)
    if parse(range_text) is None:
        raise unparsable(range_text)
    me, now = ctx.actor.person_id, ctx.clock.now_us()
    number = (ctx.session.scalar(select(func.max(Presence.number))) or 0) + 1
    if ctx.session.get(Presence, (workbook_id, me)) is None:
        ctx.session.merge(Opening(person_id=me, workbook_id=workbook_id, opened_us=now))
    ctx.session.merge(
        Presence(
            workbook_id=workbook_id,
            person_id=me,
            sheet_id=sheet_id,
            range=range_text,
            seen_us=now,
            number=number,
        )
    )


@operation(Effect.HOUSEKEEPING, scope="spreadsheets.readonly", doors=_DOORS)
def leave(ctx: Context, *, workbook_id: WorkbookId) -> None:
    """Note that the caller no longer looks at a spreadsheet."""
    access.known(ctx, workbook_id)
    there = ctx.session.get(Presence, (workbook_id, ctx.actor.person_id))
    if there is not None:
        ctx.session.delete(there)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def list_present(ctx: Context, *, workbook_id: WorkbookId) -> list[Present]:
    """List who else has a spreadsheet open, and what they have selected."""
    access.known(ctx, workbook_id)
    query = select(Presence).where(
        Presence.workbook_id == workbook_id,
        Presence.person_id != ctx.actor.person_id,
        Presence.seen_us > ctx.clock.now_us() - _LASTS_US,
    )
    found = list(ctx.session.scalars(query.order_by(Presence.person_id)))
    seeing = {*who_see(ctx, Workbook, workbook_id, [each.person_id for each in found])}
    people = by_ids(ctx.session, seeing)
    return [
        Present(each.person_id, people[each.person_id].name, each.sheet_id, each.range)
        for each in found
        if each.person_id in seeing
    ]


@listens(TOPIC)
def hears(ctx: Context, workbook_id: str) -> bool:
    """Whether somebody may hear of who looks at a workbook."""
    return seen(ctx, Workbook, workbook_id) is not None


@whispers(TOPIC)
def version(ctx: Context, workbook_id: str) -> str:
    """Another text once somebody came, went or selected something else."""
    mine = Presence.workbook_id == workbook_id
    query = select(func.count(), func.max(Presence.number)).where(mine)
    return str(tuple(ctx.session.execute(query).one()))
