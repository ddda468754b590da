"""Threads in chat and the comments on the issues that they are linked to, kept in step.

A reply becomes a comment of whoever wrote it, and what they make of one becomes of the other. A
comment that everybody may read becomes a reply of the tracker's bot, which follows it. What
somebody said in chat stays there when its comment is deleted: that is theirs to take back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.mrkdwn import from_mrkdwn, to_mrkdwn
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import log, messages, steps
from workworld.apps.integrations import bots, threads
from workworld.apps.tracker.models import Comment, CommentCopy, Issue, RemoteLink
from workworld.apps.tracker.service import addresses, comment_copies, comments, sight, site
from workworld.context import Actor, Context, Event
from workworld.directory import people
from workworld.errors import Refused
from workworld.events import on
from workworld.permissions import can, who_see
from workworld.richtext.json_form import from_json, to_json
from workworld.undoing import whole_or_nothing

_MENTION = re.compile(r"<@(\w+)>")
_BROADCAST = re.compile(r"<!(\w+)>")


@on("chat.message_posted")
def comment_by_reply(ctx: Context, event: Event) -> None:
    """A reply in a thread that is linked to an issue becomes a comment of whoever wrote it."""
    facts = event.facts
    if facts["thread_ts"] == facts["ts"] or facts["author_id"] != ctx.actor.person_id:
        return
    for link in threads.issues_of(ctx, facts["channel_id"], facts["thread_ts"]):
        issue = sight.found(ctx, link.issue_id)
        is_news = link.created_us != ctx.clock.now_us()  # else it tells of the link itself
        if issue is not None and is_news and can(ctx, "tracker.comments.add", issue):
            _quietly(ctx, partial(_add, ctx, issue.id, facts))


@on("chat.message_edited")
def edit_by_reply(ctx: Context, event: Event) -> None:
    """What somebody makes of their reply becomes of its comment."""
    for comment in _said_by(ctx, event):
        if comment.updated_us != ctx.clock.now_us() and can(ctx, "tracker.comments.edit", comment):
            body = to_json(from_mrkdwn(event.facts["text"]))
            edit = partial(comments.edit, issue=comment.issue_id, comment_id=comment.id, body=body)
            _quietly(ctx, partial(edit, ctx))


@on("chat.message_deleted")
def delete_by_reply(ctx: Context, event: Event) -> None:
    """A reply that is deleted takes its comment with it, if whoever deletes it may."""
    for comment in _said_by(ctx, event):
        if can(ctx, "tracker.comments.delete", comment):
            comments.delete(ctx, issue=comment.issue_id, comment_id=comment.id)


@on("tracker.comment_added")
def reply_by_comment(ctx: Context, event: Event) -> None:
    """A comment that everybody may read becomes a reply in the threads of its issue."""
    comment = ctx.session.get(Comment, event.facts["comment_id"])
    if comment is not None:
        _tell_threads(ctx, comment)


@on("tracker.comment_edited")
def edit_by_comment(ctx: Context, event: Event) -> None:
    """The reply follows its comment; it goes once not everybody may read that."""
    comment = ctx.session.get(Comment, event.facts["comment_id"])
    if comment is None:
        return
    issue = sight.read(ctx, comment.issue_id)
    for copy in comment_copies.of_comment(ctx, comment.id):
        message = _message_at(ctx, copy.place)
        if copy.is_source:
            _follow(ctx, comment, message)
        elif not (_is_for_all(comment, issue) and _all_see(ctx, _read(copy.place)[0], issue)):
            _take_back(ctx, message)
            comment_copies.forget(ctx, copy)
        elif message is not None:
            _edit(_as_bot(ctx), message, _told(ctx, comment, issue))
    _tell_threads(ctx, comment)


@on("tracker.comment_deleted")
def delete_by_comment(ctx: Context, event: Event) -> None:
    """A comment that is deleted takes the bot's replies with it."""
    for place in event.facts["copied"]:
        _take_back(ctx, _message_at(ctx, place))


def _add(ctx: Context, issue_id: str, facts: Any) -> None:
    made = comments.add(ctx, issue=issue_id, body=to_json(from_mrkdwn(facts["text"])))
    place = _place_of(facts["channel_id"], facts["ts"])
    comment_copies.keep(ctx, made.id, place, is_source=True)


def _tell_threads(ctx: Context, comment: Comment) -> None:
    """Reply to the threads that a comment does not stand in yet, if all there may read it."""
    issue = sight.read(ctx, comment.issue_id)
    if not _is_for_all(comment, issue):
        return
    held = comment_copies.of_comment(ctx, comment.id)
    inside = {_thread_of(ctx, copy) for copy in held}
    for link in threads.of_issue(ctx, issue.id):
        if threads.place_of(link) not in inside and comment.created_us >= link.created_us:
            _quietly(ctx, partial(_reply, ctx, comment, issue, link))


