"""Writing, changing and deleting messages, and reacting to them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import flask

from workworld.apps.chat import typed
from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.lines import anchor_of
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import (
    BLUEPRINT,
    back_to,
    channel_url,
    stamp_of,
    thread_url,
)
from workworld.apps.chat.pages.channel import Unsent, View, root_of, shown
from workworld.apps.chat.pages.crowds import crowd_of
from workworld.apps.chat.pages.message_deeds import done
from workworld.apps.chat.pages.nonces import once
from workworld.apps.chat.pages.pressing import pressing
from workworld.apps.chat.pages.writing import emoji_values
from workworld.apps.chat.service import (
    absences,
    commands,
    crowds,
    drafts,
    messages,
    reactions,
    unsending,
    wording,
)
from workworld.apps.chat.service.commands import Deed, is_command
from workworld.apps.chat.service.crowds import Crowd
from workworld.attempts import Accept
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.file_lines import FileLine
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.site import current_site
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.files import files
from workworld.files.models import File
from workworld.permissions import require

# Nothing typed is lost: the page comes back with the text and the reason. If it has gone itself,
# the error page has the text.
_ALONG = ("file_id", "broadcast", "draft_id", "nonce", "priority", "acknowledge")
"""What goes with a text when a page asks before it is sent."""
_KEEPING = (Invalid, Forbidden, Conflict, NotFound)


@dataclass(frozen=True, slots=True)
class Reactor:
    """Somebody who reacted to a message."""

    name: str
    avatar: Avatar
    is_me: bool

    @classmethod
    def of(cls, person: Person, *, is_me: bool) -> Reactor:
        """The line of a person."""
        return cls(person.name, Avatar.of(person.id, person.name), is_me)


@BLUEPRINT.get("/c/<channel_id>/messages")
def after_refused_post(channel_id: str) -> Any:
    """Where a browser stands after a refused post: reloading leads back to the channel."""
    return flask.redirect(channel_url(channel_id))


@BLUEPRINT.get("/c/<channel_id>/t/<root>/messages")
def after_refused_reply(channel_id: str, root: str) -> Any:
    """Where a browser stands after a refused reply: reloading leads back to the thread."""
    return flask.redirect(thread_url(channel_id, root))


@BLUEPRINT.post("/c/<channel_id>/messages")
def post(channel_id: str) -> Any:
    """Post a message to the channel."""
    keep_entered("text")
    entered = flask.request.form.get("text", "")
    try:
        if is_command(entered):
            return _commanded(channel_id, entered)
        if crowd := crowd_of(channel_id, entered):
            return _asked_first(channel_id, entered, crowd)
        ts, is_for_others = page(
            messages.post,
            _posted,
            accept=typed.accept,
            channel_id=channel_id,
            text=entered,
            **_attached(),
            **pressing(),
            **_once(*pressing().values()),
        )
    except _KEEPING as refused:
        unsent = _unsent(entered, refused.message)
        return shown(channel_id, View(unsent=unsent)), status_of(refused)
    _forget_typed(channel_id)
    outside = {"outside": ts} if is_for_others else {}
    return back_to(
        channel_url(channel_id, at="end", **outside, _anchor=anchor_of(ts)),
        anchor_of(ts),
        **outside,
    )


@BLUEPRINT.post("/c/<channel_id>/t/<root>/messages")
def reply(channel_id: str, root: str) -> Any:
    """Post a reply to a thread."""
    keep_entered("text")
    entered = flask.request.form.get("text", "")
    broadcast = "broadcast" in flask.request.form
    try:
        if is_command(entered):
            return _commanded(channel_id, entered, stamp_of(root))
        if crowd := crowd_of(channel_id, entered):
            return _asked_first(channel_id, entered, crowd, stamp_of(root))
        ts, is_for_others = page(
            messages.post,
            _posted,
            accept=typed.accept,
            channel_id=channel_id,
            text=entered,
            thread_ts=stamp_of(root),
            reply_broadcast=broadcast,
            **_attached(),
            **_once(root, broadcast),
        )
    except _KEEPING as refused:
        unsent = Unsent(entered, refused.message, "thread", broadcast, _own_files())
        return shown(channel_id, View(root=root, unsent=unsent)), status_of(refused)
    _forget_typed(channel_id, root)
    if flask.request.form.get("place", "") == flask.url_for("ui.threads"):
        return flask.redirect(flask.url_for("ui.threads"), 303)
    anchor = f"thread-{anchor_of(ts)}"
    outside = {"outside": ts} if is_for_others else {}
    return flask.redirect(thread_url(channel_id, root, **outside, _anchor=anchor), 303)


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/delete")
def delete_form(channel_id: str, ts: str) -> Any:
    """Ask whether a message is to be deleted."""
    said = page(messages.permalink, _deletable, channel_id=channel_id, ts=stamp_of(ts))
    values = {"doomed": said, "doomed_ts": ts}
    return shown(channel_id, beside(channel_id, ts, dialog="dialog_delete.html", values=values))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/delete")
def delete(channel_id: str, ts: str) -> Any:
    """Delete a message."""
    root = ts
    with suppress(NotFound):  # the operation is asked all the same, and says so
        root = root_of(channel_id, ts)
    page(messages.delete, nothing, channel_id=channel_id, ts=stamp_of(ts))
    if ts in urlsplit(flask.request.form.get("place", "")).path:  # it has gone with the message
        return flask.redirect(channel_url(channel_id), 303)
    return back_to(channel_url(channel_id) if root == ts else thread_url(channel_id, root))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unsend")
def unsend(channel_id: str, ts: str) -> Any:
    """Take back what was just sent; the page has its text still."""
    root = ts
    with suppress(NotFound):  # the operation is asked all the same, and says so
        root = root_of(channel_id, ts)
    page(unsending.unsend, nothing, channel_id=channel_id, ts=stamp_of(ts))
    return back_to(channel_url(channel_id) if root == ts else thread_url(channel_id, root))


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/react")
def react_form(channel_id: str, ts: str) -> Any:
    """Choose an emoji for a message."""
    page(messages.permalink, _reactable, channel_id=channel_id, ts=stamp_of(ts))
    values = {"reacting_to": ts, **emoji_values()}
    return shown(channel_id, beside(channel_id, ts, dialog="dialog_react.html", values=values))


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/reactions")
def reacted(channel_id: str, ts: str) -> Any:
    """Who put which emoji below a message."""
    kinds = page(messages.permalink, _who_reacted, channel_id=channel_id, ts=stamp_of(ts))
    values = {"kinds": kinds}
    return shown(channel_id, beside(channel_id, ts, dialog="dialog_reactions.html", values=values))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/reactions")
def react(channel_id: str, ts: str) -> Any:
    """Add one's reaction with an emoji, or take it away."""
    form = flask.request.form
    dropped = form.get("drop", "")
    function = reactions.remove if dropped else reactions.add
    emoji = dropped or form.get("emoji", "")
    return done(function, channel_id, ts, emoji=emoji)


