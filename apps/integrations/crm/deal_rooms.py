"""Channels in chat about deals, and deals that are spoken of in conversations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, messages
from workworld.apps.chat.types import ChannelId, Ts
from workworld.apps.crm.models import Opportunity, OpportunityTeamMember, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import addresses, records, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_offers import OFFERED
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.offers import Deed, Offer, Question
from workworld.operations import Effect, operation
from workworld.permissions import can

_FIELD = "Deal_Room__c"
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_MOST_LETTERS = 60
_users, _people, _team = User.__table__.c, Person.__table__.c, OpportunityTeamMember.__table__.c
_Thread = Annotated[Ts | None, Field(description="In which thread.")]
DealId = Annotated[RecordId, Field(description="An opportunity's id.")]


# Programs create a channel in chat and write its address into the opportunity themselves.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def open(
    ctx: Context,
    *,
    opportunity_id: DealId,
    name: Annotated[
        str, Field(description="Of the channel; empty calls it after the deal.", max_length=100)
    ] = "",
    is_private: Annotated[bool, Field(description="Whether only members see it.")] = True,
) -> Channel:
    """Open a channel about a deal with its owner and its team; the deal leads to it."""
    deal: Opportunity = records.known(ctx, "Opportunity", opportunity_id)
    made = channels.create(
        ctx,
        name=name.strip().removeprefix("#") or usual_name(deal.name),
        is_private=is_private,
        user_ids=[each for each in _colleagues(ctx, deal) if each != ctx.actor.person_id],
    )
    messages.post(ctx, channel_id=made.id, text=f"This channel is about {_link(ctx, deal)}")
    url = people.canonical_url(ctx.session, "chat", f"/c/{made.id}")
    records.change(ctx, deal, {_FIELD: url})
    return made


# Programs post a message with the record's address themselves.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def post(
    ctx: Context, *, channel_id: ChannelId, opportunity_id: DealId, thread_ts: _Thread = None
) -> Message:
    """Post the card of a deal in a conversation; each reader sees of it what they may."""
    deal: Opportunity = records.known(ctx, "Opportunity", opportunity_id)
    channel = channels.known(ctx, channel_id)
    text = f"<{addresses.of_record(ctx, deal.id)}>"  # its name is for those who see it
    return messages.post(ctx, channel_id=channel.id, text=text, thread_ts=thread_ts)


# As above.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI,))
def create(
    ctx: Context,
    *,
    channel_id: ChannelId,
    values: Annotated[Mapping[str, Any], Field(description="Of the opportunity, by field.")],
    thread_ts: _Thread = None,
) -> Message:
    """Create a deal out of a conversation, and tell the conversation of it."""
    channel = channels.known(ctx, channel_id)
    deal = records.insert(ctx, objects.of_model(Opportunity), values)
    text = f"Created {_link(ctx, deal)}"
    return messages.post(ctx, channel_id=channel.id, text=text, thread_ts=thread_ts)


def usual_name(deal: str) -> str:
    """What a deal's channel is called: ``deal-tolvane-foods-renewal-2026``."""
    bare = _NOT_WORD.sub("-", deal.lower()).strip("-")
    return f"deal-{bare}"[:_MOST_LETTERS].rstrip("-")


def _link(ctx: Context, deal: Opportunity) -> str:
    return f"<{addresses.of_record(ctx, deal.id)}|{escaped(deal.name)}>"


def _colleagues(ctx: Context, deal: Opportunity) -> list[str]:
    """The people who work on a deal and are still there."""
    team = select(_team.user_id).where(_team.opportunity_id == deal.id, ~_team.is_deleted)
    query = (
        select(_people.id)
        .join(User.__table__, _users.person_id == _people.id)
        .where((_users.id == deal.owner_id) | _users.id.in_(team), _users.is_active)
        .where(~_people.is_deactivated)
        .order_by(_people.id)
    )
    return list(ctx.session.scalars(query))


def _fits(ctx: Context, loaded: Loaded) -> bool:
    if loaded.sobject.name != "Opportunity" or loaded.values.get(_FIELD):
        return False
    field = loaded.sobject.field(_FIELD)
    may = field is not None and sight.editable(ctx, loaded.sobject, field)
    return may and can(ctx, "chat.channels.create", people.company(ctx.session))


def _asks(_ctx: Context, loaded: Loaded) -> Sequence[Question]:
    who = "The owner and the team of the deal are in it from the beginning."
    return (
        Question("name", "Name", usual_name(str(loaded.values.get("Name") or "")), hint=who),
        Question("open", "Open to everybody", kind="box", hint="Else only members see it."),
    )


def _reads(_ctx: Context, loaded: Loaded, given: Mapping[str, str]) -> Deed:
    told = {"opportunity_id": loaded.id, "name": given.get("name", "")}
    return Deed(open, {**told, "is_private": given.get("open") != "1"})


OFFERED.add(
    Offer(
        "open-deal-room",
        "Open deal room",
        "hash",
        "Open channel",
        "The deal room is open",
        _asks,
        _reads,
        _fits,
    )
)
