"""Whom chat tells of a canvas: those whom somebody has just mentioned there, and who may see it."""

from __future__ import annotations

from workworld.apps.chat.models import Document
from workworld.apps.chat.service import documents, mentions
from workworld.apps.chat.service.notices import Wishes
from workworld.context import Context, Event
from workworld.events import on
from workworld.notifications.notices import notify
from workworld.permissions import who_see


@on("chat.canvas_created")
@on("chat.canvas_updated")
def tell_of_mentions(ctx: Context, event: Event) -> None:
    """Tell those who want to know that they are mentioned now, and lead them to the section.

    Whoever was mentioned in the canvas before is not told again, wherever in it that moves.
    """
    document = ctx.session.get_one(Document, event.facts["canvas_id"])
    called = event.facts["called"]
    wishes = Wishes.of(ctx, document.channel_id, sorted(called))
    address = documents.address_of(ctx, document)
    for person_id, section_id in called.items():
        if wishes.want(person_id, mentions.MENTION) and _sees(ctx, person_id, document):
            notify(
                ctx,
                person_id=person_id,
                app_id="chat",
                kind=mentions.MENTION,
                text=f"mentioned you in the canvas “{document.title}”",
                url=f"{address}#section-{section_id}",
            )


def _sees(ctx: Context, person_id: str, document: Document) -> bool:
    return bool(who_see(ctx, Document, document.id, [person_id]))
