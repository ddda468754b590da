"""The feed of a record: posts, answers, and following."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from markupsafe import Markup

from workworld.apps.crm.pages import entries, moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.record_forms import Said, said_of
from workworld.apps.crm.pages.records import MENDABLE, Asked, part, record_page
from workworld.apps.crm.service import follows as following
from workworld.apps.crm.service import people, posts
from workworld.apps.crm.service.posts import Answer, Post
from workworld.context import Context
from workworld.directory.people import by_handle
from workworld.doors.file_lines import FileLine
from workworld.doors.refused_pages import status_of
from workworld.doors.site import current_site
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Refused
from workworld.files.models import File
from workworld.richtext.html_writer import to_html
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.names import Names

PLACE = "/posts/on/"
"""Below it records stand as the places of new posts."""
_ANY = "Account, Contact, Lead, Opportunity, Case, Campaign"


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer to a post, or the post itself."""

    id: str
    author: str
    html: Markup
    at: str
    iso: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class ShownPost:
    """A post with its answers and files."""

    post: ShownAnswer
    answers: Sequence[ShownAnswer]
    files: Sequence[tuple[FileLine, str]]


@dataclass(frozen=True, slots=True)
class Chatter:
    """The feed of a record."""

    posts: Sequence[ShownPost]
    followers: Sequence[str]
    text: str
    answering: str
    """The post to which an answer was not taken."""
    problems: Sequence[Said]
    post_url: str


@part("chatter")
def chatter_tab(ctx: Context, found: Known, asked: Asked) -> Mapping[str, Any]:
    """What users say about a record, the latest first."""
    listed = posts.list(ctx, record_id=found.id)
    names = people.names(ctx, following.subscribers(ctx, found.id))
    view = Chatter(
        [_shown(ctx, each) for each in listed],
        sorted(names.values()),
        str((asked.values.get("text") or [""])[0]),
        entries.one(asked.values, "post"),
        said_of(asked.refusal, ()),
        at(f"{PLACE}{found.sobject.name}/{found.id}"),
    )
    return {"chatter": view}


@BLUEPRINT.post(f"/<any({_ANY}):sobject>/<record_id>/follow")
def follow_record(sobject: str, record_id: str) -> Any:
    """Follow a record, or no longer."""
    form = entries.entered(flask.request.form)
    follows = entries.one(form, "follows") == "1"
    page(following.follow if follows else following.unfollow, nothing, record_id=record_id)
    return flask.redirect(record_url(sobject, record_id, tab=entries.one(form, "tab")), 303)


@BLUEPRINT.post(f"{PLACE}<any({_ANY}):sobject>/<record_id>")
def add_post(sobject: str, record_id: str) -> Any:
    """Post to a record, with a file if one is sent."""
    text = _text()
    file = flask.request.files.get("file")
    content = file.read() if file is not None and file.filename else None
    given = {"file_name": file.filename, "content": content} if file and content else {}
    try:
        _require(text)
        page(
            posts.post,
            nothing,
            accept=lambda _ctx, plain: {**plain, **given},
            record_id=record_id,
            text=text,
        )
    except MENDABLE as refusal:
        return _again(sobject, record_id, {"text": [text]}, refusal)
    return flask.redirect(record_url(sobject, record_id, tab="chatter"), 303)


@BLUEPRINT.post(f"/<any({_ANY}):sobject>/<record_id>/posts/<post_id>/answers")
def answer_post(sobject: str, record_id: str, post_id: str) -> Any:
    """Answer to a post."""
    text = _text()
    try:
        _require(text)
        page(posts.answer, nothing, post_id=post_id, text=text)
    except MENDABLE as refusal:
        given = {"text": [text], "post": [post_id]}
        return _again(sobject, record_id, given, refusal)
    return flask.redirect(record_url(sobject, record_id, tab="chatter"), 303)


@BLUEPRINT.post(f"/<any({_ANY}):sobject>/<record_id>/posts/<post_id>/delete")
def delete_post(sobject: str, record_id: str, post_id: str) -> Any:
    """Delete a post or an answer of one's own."""
    page(posts.delete, nothing, post_id=post_id)
    return flask.redirect(record_url(sobject, record_id, tab="chatter"), 303)


def _text() -> str:
    return flask.request.form.get("text", "").replace("\r\n", "\n").strip()


def _require(text: str) -> None:
    if not text:
        raise Invalid("REQUIRED_FIELD_MISSING", "Write something first.")


def _again(
    sobject: str, record_id: str, given: Mapping[str, Sequence[str]], refusal: Refused
) -> Any:
    asked = Asked(given, refusal)
    return record_page(sobject, record_id, tab="chatter", asked=asked), status_of(refusal)


def _shown(ctx: Context, each: Post) -> ShownPost:
    files = [
        (
            FileLine.of(
                File(
                    id=one.version.id,
                    name=one.version.path,
                    title=one.document.title,
                    mime=one.version.mime,
                    size=one.version.size,
                    alt_text="",
                )
            ),
            at(f"/files/{one.version.id}/content"),
        )
        for one in each.files
    ]
    return ShownPost(_said(ctx, each), [_said(ctx, row) for row in each.answers], files)


def _said(ctx: Context, each: Post | Answer) -> ShownAnswer:
    return ShownAnswer(
        each.id,
        each.author,
        _html(ctx, each.text),
        moments.near_moment(ctx, each.created_us),
        moments.iso_moment(ctx, each.created_us),
        each.is_mine,
    )


def _html(ctx: Context, text: str) -> Markup:
    """A post as its reader has it: those who are mentioned by their names."""
    names: dict[str, str] = {}

    def put(found: Any) -> str:
        person = by_handle(ctx.session, found[1])
        if person is None:
            return str(found[0])
        names[person.id] = person.name
        return f"<@{person.id}>"

    doc = from_markdown(posts.HANDLE.sub(put, text), breaks=True)
    root = current_site().root
    known = Names(
        people=names,
        channels={},
        channel_url=lambda _id: "",
        reader_id=ctx.actor.person_id,
        person_url=lambda person_id: f"{root}/people/{person_id}",
    )
    return to_html(doc, known)