def _reply(ctx: Context, comment: Comment, issue: Issue, link: RemoteLink) -> None:
    channel_id, root = threads.place_of(link)
    channel, above = ctx.session.get(Channel, channel_id), _message(ctx, channel_id, root)
    if channel is None or channel.is_archived or above is None:
        return
    if not _all_see(ctx, channel_id, issue):
        return
    said = _told(ctx, comment, issue)
    bot = _as_bot(ctx)  # it says what the comment does: no card repeats that
    ts = steps.say(bot, channel, said, "Tracker", "speech_balloon", root, hides_cards=True)
    comment_copies.keep(ctx, comment.id, _place_of(channel_id, ts), is_source=False)


def _told(ctx: Context, comment: Comment, issue: Issue) -> str:
    """What a comment says, as a message that calls nobody: the tracker has done that already."""
    said = to_mrkdwn(from_json(comment.body))
    names = site.people(ctx, [comment.author_id, *_MENTION.findall(said)])
    said = _MENTION.sub(lambda found: f"@{_called(names, found[1])}", said)
    said = _BROADCAST.sub(lambda found: f"@{found[1]}", said)
    link = f"<{addresses.of_comment(ctx, issue.key, comment.id)}|{issue.key}>"
    return f"*{_called(names, comment.author_id)}* commented on {link}:\n{said}"


def _called(names: Any, person_id: str) -> str:
    return escaped(site.called(names[person_id])) if person_id in names else "Former user"


def _is_for_all(comment: Comment, issue: Issue) -> bool:
    is_public = comment.role_id is None and not comment.is_internal
    return is_public and issue.security_level_id is None


def _all_see(ctx: Context, channel_id: str, issue: Issue) -> bool:
    """Whether all who may read a channel see an issue, so that nothing of it leaks there."""
    staff = [each.id for each in people.everyone(ctx.session)]
    readers = who_see(ctx, Channel, channel_id, staff)
    return len(who_see(ctx, Issue, issue.id, readers)) == len(readers)


def _follow(ctx: Context, comment: Comment, message: Message | None) -> None:
    """Let a person's own reply say what they made of its comment, if it is theirs to edit."""
    if message is None or message.edited_ts == stamps.of(ctx.clock.now_us()):
        return  # it is what was edited
    _edit(ctx, message, to_mrkdwn(from_json(comment.body)))


def _edit(ctx: Context, message: Message, text: str) -> None:
    if message.text != text and can(ctx, "chat.messages.edit", message):
        edit = partial(messages.edit, channel_id=message.channel_id, ts=message.ts, text=text)
        _quietly(ctx, partial(edit, ctx))


def _take_back(ctx: Context, message: Message | None) -> None:
    if message is not None:
        messages.take_away(ctx, message)


def _said_by(ctx: Context, event: Event) -> list[Comment]:
    """The comments that were made of a message."""
    place = _place_of(event.facts["channel_id"], event.facts["ts"])
    rows = [copy for copy in comment_copies.at(ctx, place) if copy.is_source]
    return [ctx.session.get_one(Comment, copy.comment_id) for copy in rows]


def _thread_of(ctx: Context, copy: CommentCopy) -> tuple[str, str] | None:
    """The channel of the thread that a copy stands in, and the stamp of its first message."""
    channel_id, ts = _read(copy.place)
    message = ctx.session.get(Message, (channel_id, ts))
    return (channel_id, message.thread_ts or ts) if message else None


def _message_at(ctx: Context, place: str) -> Message | None:
    return _message(ctx, *_read(place))


def _message(ctx: Context, channel_id: str, ts: str) -> Message | None:
    found = ctx.session.get(Message, (channel_id, ts))
    return None if found is None or found.subtype == log.TOMBSTONE else found


def _place_of(channel_id: str, ts: str) -> str:
    return f"chat:{channel_id}:{ts}"


def _read(place: str) -> tuple[str, str]:
    _app, channel_id, ts = place.split(":")
    return channel_id, ts


def _as_bot(ctx: Context) -> Context:
    return replace(ctx, actor=Actor(bots.of(ctx)))


def _quietly(ctx: Context, act: Callable[[], Any]) -> None:
    """Do something beside what somebody does, which is not refused because this is."""
    with suppress(Refused):
        whole_or_nothing(ctx, act)
