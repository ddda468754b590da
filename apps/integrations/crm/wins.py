"""Deals that are won ring in chat."""

from __future__ import annotations

from sqlalchemy import select

from workworld.apps.chat.models import Channel
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import suite_accounts
from workworld.apps.crm.models import Opportunity
from workworld.apps.crm.service import addresses, people
from workworld.context import Context, Event
from workworld.events import on
from workworld.schedule import plan

_CHANNEL = "wins"
_channels = Channel.__table__.c


@on("crm.record_created")
@on("crm.record_updated")
def ring(ctx: Context, event: Event) -> None:
    """Everybody hears of a deal when it is won, without its amount; the CRM's bot says so."""
    facts = event.facts
    if facts["sobject"] != "Opportunity" or "StageName" not in facts["changed"]:
        return
    deal = ctx.session.get(Opportunity, facts["record_id"])
    channel_id = _channel(ctx)
    if deal is None or not deal.is_won or channel_id is None:
        return
    owner = people.names(ctx, [deal.owner_id]).get(deal.owner_id, "Somebody")
    link = f"<{addresses.of_record(ctx, deal.id)}|{escaped(deal.name)}>"
    said = f":bell: {escaped(owner)} has won {link}"
    bot, now_us = of(ctx), ctx.clock.now_us()
    for operation, arguments in (
        ("chat.members.join", {"channel_id": channel_id}),
        ("chat.messages.post", {"channel_id": channel_id, "text": said}),
    ):
        now_us += 1
        plan(ctx.session, due_us=now_us, actor_id=bot, operation=operation, arguments=arguments)


def of(ctx: Context) -> str:
    """The account of the CRM's bot, which is there from when it first has something to say."""
    said = "Tells of deals and cases"
    return suite_accounts.of(ctx, handle="crm-bot", name="CRM", title=said).person_id


def _channel(ctx: Context) -> str | None:
    """The channel for wins, or else the one that everybody is in."""
    open_to_all = (_channels.kind == "public", ~_channels.is_archived)
    named = select(_channels.id).where(_channels.name == _CHANNEL, *open_to_all)
    usual = select(_channels.id).where(_channels.is_default).order_by(_channels.id)
    return ctx.session.scalar(named) or ctx.session.scalar(usual.limit(1))
