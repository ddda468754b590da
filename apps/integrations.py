"""What happens in one app because of another: the one room that sees two.

Subscribe to an app's events with ``workworld.events.on`` and call the other's service functions:
they run as the same step, which stays their cause. An app's reactions to its own events stand in
its ``service`` modules.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Message
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, commands, messages
from workworld.apps.chat.service.commands import Deed, command
from workworld.apps.chat.types import ChannelId, Ts
from workworld.apps.tracker.service import addresses, issues, projects, sight, site
from workworld.apps.tracker.types import ProjectRef
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.links.addresses import rendered
from workworld.operations import Effect, operation
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import Marks, Paragraph, Text, document

_CREATE = re.compile(r"create\s+([A-Za-z][A-Za-z0-9]{1,9})\s+(\S.*)", re.DOTALL | re.IGNORECASE)
_USUAL = "Task"


@command("issue", usage="CAL-214, or: create CAL summary", says="Show or create an issue")
def _issue(ctx: Context, place: commands.Place, words: str) -> Deed:
    """What is said of an issue, or the creation of one that the conversation is told of."""
    if match := _CREATE.fullmatch(words):
        project = projects.known(ctx, match[1])
        arguments = {
            "channel_id": place.channel.id,
            "thread_ts": place.thread_ts,
            "project_id": project.id,
            "summary": " ".join(match[2].split()),
        }
        return Deed(create_issue, arguments)
    if not re.fullmatch(addresses.KEY, words.upper()):
        raise commands.wrong("issue", "Name an issue by its key, or what is to be created.")
    return Deed(said=_told(ctx, words))


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def create_issue(
    ctx: Context,
    *,
    channel_id: ChannelId,
    project_id: ProjectRef,
    summary: Annotated[str, Field(description="What the issue is about, in one line.")],
    thread_ts: Annotated[Ts | None, Field(description="In which thread it came up.")] = None,
) -> Message:
    """Create an issue out of a conversation, and tell the conversation of it."""
    channel = channels.known(ctx, channel_id)
    project = projects.known(ctx, project_id)
    made = issues.create(
        ctx,
        project_id=project.id,
        type_id=_usual_type(ctx, project.id),
        fields={"summary": summary, "description": _whence(ctx, channel.id, thread_ts)},
    )
    address = addresses.of_issue(ctx, made.key)
    text = f"Created <{address}|{made.key}>: {escaped(made.summary)}"
    return messages.post(ctx, channel_id=channel.id, text=text, thread_ts=thread_ts)


def _usual_type(ctx: Context, project_id: str) -> str:
    """The type of what is created without saying more: a task, or the first that stands alone."""
    types = [each for each in projects.types_of(ctx, project_id) if each.level == 0]
    named = [each.id for each in types if each.name == _USUAL]
    return (named or [each.id for each in types] or [_USUAL])[0]


def _whence(ctx: Context, channel_id: str, thread_ts: str | None) -> dict[str, Any]:
    """A description that leads back to the conversation, which names it to its members alone."""
    path = f"/c/{channel_id}"
    if thread_ts is not None:
        path = f"/archives/{channel_id}/p{stamps.digits(thread_ts)}"
    link = Text("a conversation", Marks(href=people.canonical_url(ctx.session, "chat", path)))
    return to_json(document([Paragraph((Text("Created out of "), link, Text(".")))]))


def _told(ctx: Context, key: str) -> str:
    """An issue in one line, and where it is."""
    row = sight.read(ctx, key)
    status = site.statuses(ctx)[row.status_id].name
    assignee = site.people(ctx, [row.assignee_id]).get(row.assignee_id or "")
    whose = assignee.display_name if assignee else "nobody's yet"
    address = rendered(ctx, addresses.of_issue(ctx, row.key))
    return f"{row.key}: {row.summary} — {status}, {whose}. {address}"
