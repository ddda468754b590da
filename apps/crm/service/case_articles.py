"""Articles that answer cases: suggested by a case's words, and attached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Article, Case, CaseArticle
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import ARTICLE_ONLINE
from workworld.apps.crm.service import article_search, articles, records, refusals, saving
from workworld.apps.crm.service.article_search import FoundArticle
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

CaseId = Annotated[RecordId, Field(description="A case's id.")]
# The vendor's API has what is attached as records of their own.
_DOORS = (Surface.UI, Surface.MCP)
_attached = CaseArticle.__table__.c


@operation(Effect.READ, scope="api", doors=_DOORS)
def suggest(
    ctx: Context,
    *,
    case_id: CaseId,
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=50)] = 3,
) -> Sequence[FoundArticle]:
    """Find published articles that may answer a case and are not attached yet, the best first."""
    case: Case = records.known(ctx, "Case", case_id)
    records.sobject_of(ctx, articles.OBJECT)
    known = set(_attached_ids(ctx, case.id))
    found = article_search.best(ctx, f"{case.subject} {case.description or ''}")
    return article_search.told(ctx, [each for each in found if each not in known][:limit])


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, case_id: CaseId) -> Sequence[FoundArticle]:
    """List the articles that are attached to a case."""
    case = records.known(ctx, "Case", case_id)
    return article_search.told(ctx, _attached_ids(ctx, case.id))


@operation(Effect.READ, scope="api", doors=_DOORS)
def text(ctx: Context, *, case_id: CaseId, article_id: articles.ArticleId) -> str:
    """Read an article as it is put into an answer to a case's customer.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is for colleagues alone, or not online.
    """
    records.known(ctx, "Case", case_id)
    row: Article = records.known(ctx, articles.OBJECT, article_id)
    if not row.is_public or row.status != ARTICLE_ONLINE:
        said = "This article is not for customers"
        raise refusals.refused("INVALID_OPERATION", said, "KnowledgeArticleVersionId")
    return f"{row.title}\n\n{(row.body or '').strip()}"


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def attach(ctx: Context, *, case_id: CaseId, article_id: articles.ArticleId) -> Loaded:
    """Attach an article to a case that it answers.

    Raises:
        Invalid: ``DUPLICATE_VALUE``: it is attached already.
    """
    case = records.known(ctx, "Case", case_id)
    values = {"CaseId": case.id, "KnowledgeArticleVersionId": article_id}
    made = records.insert(ctx, of_name("CaseArticle"), values)
    return Loaded(of_name("CaseArticle"), {"Id": made.id})


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def detach(ctx: Context, *, case_id: CaseId, article_id: articles.ArticleId) -> None:
    """Take an article from a case.

    Raises:
        NotFound: ``NOT_FOUND``: it is not attached.
    """
    case = records.known(ctx, "Case", case_id)
    article = records.known(ctx, articles.OBJECT, article_id)
    query = select(CaseArticle).where(
        _attached.case_id == case.id,
        _attached.article_version_id == article.id,
        ~_attached.is_deleted,
    )
    row = ctx.session.scalar(query.limit(1))
    if row is None:
        raise refusals.not_found()
    records.remove(ctx, row)


@saving.before("CaseArticle")
def _require_once(ctx: Context, saved: Saving) -> None:
    row = saved.row
    query = select(_attached.id).where(
        _attached.case_id == row.case_id,
        _attached.article_version_id == row.article_version_id,
        ~_attached.is_deleted,
    )
    if saved.is_new and ctx.session.scalar(query.limit(1)) is not None:
        said = "The article is attached to this case already"
        saved.refuse("DUPLICATE_VALUE", said, "KnowledgeArticleVersionId")


@saving.after("CaseArticle")
def _tell(ctx: Context, saved: Saving) -> None:
    ctx.touch(f"crm.record:{saved.row.case_id}")


@saving.after_delete("CaseArticle")
def _tell_of_deletion(ctx: Context, row: CaseArticle) -> None:
    ctx.touch(f"crm.record:{row.case_id}")


def _attached_ids(ctx: Context, case_id: str) -> Sequence[str]:
    return ctx.remembered(("crm attached articles", case_id), lambda: _looked_up(ctx, case_id))


def _looked_up(ctx: Context, case_id: str) -> Sequence[str]:
    query = select(_attached.article_version_id).where(
        _attached.case_id == case_id, ~_attached.is_deleted
    )
    return ctx.session.scalars(query.order_by(_attached.created_us, _attached.id)).all()
