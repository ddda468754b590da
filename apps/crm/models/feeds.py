"""What users say to each other about records, and who follows them.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_feeditem.htm
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld import fulltext
from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject
from workworld.database import reaches_people

FOLLOWED = ("Account", "Contact", "Lead", "Opportunity", "Case", "Campaign")
"""The objects whose records are followed and posted to."""


@sobject(
    "FeedItem",
    "Feed Item",
    "Feed Items",
    "0D5",
    computed=(SYSTEM_MODSTAMP,),
    parent="ParentId",
    is_said=True,
    searched=("body",),
)
class FeedItem(Record):
    """A post in the feed of a record."""

    __tablename__ = "crm_feed_items"
    __table_args__ = (Index(None, "parent_id", "created_us"), reaches_people())

    parent_id: Mapped[str] = columns.any_of(
        "ParentId",
        "Parent",
        FOLLOWED,
        children="Feeds",
        required=True,
        is_nillable=False,
        updateable=False,
    )
    type: Mapped[str] = columns.picklist(
        "Type", "Feed Item Type", "feed item type", default="TextPost", updateable=False
    )
    title: Mapped[str | None] = columns.text("Title", "Title", 255)
    body: Mapped[str | None] = columns.long_text("Body", "Body", 10_000, required=True)
    """Markdown, in which ``@handle`` mentions somebody."""


@sobject(
    "FeedComment",
    "Feed Comment",
    "Feed Comments",
    "0D7",
    computed=(SYSTEM_MODSTAMP,),
    parent="FeedItemId",
    is_said=True,
)
class FeedComment(Record):
    """An answer to a post."""

    __tablename__ = "crm_feed_comments"
    __table_args__ = (Index(None, "item_id", "created_us"), reaches_people())

    item_id: Mapped[str] = columns.lookup(
        "FeedItemId",
        "Feed Item",
        "FeedItem",
        "crm_feed_items",
        children="FeedComments",
        required=True,
        is_nillable=False,
        updateable=False,
    )
    body: Mapped[str | None] = columns.long_text("CommentBody", "Body", 10_000, required=True)


@sobject(
    "EntitySubscription",
    "Entity Subscription",
    "Entity Subscriptions",
    "0E8",
    computed=(SYSTEM_MODSTAMP,),
    parent="ParentId",
    is_said=True,
    updateable=False,
)
class EntitySubscription(Record):
    """A user follows a record."""

    __tablename__ = "crm_subscriptions"
    __table_args__ = (Index(None, "parent_id", "subscriber_id"),)

    parent_id: Mapped[str] = columns.any_of(
        "ParentId",
        "Parent",
        FOLLOWED,
        children="FeedSubscriptionsForEntity",
        required=True,
        is_nillable=False,
        updateable=False,
    )
    subscriber_id: Mapped[str] = columns.user(
        "SubscriberId", "Subscriber", "Subscriber", is_nillable=False, updateable=False
    )


FEED_WORDS = fulltext.index(FeedItem, "body")