def _asked_first(channel_id: str, entered: str, crowd: Crowd, root: str | None = None) -> Any:
    """The page with a question above it; the text stays in the composer."""
    form = flask.request.form
    action = flask.url_for("ui.post", channel_id=channel_id)
    if root is not None:
        action = flask.url_for("ui.reply", channel_id=channel_id, root=root)
    asking = {
        "crowd": crowd,
        "text": entered,
        "action": action,
        "more": [pair for pair in form.items(multi=True) if pair[0] in _ALONG],
    }
    place = "channel" if root is None else "thread"
    unsent = replace(_unsent(entered), place=place, broadcast="broadcast" in form)
    view = View(root=root, unsent=unsent, dialog="dialog_everybody.html", values={"asking": asking})
    return shown(channel_id, view)


def _commanded(channel_id: str, entered: str, root: str | None = None) -> Any:
    """Do what a command says, and tell the writer alone."""
    in_thread: dict[str, Any] = {} if root is None else {"thread_ts": root}
    deed: Deed = page(
        commands.read, _deed, channel_id=channel_id, text=_ended(entered), **in_thread
    )
    url = _performed(deed)
    _forget_typed(channel_id, root)
    if deed.suite_url:
        return flask.redirect(current_site().root + deed.suite_url, 303)
    if url or not deed.said:
        back = channel_url(channel_id) if root is None else thread_url(channel_id, root)
        return flask.redirect(flask.request.script_root + url if url else back, 303)
    unsent = Unsent("", "", "channel" if root is None else "thread", notice=deed.said)
    return shown(channel_id, View(root=root, unsent=unsent))


