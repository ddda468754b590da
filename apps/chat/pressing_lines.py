"""How pressing messages are, as a page says it beside and below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import acknowledgements, log, priorities
from workworld.context import Context
from workworld.permissions import can

_LABELS = {"important": ("Important", "info"), "urgent": ("Urgent", "danger")}


@dataclass(frozen=True, slots=True)
class Pressing:
    """What stands beside the author of a message, and below it."""

    label: str = ""
    """``Important`` or ``Urgent``, else nothing."""
    tone: str = ""
    asks: bool = False
    """Whether people are asked to acknowledge it."""
    count: int = 0
    """How many have."""
    is_mine: bool = False
    """Whether the viewer has."""
    may: bool = False
    """Whether the viewer may, or may have theirs back."""
    is_for_others: bool = False
    """Whether the viewer is not among those who are asked."""


PRESSES_NOBODY = Pressing()


def pressing_among(ctx: Context, rows: Sequence[Message]) -> dict[str, Pressing]:
    """Of messages of one channel those that are no ordinary ones, by ts."""
    said = priorities.among(ctx, rows[0].channel_id, [row.ts for row in rows])
    given = acknowledgements.below(ctx, rows[0].channel_id, [*said]) if said else {}
    found = {}
    for row in rows:
        if row.ts in said and row.subtype != log.TOMBSTONE:
            label, tone = _LABELS.get(said[row.ts].level, ("", ""))
            found[row.ts] = Pressing(label, tone)
            if said[row.ts].asks_for_acknowledgement:
                people = [each.person_id for each in given.get(row.ts, ())]
                found[row.ts] = _asking(ctx, row, label, tone, people)
    return found


def _asking(ctx: Context, row: Message, label: str, tone: str, people: Sequence[str]) -> Pressing:
    is_mine = ctx.actor.person_id in people
    deed = "take_back" if is_mine else "give"
    return Pressing(
        label,
        tone,
        asks=True,
        count=len(people),
        is_mine=is_mine,
        may=can(ctx, f"chat.acknowledgements.{deed}", row),
        is_for_others=not is_mine and not can(ctx, "chat.acknowledgements.give", row),
    )
