"""Posts in the feeds of records, with answers, mentions and files.

https://help.salesforce.com/s/articleView?id=experience.collab_overview.htm
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import FeedComment, FeedItem, User
from workworld.apps.crm.schema.objects import of_model, of_name, of_prefix
from workworld.apps.crm.service import (
    files,
    follows,
    hearing,
    notices,
    people,
    records,
    refusals,
    saving,
)
from workworld.apps.crm.service.files import Attached
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.files.types import Bytes
from workworld.operations import Effect, operation

_LONGEST = 10_000
Text = Annotated[
    str,
    Field(
        description="Markdown; @handle mentions a user by the first part of their address.",
        min_length=1,
        max_length=_LONGEST,
    ),
]
# The vendor's API has posts and their answers as records of their own.
_DOORS = (Surface.UI, Surface.MCP)
_items, _comments = FeedItem.__table__.c, FeedComment.__table__.c
HANDLE = re.compile(r"(?<![\w@/(\\.`])@([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)")
_MOST_MENTIONS = 25


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a post."""

    id: str
    text: str
    author_id: str
    author: str
    created_us: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Post:
    """A post in a record's feed."""

    id: str
    text: str
    author_id: str
    author: str
    created_us: int
    is_mine: bool
    answers: Sequence[Answer]
    files: Sequence[Attached]


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(
    ctx: Context,
    *,
    record_id: follows.FollowedId,
    limit: Annotated[int, Field(description="How many posts at most.", ge=1, le=200)] = 50,
) -> Sequence[Post]:
    """List the posts in a record's feed with their answers and files, the newest first."""
    found = follows.known(ctx, record_id)
    query = select(FeedItem).where(_items.parent_id == found, ~_items.is_deleted)
    newest = query.order_by(_items.created_us.desc(), _items.id.desc()).limit(limit)
    rows = ctx.session.scalars(newest).all()
    answers = _answers(ctx, [each.id for each in rows])
    said = [*rows, *(row for found_rows in answers.values() for row in found_rows)]
    names = people.names(ctx, (each.created_by_id for each in said))
    own = people.me(ctx).id
    return [
        Post(
            each.id,
            each.body or "",
            each.created_by_id,
            names.get(each.created_by_id, ""),
            each.created_us,
            each.created_by_id == own,
            [
                Answer(
                    row.id,
                    row.body or "",
                    row.created_by_id,
                    names.get(row.created_by_id, ""),
                    row.created_us,
                    row.created_by_id == own,
                )
                for row in answers.get(each.id, ())
            ],
            files.list(ctx, record_id=each.id) if each.type == "ContentPost" else (),
        )
        for each in rows
    ]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def post(
    ctx: Context,
    *,
    record_id: follows.FollowedId,
    text: Text,
    file_name: Annotated[
        str, Field(description="Of a file that is posted with it.", max_length=255)
    ] = "",
    content: Annotated[Bytes | None, Field(description="The file's bytes.")] = None,
) -> Loaded:
    """Post to the feed of a record that one sees; followers and whoever is mentioned are told."""
    found = follows.known(ctx, record_id)
    kind = "ContentPost" if content else "TextPost"
    values = {"ParentId": found, "Body": text, "Type": kind}
    made = records.insert(ctx, of_model(FeedItem), values)
    if content:
        files.attach(ctx, record_id=made.id, name=file_name or "file", content=content)
    return Loaded(of_name("FeedItem"), {"Id": made.id})


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def answer(
    ctx: Context,
    *,
    post_id: Annotated[RecordId, Field(description="A post's id.")],
    text: Text,
) -> Loaded:
    """Answer to a post; its author, followers and whoever is mentioned are told."""
    row = records.known(ctx, "FeedItem", post_id)
    values = {"FeedItemId": row.id, "CommentBody": text}
    made = records.insert(ctx, of_model(FeedComment), values)
    return Loaded(of_name("FeedComment"), {"Id": made.id})


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def delete(
    ctx: Context,
    *,
    post_id: Annotated[RecordId, Field(description="The id of a post or an answer of one's own.")],
) -> None:
    """Delete a post with its answers, or an answer; both are their author's to delete."""
    kind = of_prefix(post_id[:3])
    if kind is None or not kind.is_said or kind.name == "EntitySubscription":
        raise refusals.not_found()
    records.remove(ctx, records.known(ctx, kind.name, post_id))


