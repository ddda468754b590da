"""Finding knowledge articles: by words and category, the best first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Article
from workworld.apps.crm.models.articles import ARTICLE_WORDS
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import ARTICLE_ONLINE
from workworld.apps.crm.service import articles, people, records, sight
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor's API searches articles with SOSL, as all records.
_DOORS = (Surface.UI, Surface.MCP)
_articles = Article.__table__.c
_SHORTEST_WORD, _MOST_WORDS = 3, 12
_MOST = 100
_COMMON = frozenset(
    {"about", "after", "and", "are", "before", "can", "cannot", "could", "does", "for", "from"}
    | {"has", "have", "how", "into", "not", "our", "that", "the", "their", "them", "then"}
    | {"there", "this", "was", "what", "when", "where", "which", "will", "with", "would", "your"}
)
"""Words that tell nothing of what a text is about."""


@dataclass(frozen=True, slots=True)
class FoundArticle:
    """An article, as much of it as a list tells."""

    id: str
    number: str
    title: str
    summary: str
    category: str
    status: str
    is_public: bool
    """Whether customers may read it."""
    published_us: int | None
    helpful: int
    """How many have found it helpful."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def search(
    ctx: Context,
    *,
    text: Annotated[
        str, Field(description="Words that it has; all articles without.", max_length=200)
    ] = "",
    category: Annotated[
        str | None, Field(description="Only those of a category.", max_length=80)
    ] = None,
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=_MOST)] = 50,
) -> Sequence[FoundArticle]:
    """Find knowledge articles that are online, the best first, or all by title without words."""
    people.me(ctx)
    records.sobject_of(ctx, articles.OBJECT)
    if text.strip():
        return told(ctx, best(ctx, text), category=category)[:limit]
    query = select(_articles.id).where(
        _articles.status == ARTICLE_ONLINE,
        sight.rows(ctx, of_name(articles.OBJECT), Article.__table__),
    )
    if category:
        query = query.where(_articles.category == category)
    ids = ctx.session.scalars(query.order_by(_articles.title, _articles.id).limit(limit)).all()
    return told(ctx, ids)


def best(ctx: Context, text: str) -> Sequence[str]:
    """The articles online that have some of a text's words, those with the rarest words first."""
    scores: dict[str, float] = defaultdict(float)
    for place, holding in _holding(ctx, _words(text)).items():
        # A word that few articles have says more, and so does one that comes early.
        for article_id in holding:
            scores[article_id] += (1 + 1 / (1 + place)) / len(holding)
    return sorted(scores, key=lambda each: (-scores[each], each))


def told(
    ctx: Context, ids: Sequence[str], *, category: str | None = None
) -> Sequence[FoundArticle]:
    """Articles that the caller sees, in the order of their ids."""
    if not ids:
        return []
    sobject, table = of_name(articles.OBJECT), Article.__table__
    helpful = sobject.fields["helpful_votes__c"].of(table)
    query = select(table, helpful.label("helpful")).where(
        _articles.id.in_(ids), sight.rows(ctx, sobject, table)
    )
    if category:
        query = query.where(_articles.category == category)
    rows: Mapping[str, FoundArticle] = {
        each.id: FoundArticle(
            each.id,
            each.number,
            each.title,
            each.summary or "",
            each.category or "",
            each.status,
            each.is_public,
            each.published_us,
            each.helpful,
        )
        for each in ctx.session.execute(query)
    }
    return [rows[each] for each in ids if each in rows]


def _words(text: str) -> Sequence[str]:
    found = (each.lower() for each in re.findall(r"\w+", text))
    telling = (each for each in found if len(each) >= _SHORTEST_WORD and each not in _COMMON)
    return tuple(dict.fromkeys(telling))[:_MOST_WORDS]


def _holding(ctx: Context, words: Sequence[str]) -> Mapping[int, Sequence[str]]:
    """The articles online that have some words, or such that begin so, by the words' places."""
    if not words:
        return {}
    found = ARTICLE_WORDS.matches([f'"{word.removesuffix("s")}"*' for word in words])
    query = (
        select(found.c.place, _articles.id)
        .join_from(Article.__table__, found, found.c.row == ARTICLE_WORDS.row)
        .where(
            _articles.status == ARTICLE_ONLINE,
            sight.rows(ctx, of_name(articles.OBJECT), Article.__table__),
        )
        .order_by(found.c.place, _articles.id)
    )
    held: dict[int, list[str]] = {}
    for place, article_id in ctx.session.execute(query):
        held.setdefault(place, []).append(article_id)
    return held
