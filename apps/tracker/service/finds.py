"""What of the tracker the search over all apps finds, and where the palette leads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, func, select

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import COMMENT_WORDS, ISSUE_WORDS, Comment, Issue, Project
from workworld.apps.tracker.service import addresses, comment_sight, sight, site, views
from workworld.apps.tracker.service.access import issue_sight
from workworld.context import Context
from workworld.database import plain_rows
from workworld.directory import people
from workworld.fulltext import Index, Term
from workworld.paging import decode_cursor, encode_cursor
from workworld.permissions import sight_of, visible
from workworld.search.excerpts import excerpt
from workworld.search.palette import Place, leads
from workworld.search.providers import Found, Hit, searches

_SHORTEST_PREFIX = 3
_MOST_PLACES = 8
_issues, _comments, _projects = Issue.__table__.c, Comment.__table__.c, Project.__table__.c
_KEYS = select(_issues.id, _issues.key)
_PAGES = (
    ("Your work", "/", "house"),
    ("Projects", "/projects", "folder"),
    ("Issues", "/issues", "list-checks"),
    ("Filters", "/filters", "list-filter"),
    ("Boards", "/boards", "square-kanban"),
)


@searches("tracker.issues", title="Issues")
def find_issues(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find issues by key, and by words of their summaries and descriptions that begin so."""
    named = _named(ctx, words) if not cursor else None
    found = _issues_holding(words)
    rows, total, following = _page(ctx, Issue, found, ISSUE_WORDS, limit, cursor)
    hits = [_issue_hit(ctx, row, words) for row in rows if named is None or row.id != named.id]
    if named is None:
        return Found(hits, total, following)
    more = total + (len(hits) == len(rows))  # unless it was found by its words too
    return Found([_issue_hit(ctx, named, words), *hits][:limit], more, following)


@searches("tracker.comments", title="Comments on issues")
def find_comments(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find comments by words that begin so."""
    found = COMMENT_WORDS.holding(_visible_comments(), _terms(words))
    rows, total, following = _page(ctx, Comment, found, COMMENT_WORDS, limit, cursor)
    below = _KEYS.where(_issues.id.in_(sorted({row.issue_id for row in rows})))
    keys = dict(ctx.session.execute(below).all())
    authors = people.by_ids(ctx.session, (row.author_id for row in rows))
    hits = [
        Hit(
            title=authors[row.author_id].name,
            url=addresses.of_comment(ctx, keys[row.issue_id], row.id),
            icon="message-square",
            excerpt=excerpt(row.body_text, words),
            when_us=row.created_us,
            person_id=row.author_id,
            place=keys[row.issue_id],
        )
        for row in rows
    ]
    return Found(hits, total, following)


@leads(APP.id)
def lead(ctx: Context, text: str) -> list[Place]:
    """The issues at which the caller looked last, their projects, and the tracker's pages.

    When something was typed, the issues that it names or that say so come first.
    """
    words = text.split()
    rows = [*_likeliest(ctx, words), *views.recent(ctx, limit=_MOST_PLACES)]
    issues = {row.id: _issue_place(ctx, row) for row in rows}
    query = visible(Project).where(_projects.is_archived.is_(False)).order_by(_projects.name)
    projects = plain_rows(ctx.session, Project, query, sight_of(ctx))
    return [*issues.values(), *(_project_place(ctx, row) for row in projects), *_pages(ctx)]


def _likeliest(ctx: Context, words: Sequence[str]) -> list[Issue]:
    if not words:
        return []
    named = _named(ctx, words)
    found = _issues_holding(words)
    rows, _, _ = _page(ctx, Issue, found, ISSUE_WORDS, _MOST_PLACES, "")
    return [named, *rows] if named else [*rows]


def _named(ctx: Context, words: Sequence[str]) -> Issue | None:
    """The issue whose key is all that was typed."""
    is_key = len(words) == 1 and "-" in words[0]
    return sight.found(ctx, words[0]) if is_key else None


def _issues_holding(words: Sequence[str]) -> Select[Any]:
    return ISSUE_WORDS.holding(visible(Issue), _terms(words))


@cache
def _visible_comments() -> Select[Any]:
    # Joined, so that a word that many comments hold does not ask for the issue of each anew.
    joined = select(Comment.__table__).join(Issue.__table__, _issues.id == _comments.issue_id)
    return joined.where(issue_sight(), comment_sight.within())


def _terms(words: Sequence[str]) -> list[Term]:
    """Words, each of which stands for all that begin so; several in quotation marks are one."""
    return [Term(word if " " in word or not _begins(word) else f"{word}*") for word in words]


def _begins(word: str) -> bool:
    return len(word) >= _SHORTEST_PREFIX and word.isalnum()


def _page(
    ctx: Context, model: type[Any], found: Select[Any], words: Index, limit: int, cursor: str
) -> tuple[Sequence[Any], int, str | None]:
    """Some of what was found, how much there is, and where the next page begins."""
    listing = f"{model.__tablename__} found"
    start = int(decode_cursor(listing, cursor)) if cursor else 0
    counted = select(func.count()).select_from(found.subquery())
    total = ctx.session.scalar(counted, sight_of(ctx)) or 0
    ordered = found.order_by(words.rank, model.__table__.c.id).offset(start).limit(limit)
    rows = plain_rows(ctx.session, model, ordered, sight_of(ctx))
    more = start + limit < total
    return rows, total, encode_cursor(listing, str(start + limit)) if more else None


def _issue_hit(ctx: Context, row: Issue, words: Sequence[str]) -> Hit:
    status = site.statuses(ctx)[row.status_id].name
    return Hit(
        title=f"{row.key} {row.summary}",
        url=addresses.of_issue(ctx, row.key),
        icon=APP.icon,
        excerpt=excerpt(row.description_text, words),
        when_us=row.created_us,
        place=status,
    )


def _issue_place(ctx: Context, row: Issue) -> Place:
    status = site.statuses(ctx)[row.status_id].name
    url = addresses.of_issue(ctx, row.key)
    return Place(f"{row.key} {row.summary}", url, APP.icon, status)


def _project_place(ctx: Context, row: Project) -> Place:
    return Place(row.name, addresses.of_project(ctx, row.key), "folder", "Project", also=row.key)


def _pages(ctx: Context) -> list[Place]:
    return [
        Place(title, people.canonical_url(ctx.session, APP.id, path), icon, APP.title)
        for title, path, icon in _PAGES
    ]
