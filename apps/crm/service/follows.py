"""Following records: who does is told of what is posted there, and of how deals end.

https://help.salesforce.com/s/articleView?id=experience.collab_following_overview.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import EntitySubscription, Opportunity, User
from workworld.apps.crm.models.feeds import FOLLOWED
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import (
    access_levels,
    notices,
    people,
    records,
    refusals,
    saving,
)
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

FollowedId = Annotated[
    RecordId,
    Field(description="Id of an account, contact, lead, opportunity, case or campaign."),
]
# The vendor's API has who follows what as records of their own.
_DOORS = (Surface.UI, Surface.MCP)
_subscriptions = EntitySubscription.__table__.c


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def follow(ctx: Context, *, record_id: FollowedId) -> None:
    """Follow a record, so that one is told of posts and of how it ends; once is enough."""
    found = known(ctx, record_id)
    if _own(ctx, found) is None:
        values = {"ParentId": found}
        records.insert(ctx, of_name("EntitySubscription"), values)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def unfollow(ctx: Context, *, record_id: FollowedId) -> None:
    """Follow a record no longer; whoever does not follow it may say so as well."""
    row = _own(ctx, known(ctx, record_id))
    if row is not None:
        records.remove(ctx, row)


# Pages show whether the reader follows a record, and not who else does.
@operation(Effect.READ, scope="api", doors=(Surface.MCP,))
def followers(ctx: Context, *, record_id: FollowedId) -> Sequence[str]:
    """List the ids of the users who follow a record."""
    return subscribers(ctx, known(ctx, record_id))


def subscribers(ctx: Context, record_id: str) -> Sequence[str]:
    """The ids of the users who follow a record."""
    query = select(_subscriptions.subscriber_id).where(
        _subscriptions.parent_id == record_id, ~_subscriptions.is_deleted
    )
    return ctx.session.scalars(query.order_by(_subscriptions.subscriber_id)).all()


def follows(ctx: Context, record_id: str) -> bool:
    """Whether the caller follows a record."""
    return _own(ctx, record_id) is not None


def tell(ctx: Context, kind: str, record_id: str, text: str, part: str) -> None:
    """Tell those who follow a record, and still see it, of what happened there.

    Args:
        ctx: whose deed it is.
        kind: a kind of notice.
        record_id: the record.
        text: what happened, to be read after the actor's name.
        part: which event of that record it is.
    """
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    if sobject is None:
        return
    own = people.me(ctx).id
    users = [each for each in subscribers(ctx, record_id) if each != own]
    url = notices.address_of(ctx, sobject.name, record_id, part)
    notices.tell(ctx, kind, url, seeing(ctx, sobject.name, record_id, users), text)


def seeing(ctx: Context, sobject: str, record_id: str, users: Sequence[str]) -> Sequence[str]:
    """Those of some users who see a record."""
    rows = ctx.session.scalars(select(User).where(User.id.in_(users)).order_by(User.id)).all()
    kind = of_name(sobject)
    return [
        each.id
        for each in rows
        if each.is_active
        and record_id in access_levels.of(people.acting_as(ctx, each), kind, [record_id])
    ]


def known(ctx: Context, record_id: str) -> str:
    """The whole id of a record that the caller sees, and that can be followed.

    Raises:
        NotFound: ``NOT_FOUND``: there is none.
        Invalid: ``INVALID_OPERATION``: records of its kind are not followed.
    """
    full = record_ids.full(record_id)
    sobject = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    if sobject is None:
        raise refusals.not_found()
    found: str = records.known(ctx, sobject.name, record_id).id
    if sobject.name not in FOLLOWED:
        said = f"{sobject.plural} can't be followed."
        raise refusals.refused("INVALID_OPERATION", said, "ParentId")
    return found


def _own(ctx: Context, record_id: str) -> EntitySubscription | None:
    query = select(EntitySubscription).where(
        _subscriptions.parent_id == record_id,
        _subscriptions.subscriber_id == people.me(ctx).id,
        ~_subscriptions.is_deleted,
    )
    return ctx.session.scalar(query.order_by(_subscriptions.id).limit(1))


@saving.before("EntitySubscription")
def _require_own(ctx: Context, saved: Saving) -> None:
    """Everybody follows for themselves, and once."""
    row = saved.row
    row.subscriber_id = row.subscriber_id or people.me(ctx).id
    is_theirs = saved.is_new and row.subscriber_id != people.me(ctx).id
    if is_theirs and not people.profile(ctx).modifies_all:
        raise refusals.insufficient_access()
    query = select(_subscriptions.id).where(
        _subscriptions.parent_id == row.parent_id,
        _subscriptions.subscriber_id == row.subscriber_id,
        ~_subscriptions.is_deleted,
    )
    if saved.is_new and ctx.session.scalar(query.limit(1)) is not None:
        saved.refuse("DUPLICATE_VALUE", "The user follows this record already.", "ParentId")


@saving.after("Opportunity", order=85)
def _tell_the_end(ctx: Context, saved: Saving) -> None:
    """Followers hear that a deal is won or lost."""
    row: Opportunity = saved.row
    if saved.is_new or not row.is_closed or not saved.changed("is_closed", "is_won"):
        return
    text = f"{'won' if row.is_won else 'lost'} {row.name}, which you follow"
    tell(ctx, notices.DEAL_CLOSED, row.id, text, "closed")
