"""Who hears that a record is not as it was: those who see it."""

from __future__ import annotations

from workworld.apps.crm import record_ids
from workworld.apps.crm.models.records import Record
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import access_levels, people
from workworld.context import Context
from workworld.topics import listens

TOPIC = "crm.record"
_ACTIVITIES = ("Task", "Event")
"""Objects whose records have owners and are part of what they are about."""


@listens(TOPIC)
def hears(ctx: Context, record_id: str) -> bool:
    """Whether somebody may hear of a record."""
    full = record_ids.full(record_id)
    sobject = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    user = people.find(ctx, ctx.actor.person_id)
    if sobject is None or full is None or user is None or not user.is_active:
        return False
    return full in access_levels.of(ctx, sobject, [full])


def topic_of(record_id: str) -> str:
    """What pages listen to that show a record."""
    return f"{TOPIC}:{record_id}"


def topics_of(sobject: SObject, row: Record) -> list[str]:
    """What pages listen to that show a record, or a record of which it is a part.

    Of records with owners of their own those that they belong to are not told: who sees an
    account does not learn that there is a deal which they do not see.
    """
    found = [topic_of(row.id), f"crm.object:{sobject.name}"]
    if sobject.has_owner and sobject.name not in _ACTIVITIES:
        return found
    for field in sobject.fields.values():
        about = getattr(row, field.column, None) if field.column and field.references else None
        above = objects.of_prefix(record_ids.prefix_of(about)) if about else None
        if about and above is not None and not above.is_setup:
            found.append(topic_of(about))
    return list(dict.fromkeys(found))
