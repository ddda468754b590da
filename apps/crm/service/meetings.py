"""Meetings with people: events.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_event.htm
"""

from __future__ import annotations

from workworld.apps.crm.service import activity_links, people, saving
from workworld.apps.crm.service.saving import Saving
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.zones import zone

_MINUTE = 60_000_000
_LONGEST_DAYS = 14


@saving.before("Event")
def _derive(ctx: Context, saved: Saving) -> None:
    """Its day and length, and the account that it concerns."""
    event = saved.row
    activity_links.settle(ctx, saved)
    event.minutes = (event.end_us - event.start_us) // _MINUTE
    where = zone(people.org(ctx).zone)
    event.activity_date = from_microseconds(event.start_us).astimezone(where).date().isoformat()
    if event.minutes < 0:
        said = "The event ends before it begins: End must not be before Start"
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "EndDateTime")
    elif event.minutes > _LONGEST_DAYS * 24 * 60:
        said = f"An event can't last longer than {_LONGEST_DAYS} days"
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "EndDateTime")
