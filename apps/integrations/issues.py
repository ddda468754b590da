"""Issues that are made of conversations and messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.chat.models import Message
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, messages, wording
from workworld.apps.chat.service.message_actions import OFFERED
from workworld.apps.chat.types import ChannelId, Ts
from workworld.apps.integrations import threads
from workworld.apps.tracker.service import addresses, issues, projects
from workworld.apps.tracker.types import ProjectRef
from workworld.context import Context, Surface
from workworld.errors import Forbidden
from workworld.offers import Deed, Offer, Question
from workworld.operations import Effect, operation
from workworld.permissions import can
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import Marks, Paragraph, Quote, Text, document, literal

USUAL = "Task"
"""The type of what is created without saying more, where a project has it."""


_Thread = Annotated[Ts | None, Field(description="In which thread it came up.")]


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def create(
    ctx: Context,
    *,
    channel_id: ChannelId,
    project_id: ProjectRef,
    summary: Annotated[str, Field(description="What the issue is about, in one line.")],
    type_id: Annotated[str, Field(description="Of which type; empty for a task.")] = "",
    thread_ts: _Thread = None,
    message_ts: Annotated[Ts | None, Field(description="The message that it is made of.")] = None,
    syncs: Annotated[bool, Field(description="Keep its thread and comments in step.")] = False,
) -> Message:
    """Create an issue out of a conversation or a message, and tell the conversation of it.

    An issue that is made of a message links to it, and is told of in its thread.
    """
    channel = channels.known(ctx, channel_id)
    project = projects.known(ctx, project_id)
    source = messages.known(ctx, channel.id, message_ts) if message_ts else None
    root = (source.thread_ts or source.ts) if source else thread_ts
    at = source.ts if source else thread_ts
    made = issues.create(
        ctx,
        project_id=project.id,
        type_id=type_id or _usual_type(ctx, project.id),
        fields={"summary": summary, "description": _whence(ctx, channel.id, at, source)},
    )
    address = addresses.of_issue(ctx, made.key)
    text = f"Created <{address}|{made.key}>: {escaped(made.summary)}"
    told = messages.post(ctx, channel_id=channel.id, text=text, thread_ts=root)
    if source is not None and can(ctx, "tracker.remote_links.put", made):
        threads.lead_to(ctx, made, channel.id, root or source.ts, is_synced=syncs)
    return told


def _asks(ctx: Context, message: Message) -> Sequence[Question]:
    open_to = projects.list(ctx, action="create", limit=100).items
    every = [row for each in open_to for row in projects.types_of(ctx, each.id) if row.level == 0]
    types = {row.name: row.name for row in every}
    if not types:
        raise Forbidden("no_create", "You may create issues in no project.")
    said = " ".join(wording.in_words(ctx, message.text).split())
    where = tuple((each.key, f"{each.name} ({each.key})") for each in open_to)
    kind = USUAL if USUAL in types else next(iter(types))
    return (
        Question("project", "Project", where[0][0], "choice", where),
        Question("type", "Type", kind, "choice", tuple(types.items())),
        Question("summary", "Summary", said[:255]),
        Question("syncs", "Replies become comments, and comments replies", kind="box"),
    )


def _reads(ctx: Context, message: Message, given: Mapping[str, str]) -> Deed:
    project = projects.known(ctx, given.get("project", ""))
    told = {"channel_id": message.channel_id, "message_ts": message.ts, "project_id": project.id}
    told |= {"type_id": given.get("type", ""), "summary": given.get("summary", "")}
    return Deed(create, told | {"syncs": given.get("syncs") == "1"})


OFFERED.add(
    Offer(
        "create-issue",
        "Create issue from message",
        "square-check",
        "Create issue",
        "The issue is created",
        _asks,
        _reads,
    )
)


def _usual_type(ctx: Context, project_id: str) -> str:
    """The type of what is created without saying more: a task, or the first that stands alone."""
    types = [each for each in projects.types_of(ctx, project_id) if each.level == 0]
    named = [each.id for each in types if each.name == USUAL]
    return (named or [each.id for each in types] or [USUAL])[0]


def _whence(
    ctx: Context, channel_id: str, ts: str | None, source: Message | None = None
) -> dict[str, Any]:
    """A description that leads back to the conversation, which names it to its members alone."""
    link = Text("a conversation", Marks(href=threads.url_of(ctx, channel_id, ts)))
    line = Paragraph((Text("Created out of "), link, Text(".")))
    if source is None:
        return to_json(document([line]))
    return to_json(document([Quote(literal(wording.in_words(ctx, source.text)).content), line]))
