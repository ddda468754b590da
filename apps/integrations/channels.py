"""Channels about issues."""

from __future__ import annotations

from workworld.apps.chat.models import Channel
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, messages
from workworld.apps.tracker.service import addresses, remote_links, sight, site
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.operations import Effect, operation
from workworld.permissions import can


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def open(ctx: Context, *, issue: IssueRef) -> Channel:
    """Open a channel about an issue, with whoever it is assigned to and who reported it."""
    row = sight.read(ctx, issue)
    is_incident = site.issue_types(ctx)[row.type_id].name == "Incident"
    name = f"inc-{row.key.lower()}" if is_incident else row.key.lower()
    known = site.people(ctx, [row.assignee_id, row.reporter_id])
    others = [each.id for each in known.values() if not each.is_deactivated]
    made = channels.create(
        ctx, name=name, user_ids=[each for each in others if each != ctx.actor.person_id]
    )
    address = addresses.of_issue(ctx, row.key)
    text = f"This channel is about <{address}|{row.key}>: {escaped(row.summary)}"
    messages.post(ctx, channel_id=made.id, text=text)
    if can(ctx, "tracker.remote_links.put", row):
        url = people.canonical_url(ctx.session, "chat", f"/c/{made.id}")
        remote_links.put(ctx, issue=row.id, url=url, title=f"#{made.name}", relationship="channel")
    return made
