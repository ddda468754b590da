"""Knowledge articles: written as drafts, reviewed, published in versions, archived and rated.

https://help.salesforce.com/s/articleView?id=service.knowledge_article_versions.htm
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Article, ArticleVote
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import (
    ARTICLE_ARCHIVED,
    ARTICLE_DRAFT,
    ARTICLE_IN_REVIEW,
    ARTICLE_ONLINE,
)
from workworld.apps.crm.service import access_levels, people, records, refusals, saving, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.clock import from_microseconds
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

OBJECT = "Knowledge__kav"
ArticleId = Annotated[RecordId, Field(description="The id of an article's version.")]
# The vendor's API publishes by an address of its own, for many articles at once.
_DOORS = (Surface.UI, Surface.MCP)
_articles, _votes = Article.__table__.c, ArticleVote.__table__.c
_SYSTEM = Options(system=True)
_ARTICLE_PREFIX = "kA0"
_WRITTEN = (ARTICLE_DRAFT, ARTICLE_IN_REVIEW)
_CONTENT = ("title", "url_name", "category", "is_public", "summary", "body")
_DIGITS = 9
_LONGEST_URL = 255


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def submit(ctx: Context, *, article_id: ArticleId) -> Loaded:
    """Hand a draft of an article in for review.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is no draft.
    """
    row = _known(ctx, article_id)
    if row.status != ARTICLE_DRAFT:
        raise _wrong("Only a draft is handed in for review.")
    return _moved(ctx, row, ARTICLE_IN_REVIEW)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def publish(ctx: Context, *, article_id: ArticleId) -> Loaded:
    """Publish a draft of an article; the version that was online until now is archived.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is no draft; ``REQUIRED_FIELD_MISSING``: it has no text.
    """
    row = _known(ctx, article_id)
    if row.status not in _WRITTEN:
        raise _wrong("Only a draft is published. Edit the article as a draft first.")
    if not (row.body or "").strip():
        said = "Write the answer before the article is published."
        raise refusals.refused("REQUIRED_FIELD_MISSING", said, "Answer__c")
    before = _version(ctx, row.article_id, ARTICLE_ONLINE)
    if before is not None:
        _moved(ctx, before, ARTICLE_ARCHIVED, IsLatestVersion=False)
    now = _now(ctx)
    first = before.first_published_us if before is not None else row.first_published_us
    stamps = {"LastPublishedDate": now} | ({} if first else {"FirstPublishedDate": now})
    return _moved(ctx, row, ARTICLE_ONLINE, **stamps)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def archive(ctx: Context, *, article_id: ArticleId) -> Loaded:
    """Take a published article back: it is no longer found by those who only read.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is not online.
    """
    row = _known(ctx, article_id)
    if row.status != ARTICLE_ONLINE:
        raise _wrong("Only an article that is online is archived.")
    return _moved(ctx, row, ARTICLE_ARCHIVED)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def revise(ctx: Context, *, article_id: ArticleId) -> Loaded:
    """Begin a new version of an article that is online or archived: a draft with the same text.

    Raises:
        Invalid: ``INVALID_OPERATION``: somebody is writing one already.
    """
    row = _known(ctx, article_id)
    if row.status in _WRITTEN or _version(ctx, row.article_id, *_WRITTEN) is not None:
        raise _wrong("A draft of this article is being written already.")
    newest = ctx.session.scalar(
        select(func.max(_articles.version_number)).where(_articles.article_id == row.article_id)
    )
    columns = (*_CONTENT, "number", "article_id", "first_published_us", "published_us")
    sobject = of_name(OBJECT)
    copied = {
        field.name: getattr(row, field.column)
        for field in sobject.fields.values()
        if field.column in columns
    } | {"VersionNumber": (newest or 0) + 1}
    made = records.insert(ctx, sobject, {}, _SYSTEM, like=copied)
    return Loaded(sobject, {"Id": made.id})


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def vote(
    ctx: Context,
    *,
    article_id: ArticleId,
    is_helpful: Annotated[bool, Field(description="Whether the article has helped.")],
) -> None:
    """Say whether an article has helped; a second vote takes the place of the first."""
    row: Article = records.known(ctx, OBJECT, article_id)
    if row.status != ARTICLE_ONLINE:
        raise _wrong("Only articles that are online are rated.")
    user_id = people.me(ctx).id
    known = ctx.session.get(ArticleVote, (row.article_id, user_id))
    if known is None:
        ctx.session.add(
            ArticleVote(article_id=row.article_id, user_id=user_id, is_helpful=is_helpful)
        )
    else:
        known.is_helpful = is_helpful
    ctx.touch(f"crm.record:{row.id}")


def my_vote(ctx: Context, row_article_id: str) -> bool | None:
    """Whether the caller has found an article helpful; None if they have not said.

    Args:
        ctx: who asks.
        row_article_id: what all versions of the article have in common.
    """
    query = select(_votes.is_helpful).where(
        _votes.article_id == row_article_id, _votes.user_id == people.me(ctx).id
    )
    return ctx.session.scalar(query)


def may_write(ctx: Context) -> bool:
    """Whether the caller may write articles, and so sees those that are not online."""
    return sight.may(ctx, of_name(OBJECT), "edit")


def has_draft(ctx: Context, article_id: str) -> bool:
    """Whether a version of an article is being written."""
    return _version(ctx, article_id, *_WRITTEN) is not None


@saving.before(OBJECT, order=20)
def _derive(ctx: Context, saved: Saving) -> None:
    """Number, address; what is online is not written in."""
    row = saved.row
    if saved.is_new and row.number is None:
        row.article_id = record_ids.next_id(ctx.ids, _ARTICLE_PREFIX)
        row.number = _next_number(ctx)
    if not saved.is_new and row.status not in _WRITTEN and saved.changed(*_CONTENT):
        said = "A published article is changed by a new version: edit it as a draft."
        saved.refuse("INVALID_OPERATION", said)
    if not (row.url_name or "").strip():
        row.url_name = _slug(row.title)
    taken = select(_articles.id).where(
        _articles.url_name == row.url_name,
        _articles.article_id != row.article_id,
        ~_articles.is_deleted,
    )
    if saved.changed("url_name") and ctx.session.scalar(taken.limit(1)) is not None:
        if "url_name" in saved.given:
            said = f"Another article has this URL name: {row.url_name}"
            saved.refuse("DUPLICATE_VALUE", said, "UrlName")
        else:
            row.url_name = f"{row.url_name[: _LONGEST_URL - _DIGITS - 1]}-{row.number}"


@saving.before_delete(OBJECT)
def _keep_online(_ctx: Context, row: Article) -> None:
    if row.status == ARTICLE_ONLINE:
        raise _wrong("Archive the article before you delete it.")


def _known(ctx: Context, article_id: str) -> Article:
    """A version that the caller may change.

    Raises:
        NotFound: ``NOT_FOUND``.
        Forbidden: they may not.
    """
    row: Article = records.known(ctx, OBJECT, article_id)
    level = access_levels.of(ctx, of_name(OBJECT), [row.id]).get(row.id, "")
    if not may_write(ctx) or level not in (access_levels.EDIT, access_levels.ALL):
        raise refusals.insufficient_access()
    return row


def _moved(ctx: Context, row: Article, status: str, **values: Any) -> Loaded:
    records.change(ctx, row, {"PublishStatus": status, **values}, _SYSTEM)
    return Loaded(of_name(OBJECT), {"Id": row.id})


def _version(ctx: Context, article_id: str, *statuses: str) -> Article | None:
    query = select(Article).where(
        _articles.article_id == article_id,
        _articles.status.in_(statuses),
        ~_articles.is_deleted,
    )
    return ctx.session.scalar(query.order_by(_articles.version_number.desc()).limit(1))


def _next_number(ctx: Context) -> str:
    """One more than the highest there ever was: deleted articles keep theirs."""
    highest = ctx.session.scalar(select(func.max(_articles.number)))
    return f"{int(highest or 1_000) + 1:0{_DIGITS}}"


def _slug(title: str) -> str:
    words = re.findall(r"\w+", title)
    return "-".join(words)[:_LONGEST_URL] or "Article"


def _wrong(said: str) -> refusals.RecordRefused:
    return refusals.refused("INVALID_OPERATION", said, "PublishStatus")


def _now(ctx: Context) -> str:
    """Now, as records take it."""
    return from_microseconds(ctx.clock.now_us()).isoformat()
