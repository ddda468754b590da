"""Keeping what would be sent outside.

No operations of its own: an app says what is sent where, and who may read of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from workworld.context import Context
from workworld.database import insert_row
from workworld.deliveries.models import Delivery


@dataclass(frozen=True, slots=True)
class Sender:
    """What sends something: an app's web hook, or a rule of it."""

    app_id: str
    kind: str
    id: str
    owner_id: str
    """With whose eyes it writes."""


def keep(
    ctx: Context,
    sender: Sender,
    *,
    url: str,
    body: str = "",
    method: str = "POST",
    event: str = "",
    thing_id: str = "",
) -> Delivery:
    """Keep a request to an address outside, which is what sending it comes to.

    Args:
        ctx: whose step it is.
        sender: what sends it.
        url: the address.
        body: what it says.
        method: ``POST``, ``PUT`` …
        event: what came to pass, in the vendor's word.
        thing_id: what it is about, as the app calls it.

    Returns:
        The delivery, to be read only.
    """
    row = Delivery(
        id=ctx.ids.next_id("Dl"),
        app_id=sender.app_id,
        sender_kind=sender.kind,
        sender_id=sender.id,
        owner_id=sender.owner_id,
        thing_id=thing_id,
        event=event,
        method=method,
        url=url,
        body=body,
        sent_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    return row
