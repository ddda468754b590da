"""Who hears that a record is not as it was: those who see it."""

from __future__ import annotations

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, sight
from workworld.context import Context
from workworld.topics import listens

TOPIC = "crm.record"


@listens(TOPIC)
def hears(ctx: Context, record_id: str) -> bool:
    """Whether somebody may hear of a record."""
    full = record_ids.full(record_id)
    sobject = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    user = people.find(ctx, ctx.actor.person_id)
    if sobject is None or full is None or user is None or not user.is_active:
        return False
    return full in sight.access(ctx, sobject, [full])


def topic_of(record_id: str) -> str:
    """What pages listen to that show a record."""
    return f"{TOPIC}:{record_id}"
