"""Threads in chat that are linked to issues: what is said in one is said on the other."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Message
from workworld.apps.chat.service import messages
from workworld.apps.chat.types import ChannelId, Ts
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.apps.tracker.service import addresses, remote_links, sight
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.operations import Effect, operation

_SYNCED = "replies become comments"
"""What a link of an issue to a thread says that is followed."""
_links = RemoteLink.__table__.c
_FOLLOWING = constant(
    select(RemoteLink.__table__)
    .where(_links.global_id == bindparam("thread"), _links.relationship == _SYNCED)
    .order_by(_links.id)
)
_FOLLOWED = constant(
    select(RemoteLink.__table__)
    .where(
        _links.issue_id == bindparam("issue"),
        _links.relationship == _SYNCED,
        _links.global_id.startswith("chat:"),
    )
    .order_by(_links.id)
)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def link(ctx: Context, *, channel_id: ChannelId, thread_ts: Ts, issue: IssueRef) -> Message:
    """Link a thread to an issue: from now on replies become comments, and comments replies.

    Comments that not everybody may read stay where they are, and so do those on an issue with a
    security level, or that not all who may read the channel see.
    """
    row = sight.read(ctx, issue)
    root = messages.known(ctx, channel_id, thread_ts)
    lead_to(ctx, row, root.channel_id, root.thread_ts or root.ts, is_synced=True)
    address = addresses.of_issue(ctx, row.key)
    name = f"<{address}|{row.key}>"
    text = f"Replies in this thread become comments on {name}, and its comments replies."
    return messages.post(ctx, channel_id=root.channel_id, text=text, thread_ts=root.ts)


def issues_of(ctx: Context, channel_id: str, root: str) -> Sequence[RemoteLink]:
    """The links of issues to a thread that is kept in step with their comments."""
    values = {"thread": _thread_id(channel_id, root)}
    return plain_rows(ctx.session, RemoteLink, _FOLLOWING, values)


def of_issue(ctx: Context, issue_id: str) -> Sequence[RemoteLink]:
    """The links of an issue to threads that are kept in step with its comments."""
    return plain_rows(ctx.session, RemoteLink, _FOLLOWED, {"issue": issue_id})


def place_of(link: RemoteLink) -> tuple[str, str]:
    """The channel of a thread that a link leads to, and the stamp of its first message."""
    _app, channel_id, root = (link.global_id or "::").split(":")
    return channel_id, root


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