def mentioned(ctx: Context, text: str) -> Mapping[str, str]:
    """The users whom a text mentions: handle → user id; nobody else is."""
    handles = builtins.list(dict.fromkeys(HANDLE.findall(text)))[:_MOST_MENTIONS]
    query = (
        select(Person.handle, User.id)
        .join(User, User.person_id == Person.id)
        .where(Person.handle.in_(handles), User.is_active)
    )
    return dict(ctx.session.execute(query.order_by(Person.handle)).all()) if handles else {}


@saving.before("FeedItem", "FeedComment")
def _require_text(_ctx: Context, saved: Saving) -> None:
    if not (saved.row.body or "").strip():
        field = "Body" if saved.sobject.name == "FeedItem" else "CommentBody"
        saved.errors.append(refusals.required([field]))


@saving.after("FeedItem")
def _tell_of_post(ctx: Context, saved: Saving) -> None:
    row: FeedItem = saved.row
    ctx.touch(hearing.topic_of(row.parent_id))
    if saved.is_new:
        _tell(ctx, row.parent_id, row.body or "", row.id, "posted to", ())


@saving.after("FeedComment")
def _tell_of_answer(ctx: Context, saved: Saving) -> None:
    row: FeedComment = saved.row
    item = ctx.session.get_one(FeedItem, row.item_id)
    ctx.touch(hearing.topic_of(item.parent_id))
    if saved.is_new:
        asked = (item.created_by_id,)
        _tell(ctx, item.parent_id, row.body or "", row.id, "answered to a post on", asked)


@saving.before_delete("FeedItem")
def _take_answers(ctx: Context, row: FeedItem) -> None:
    ctx.touch(hearing.topic_of(row.parent_id))
    for each in _answers(ctx, [row.id]).get(row.id, ()):
        records.remove(ctx, each, with_id=row.id)


@saving.after_delete("FeedComment")
def _tell_of_deletion(ctx: Context, row: FeedComment) -> None:
    ctx.touch(hearing.topic_of(ctx.session.get_one(FeedItem, row.item_id).parent_id))


def _tell(
    ctx: Context, record_id: str, text: str, part: str, deed: str, also: Iterable[str]
) -> None:
    """Tell those who are mentioned, and of the others whoever follows or has asked."""
    sobject = of_prefix(record_id[:3])
    if sobject is None:
        return
    own, called = people.me(ctx).id, _called(ctx, record_id)
    url = notices.address_of(ctx, sobject.name, record_id, part)
    named = [each for each in mentioned(ctx, text).values() if each != own]
    told = follows.seeing(ctx, sobject.name, record_id, named)
    notices.tell(ctx, notices.MENTIONED, url, told, f"mentioned you on {called}")
    rest = {*follows.subscribers(ctx, record_id), *also} - {own, *told}
    others = follows.seeing(ctx, sobject.name, record_id, sorted(rest))
    notices.tell(ctx, notices.FOLLOWED, url, others, f"{deed} {called}")


def _called(ctx: Context, record_id: str) -> str:
    sobject = of_prefix(record_id[:3])
    row = ctx.session.get(sobject.model, record_id) if sobject else None
    field = sobject.name_field if sobject else None
    return str(getattr(row, field.column)) if row is not None and field else "a record"


def _answers(ctx: Context, ids: Sequence[str]) -> Mapping[str, Sequence[FeedComment]]:
    query = select(FeedComment).where(_comments.item_id.in_(ids), ~_comments.is_deleted)
    found: dict[str, builtins.list[FeedComment]] = {}
    for row in ctx.session.scalars(query.order_by(_comments.created_us, _comments.id)):
        found.setdefault(row.item_id, []).append(row)
    return found