def _performed(deed: Deed) -> str:
    """Do what a command came to; where to go then, below the app's root."""

    def lead(_ctx: Context, result: Any) -> str:
        return deed.url(result) if callable(deed.url) else deed.url

    if deed.function is None:
        return str(deed.url)
    url: str = page(deed.function, lead, accept=_accept_deed(deed), **deed.arguments)
    return url


def _accept_deed(deed: Deed) -> Accept:
    """What was typed behind a command → the operation's arguments."""

    def accept(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        if "text" not in arguments:
            return arguments
        return {**arguments, "text": typed.read(ctx, arguments["text"]) + deed.after}

    return accept


def _ended(entered: str) -> str:
    return entered.replace("\r\n", "\n").rstrip()


def _deed(_ctx: Context, deed: Deed) -> Deed:
    return deed


def _attached() -> dict[str, Any]:
    """The files that were dropped on the composer, and the draft that it held."""
    form = flask.request.form
    file_ids, draft_id = form.getlist("file_id"), form.get("draft_id")
    files_in_it = {"file_ids": file_ids} if file_ids else {}
    return files_in_it | ({"draft_id": draft_id} if draft_id else {})


def _unsent(entered: str, problem: str = "") -> Unsent:
    """The channel's composer as it was sent."""
    form = flask.request.form
    level, asks = form.get("priority", "standard"), "acknowledge" in form
    return Unsent(entered, problem, "channel", files=_own_files(), priority=level, asks=asks)


def _once(*said: object) -> dict[str, str]:
    form = flask.request.form
    return once(*said, form.get("text", ""), *form.getlist("file_id"))


def _forget_typed(channel_id: str, root: str | None = None) -> None:
    """What was typed is sent, so that it is no draft any more."""
    in_thread: dict[str, Any] = {} if root is None else {"thread_ts": root}
    with suppress(Refused):  # such as a full world, in which it was sent all the same
        page(drafts.keep, nothing, channel_id=channel_id, text="", **in_thread)


def _own_files() -> tuple[FileLine, ...]:
    """Those of the files that can still be sent, for the composer to show again."""
    found: list[FileLine] = []
    for file_id in flask.request.form.getlist("file_id"):
        with suppress(Refused):
            found += page(files.read, _own_line, file_id=file_id)
    return tuple(found)


def _own_line(ctx: Context, row: File) -> list[FileLine]:
    return [FileLine.of(row)] if row.uploader_id == ctx.actor.person_id else []


def beside(channel_id: str, ts: str, **more: Any) -> View:
    """The view in which a message is seen: a reply in its thread, another in the channel."""
    root = root_of(channel_id, ts)
    if root != ts:
        return View(root=root, **more)
    return View(target=ts, **more)


def _posted(ctx: Context, row: Message) -> tuple[str, bool]:
    """A message's ts, and whether its writer is to hear of those who do not see it soon."""
    place = {"channel_id": row.channel_id, "ts": row.ts}
    is_in_vain = bool(crowds.outside(ctx, **place).people) or bool(absences.among(ctx, **place))
    return row.ts, is_in_vain


def _deletable(ctx: Context, row: Message) -> str:
    require(ctx, "chat.messages.delete", row)
    return wording.in_words(ctx, row.text)


def _reactable(ctx: Context, row: Message) -> None:
    require(ctx, "chat.reactions.add", row)


def _who_reacted(ctx: Context, row: Message) -> list[tuple[str, str, list[Reactor]]]:
    """Each emoji below a message: its name, how it looks, and the people."""
    found = reactions.below(ctx, row.channel_id, [row.ts]).get(row.ts, ())
    named = people.by_ids(ctx.session, {who for kind in found for who in kind.people})
    return [
        (
            kind.emoji,
            emoji_look(ctx, kind.emoji),
            [Reactor.of(named[who], is_me=who == ctx.actor.person_id) for who in kind.people],
        )
        for kind in found
    ]
