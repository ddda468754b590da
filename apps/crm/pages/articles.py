"""Knowledge: the page on which articles are found, and what is done with one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import flask

from workworld.apps.crm.pages import moments, portions
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.deeds import Deed
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import article_search, articles, sight
from workworld.apps.crm.service.article_search import FoundArticle
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import nothing, page

_DIALOG, _DIALOG_ID = "dialog_confirm.html", "confirm"
_AROUND = 60
"""What a tree has around an article in the list, in characters."""
_AIDS = ("QuickText", "Macro")
"""The objects whose records help to answer as well, for those who write them."""


class _Deed(NamedTuple):
    operation: Callable[..., Any]
    title: str
    says: str
    does: str


_DEEDS: Mapping[str, _Deed] = {
    "submit": _Deed(
        articles.submit,
        "Submit for review",
        "Colleagues see that the draft is to be looked at before it is published.",
        "Submit",
    ),
    "publish": _Deed(
        articles.publish,
        "Publish article",
        "Everybody who reads articles finds this version from now on. The one that was online is"
        " archived.",
        "Publish",
    ),
    "archive": _Deed(
        articles.archive,
        "Archive article",
        "The article is no longer found by those who only read.",
        "Archive",
    ),
    "revise": _Deed(
        articles.revise,
        "Edit as draft",
        "A new version is made, which only those who write articles see until it is published.",
        "Make a draft",
    ),
}


@dataclass(frozen=True, slots=True)
class ShownArticle:
    """An article in the list of what was found."""

    url: str
    title: str
    summary: str
    facts: Sequence[str]
    is_public: bool


@BLUEPRINT.get("/knowledge")
def knowledge() -> str:
    """Articles by words and category."""
    text = flask.request.args.get("q", "").strip()[:200]
    wanted = flask.request.args.get("category", "")
    category = wanted if wanted in picklists.VALUES["article category"] else ""
    found = page(article_search.search, _present, text=text, category=category or None)

    def address(**more: str) -> str:
        kept = {"q": text, "category": category} | more
        return at("/knowledge", {name: value for name, value in kept.items() if value})

    sizes = [
        portions.size_of(((each.title, each.url), (each.summary, ""), ("".join(each.facts), "")))
        + _AROUND
        for each in found["articles"]
    ]
    count = len(sizes) if portions.is_whole() else portions.first(sizes, portions.ROOM)
    return framed(
        "knowledge.html",
        text=text,
        category=category,
        categories=[
            (address(category=""), "All", not category),
            *(
                (address(category=each), each, each == category)
                for each in picklists.VALUES["article category"]
            ),
        ],
        found=found["articles"][:count],
        rest=len(sizes) - count,
        whole_url=portions.whole_url(),
        may_write=found["may_write"],
        new_url=at(f"/{articles.OBJECT}/new"),
        all_url=list_url(articles.OBJECT),
        aids=[(of_name(each).plural, list_url(each)) for each in found["aids"]],
    )


@BLUEPRINT.get("/Knowledge__kav/<record_id>/<any(submit, publish, archive, revise):deed>")
def article_form(record_id: str, deed: str) -> str:
    """Ask whether something is to be done with an article."""
    return record_page(articles.OBJECT, record_id, _DIALOG, deed=_asked(record_id, deed))


@BLUEPRINT.post("/Knowledge__kav/<record_id>/<any(submit, publish, archive, revise):deed>")
def change_article(record_id: str, deed: str) -> Any:
    """Hand an article in, publish it, archive it or begin a new version."""
    try:
        made = page(_DEEDS[deed].operation, _id_of, article_id=record_id)
    except MENDABLE as refusal:
        shown = replace(_asked(record_id, deed), problem=refusal.message)
        body = record_page(articles.OBJECT, record_id, _DIALOG, deed=shown)
        return refused_dialog(body, refusal, _DIALOG_ID)
    return gone_to(record_url(articles.OBJECT, made))


@BLUEPRINT.post("/Knowledge__kav/<record_id>/vote")
def vote(record_id: str) -> Any:
    """Say whether an article has helped."""
    is_helpful = flask.request.form.get("helpful") == "1"
    page(articles.vote, nothing, article_id=record_id, is_helpful=is_helpful)
    return flask.redirect(record_url(articles.OBJECT, record_id), 303)


def _asked(record_id: str, deed: str) -> Deed:
    asked, url = _DEEDS[deed], record_url(articles.OBJECT, record_id)
    return Deed(asked.title, asked.says, "", asked.does, f"{url}/{deed}", url)


def _id_of(_ctx: Context, made: Loaded) -> str:
    return made.id


def _published(ctx: Context, published_us: int) -> str:
    return f"Published {moments.day(moments.iso_moment(ctx, published_us))}"


def _present(ctx: Context, found: Sequence[FoundArticle]) -> Mapping[str, Any]:
    shown = [
        ShownArticle(
            record_url(articles.OBJECT, each.id),
            each.title,
            each.summary,
            [
                *([each.category] if each.category else []),
                *([each.status] if each.status != picklists.ARTICLE_ONLINE else []),
                *([_published(ctx, each.published_us)] if each.published_us else []),
                *([f"{each.helpful} found it helpful"] if each.helpful else []),
                each.number,
            ],
            each.is_public,
        )
        for each in found
    ]
    may_write = sight.may(ctx, of_name(articles.OBJECT), "create")
    aids = [each for each in _AIDS if sight.may(ctx, of_name(each), "edit")]
    return {"articles": shown, "may_write": may_write, "aids": aids}
