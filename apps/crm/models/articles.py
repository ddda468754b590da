"""Knowledge: articles with the answers that customers ask for again and again.

https://developer.salesforce.com/docs/atlas.en-us.knowledge_dev.meta/knowledge_dev/sforce_api_objects_knowledge__kav.htm
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import FromClause, Index, func, select
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.sql.elements import ColumnElement

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Owned, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject
from workworld.database import Base


class ArticleVote(Base):
    """Somebody has said whether an article has helped them; once for all its versions."""

    __tablename__ = "crm_article_votes"

    article_id: Mapped[str] = mapped_column(primary_key=True)
    """What all versions of the article have in common."""
    user_id: Mapped[str] = mapped_column(primary_key=True)
    is_helpful: Mapped[bool]


def _votes(*, helpful: bool) -> Callable[[FromClause], ColumnElement[Any]]:
    votes = ArticleVote.__table__

    def count(table: FromClause) -> ColumnElement[Any]:
        own = votes.alias()
        query = select(func.count()).select_from(own)
        query = query.where(own.c.article_id == table.c.article_id, own.c.is_helpful.is_(helpful))
        return query.correlate(table).scalar_subquery()

    return count


def _counted(name: str, label: str, *, helpful: bool) -> Field:
    return Field(name, label, Kind.INT, compute=_votes(helpful=helpful), **AUTOMATIC)


@sobject(
    "Knowledge__kav",
    "Knowledge Article",
    "Knowledge Articles",
    "ka0",
    computed=(
        _counted("Helpful_Votes__c", "Found Helpful", helpful=True),
        _counted("Unhelpful_Votes__c", "Found Unhelpful", helpful=False),
        SYSTEM_MODSTAMP,
    ),
    searched=("number", "title", "summary", "body"),
)
class Article(Owned):
    """A version of an article: at most one is online, and at most one is being written."""

    __tablename__ = "crm_articles"
    __table_args__ = (
        Index(None, "article_id", "version_number"),
        Index(None, "status", "category"),
        Index(None, "number"),
    )

    number: Mapped[str] = columns.text("ArticleNumber", "Article Number", 30, **AUTOMATIC)
    """Nine digits, the same for all versions: ``000001004``."""
    article_id: Mapped[str] = columns.text(
        "KnowledgeArticleId", "Knowledge Article ID", 18, **AUTOMATIC
    )
    """The same for all versions."""
    title: Mapped[str] = columns.text(
        "Title", "Title", required=True, is_name=True, is_nillable=False
    )
    url_name: Mapped[str | None] = columns.text("UrlName", "URL Name")
    """What its address ends in; made of the title if nobody says otherwise."""
    category: Mapped[str | None] = columns.picklist(
        "Category__c", "Category", "article category", is_restricted=True
    )
    status: Mapped[str] = columns.picklist(
        "PublishStatus",
        "Publication Status",
        "publication status",
        default="Draft",
        createable=False,
        updateable=False,
        is_nillable=False,
        is_tracked=True,
    )
    version_number: Mapped[int] = columns.integer(
        "VersionNumber", "Version", default=1, **AUTOMATIC
    )
    is_latest: Mapped[bool] = columns.checkbox(
        "IsLatestVersion", "Latest Version", default=True, createable=False, updateable=False
    )
    is_public: Mapped[bool] = columns.checkbox("IsVisibleInPkb", "Customers May Read It")
    """Whether it is for customers as well, or for colleagues alone."""
    first_published_us: Mapped[int | None] = columns.moment(
        "FirstPublishedDate", "First Published", createable=False, updateable=False
    )
    published_us: Mapped[int | None] = columns.moment(
        "LastPublishedDate", "Last Published", createable=False, updateable=False
    )
    summary: Mapped[str | None] = columns.long_text("Summary", "Summary", 1_000)
    body: Mapped[str | None] = columns.long_text("Answer__c", "Answer")


@sobject(
    "CaseArticle",
    "Case Article",
    "Case Articles",
    "0Cy",
    computed=(SYSTEM_MODSTAMP,),
    parent="CaseId",
    updateable=False,
)
class CaseArticle(Record):
    """An article that answers a case."""

    __tablename__ = "crm_case_articles"
    __table_args__ = (Index(None, "case_id"), Index(None, "article_version_id"))

    case_id: Mapped[str] = columns.lookup(
        "CaseId",
        "Case",
        "Case",
        "crm_cases",
        children="CaseArticles",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    article_version_id: Mapped[str] = columns.lookup(
        "KnowledgeArticleVersionId",
        "Article",
        "Knowledge__kav",
        "crm_articles",
        children="CaseArticles",
        required=True,
        updateable=False,
        is_nillable=False,
    )


ARTICLE_WORDS = fulltext.index(Article, "number", "title", "summary", "body")
