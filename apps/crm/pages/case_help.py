"""What helps with a case beside its feed: articles, and texts that are put into the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from sqlalchemy import select

from workworld.apps.crm.models import ContentDocumentLink
from workworld.apps.crm.pages import entries, moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.records import MENDABLE, Asked, record_page
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import (
    article_search,
    articles,
    case_articles,
    files,
    quick_texts,
    sight,
    surveys,
)
from workworld.apps.crm.service.article_search import FoundArticle
from workworld.apps.crm.service.templates import Preview
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page

_FOUND = 5


@dataclass(frozen=True, slots=True)
class HelpfulArticle:
    """An article beside a case."""

    id: str
    url: str
    title: str
    summary: str
    is_public: bool


@dataclass(frozen=True, slots=True)
class CaseHelp:
    """Articles for a case, and what can be inserted into an answer."""

    attached: Sequence[HelpfulArticle]
    offered: Sequence[HelpfulArticle]
    """Suggestions, or what was searched."""
    query: str
    quick_texts: Sequence[tuple[str, str]]
    unresolved: Sequence[str]
    """Merge fields of what was inserted that hold nothing."""


def help_of(ctx: Context, found: Known, given: Form) -> CaseHelp | None:
    """What helps with a case; None for those who may read no articles.

    Args:
        ctx: who reads.
        found: the case.
        given: what the address asks for, or a form holds.
    """
    if not sight.may(ctx, of_name(articles.OBJECT), "read"):
        return None
    attached = case_articles.list(ctx, case_id=found.id)
    query = entries.one(given, "article")[:200]
    known = {each.id for each in attached}
    if query:
        offered = article_search.search(ctx, text=query, limit=_FOUND + len(known))
        offered = [each for each in offered if each.id not in known][:_FOUND]
    else:
        offered = case_articles.suggest(ctx, case_id=found.id)
    texts = quick_texts.list(ctx) if sight.may(ctx, of_name("QuickText"), "read") else ()
    unresolved = entries.one(given, "unresolved")
    return CaseHelp(
        [_shown(each) for each in attached],
        [_shown(each) for each in offered],
        query,
        [("", "Choose a quick text"), *((each.id, each.name) for each in texts)] if texts else (),
        unresolved.split(";") if unresolved else (),
    )


def survey_of(ctx: Context, found: Known) -> Sequence[str]:
    """What a case's customer was asked when it was solved, and what they said."""
    survey = surveys.of_case(ctx, case_id=found.id)
    if survey is None:
        return ()
    asked = f"{survey.to_address} was asked {moments.near_moment(ctx, survey.asked_us)}."
    if survey.answered_us is None:
        return (
            asked,
            "There is no answer yet.",
            f"Their page: {at(f'/public/surveys/{survey.token}')}",
        )
    said = f"{survey.score} of 5, {moments.near_moment(ctx, survey.answered_us)}"
    return (asked, said, *([f"“{survey.comment}”"] if survey.comment else []))


def files_with(ctx: Context, message_ids: Sequence[str]) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Names and addresses of the files that came with messages."""
    if not message_ids:
        return {}
    links = ContentDocumentLink.__table__.c
    query = select(links.linked_id).where(links.linked_id.in_(message_ids), ~links.is_deleted)
    with_files = sorted(set(ctx.session.scalars(query)))
    return {
        each: [
            (one.document.title, at(f"/files/{one.version.id}/content"))
            for one in files.list(ctx, record_id=each)
        ]
        for each in with_files
    }


@BLUEPRINT.post("/Case/<record_id>/feed/insert")
def insert_into_answer(record_id: str) -> Any:
    """Put a quick text or an article behind what is written to a case so far."""
    form = dict(entries.entered(flask.request.form))
    wanted = entries.one(form, "insert") or entries.one(form, "quick_text")
    said = form.get("text", [""])[0].replace("\r\n", "\n").rstrip()
    try:
        text, unresolved = _text_of(record_id, wanted) if wanted else ("", ())
    except MENDABLE as refusal:
        shown = record_page("Case", record_id, tab="feed", asked=Asked(form, refusal))
        return shown, status_of(refusal)
    form["text"] = ["\n\n".join(each for each in (said, text) if each)]
    form["unresolved"], form["quick_text"] = [";".join(unresolved)], [""]
    return record_page("Case", record_id, tab="feed", asked=Asked(form))


@BLUEPRINT.post("/Case/<record_id>/articles")
def change_articles(record_id: str) -> Any:
    """Attach an article to a case, or take it away."""
    form = entries.entered(flask.request.form)
    is_attached = bool(entries.one(form, "detach"))
    article_id = entries.one(form, "detach" if is_attached else "attach")
    deed = case_articles.detach if is_attached else case_articles.attach
    page(deed, nothing, case_id=record_id, article_id=article_id)
    return flask.redirect(record_url("Case", record_id, tab="feed"), 303)


def _text_of(record_id: str, wanted: str) -> tuple[str, Sequence[str]]:
    """What is inserted, and its fields that hold nothing."""
    if wanted.startswith(of_name(articles.OBJECT).prefix):
        told: str = page(case_articles.text, _as_it_is, case_id=record_id, article_id=wanted)
        return told, ()

    def filled(_ctx: Context, preview: Preview) -> tuple[str, Sequence[str]]:
        return preview.body, preview.unresolved

    made: tuple[str, Sequence[str]] = page(
        quick_texts.preview, filled, quick_text_id=wanted, record_id=record_id
    )
    return made


def _as_it_is(_ctx: Context, told: Any) -> Any:
    return told


def _shown(each: FoundArticle) -> HelpfulArticle:
    url = record_url(articles.OBJECT, each.id)
    return HelpfulArticle(each.id, url, each.title, each.summary, each.is_public)
