"""Threads in chat that are linked to issues: what is said in one is said on the other."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Message
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import messages
from workworld.apps.chat.types import ChannelId, Ts
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.apps.tracker.service import addresses, comments, remote_links, sight
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Event, Surface
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.permissions import can
from workworld.richtext.json_form import to_json

_SYNCED = "replies become comments"


"""What a link of an issue to a thread says that is followed."""


_FOLLOWING = constant(
    select(RemoteLink.__table__).where(
        RemoteLink.__table__.c.global_id == bindparam("thread"),
        RemoteLink.__table__.c.relationship == _SYNCED,
    )
)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def link(ctx: Context, *, channel_id: ChannelId, thread_ts: Ts, issue: IssueRef) -> Message:
    """Link a thread to an issue: from now on replies in it become comments on the issue."""
    row = sight.read(ctx, issue)
    root = messages.known(ctx, channel_id, thread_ts)
    lead_to(ctx, row, root.channel_id, root.thread_ts or root.ts, is_synced=True)
    text = (
        f"Replies in this thread become comments on <{addresses.of_issue(ctx, row.key)}|{row.key}>."
    )
    return messages.post(ctx, channel_id=root.channel_id, text=text, thread_ts=root.ts)


@on("chat.message_posted")
def comment_by_reply(ctx: Context, event: Event) -> None:
    """A reply in a thread that is linked to an issue becomes a comment of whoever wrote it."""
    facts = event.facts
    if facts["thread_ts"] == facts["ts"] or facts["author_id"] != ctx.actor.person_id:
        return
    thread = {"thread": _thread_id(facts["channel_id"], facts["thread_ts"])}
    for link in plain_rows(ctx.session, RemoteLink, _FOLLOWING, thread):
        issue = sight.found(ctx, link.issue_id)
        is_news = link.created_us != ctx.clock.now_us()  # else it tells of the link itself
        if issue is not None and is_news and can(ctx, "tracker.comments.add", issue):
            comments.add(ctx, issue=issue.id, body=to_json(from_mrkdwn(facts["text"])))


def url_of(ctx: Context, channel_id: str, ts: str | None) -> str:
    """The canonical address of a message in chat, or of a whole conversation."""
    path = f"/archives/{channel_id}/p{stamps.digits(ts)}" if ts else f"/c/{channel_id}"
    return people.canonical_url(ctx.session, "chat", path)


def lead_to(ctx: Context, issue: Issue, channel_id: str, root: str, *, is_synced: bool) -> None:
    """Let an issue lead to a thread; what its link says decides whether replies are followed."""
    remote_links.put(
        ctx,
        issue=issue.id,
        url=url_of(ctx, channel_id, root),
        title="Thread in chat",
        relationship=_SYNCED if is_synced else "created out of",
        global_id=_thread_id(channel_id, root),
    )


def _thread_id(channel_id: str, root: str) -> str:
    return f"chat:{channel_id}:{root}"
