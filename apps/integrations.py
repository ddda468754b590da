"""What happens in one app because of another: the one room that sees two.

Subscribe to an app's events with ``workworld.events.on`` and call the other's service functions:
they run as the same step, which stays their cause. An app's reactions to its own events stand in
its ``service`` modules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import (
    channels,
    commands,
    message_actions,
    messages,
    steps,
    suite_accounts,
    users,
    wording,
)
from workworld.apps.chat.service.commands import Deed, command
from workworld.apps.chat.service.message_actions import Action, Question
from workworld.apps.chat.types import ChannelId, Ts
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.apps.tracker.service import (
    access,
    addresses,
    comments,
    issues,
    projects,
    remote_links,
    sight,
    site,
)
from workworld.apps.tracker.types import IssueRef, ProjectRef
from workworld.automation import Asked, Settings, Values
from workworld.automation import Deed as StepDeed
from workworld.context import Actor, Context, Event, Surface
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.errors import Forbidden, Invalid
from workworld.events import on
from workworld.links.addresses import rendered
from workworld.operations import Effect, operation
from workworld.permissions import can
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import Marks, Paragraph, Quote, Text, document, literal
from workworld.rules.kinds import Family, part
from workworld.rules.work import Done, Work
from workworld.schedule import plan

_CREATE = re.compile(r"create\s+([A-Za-z][A-Za-z0-9]{1,9})\s+(\S.*)", re.DOTALL | re.IGNORECASE)
_TYPED = re.compile(r"([A-Za-z][A-Za-z -]{1,38}):\s*(\S.*)", re.DOTALL)
_ABOUT = re.compile(rf"(link|channel)\s+({addresses.KEY})", re.IGNORECASE)
_USUAL = "Task"
_SMART = "Values such as {{issue.key}} and {{issue.url}} stand in double braces."
_HELP = (
    "`/issue CAL-214` shows an issue. `/issue create CAL summary` creates one, and"
    " `/issue create CAL bug: summary` one of another type. `/issue link CAL-214` in a thread makes"
    " its replies comments, and `/issue channel CAL-214` opens a channel about an issue."
)
_SYNCED = "replies become comments"
"""What a link of an issue to a thread says that is followed."""
_FOLLOWING = constant(
    select(RemoteLink.__table__).where(
        RemoteLink.__table__.c.global_id == bindparam("thread"),
        RemoteLink.__table__.c.relationship == _SYNCED,
    )
)
_Thread = Annotated[Ts | None, Field(description="In which thread it came up.")]


@command("issue", usage="CAL-214, or: create CAL summary, or: help", says="Show or create an issue")
def _issue(ctx: Context, place: commands.Place, said: str) -> Deed:
    """What is said of an issue, or the creation of one that the conversation is told of."""
    here = {"channel_id": place.channel.id}
    if said.lower() == "help":
        return Deed(said=_HELP.replace("`", ""))
    if match := _CREATE.fullmatch(said):
        project = projects.known(ctx, match[1])
        type_id, summary = _type_and_summary(ctx, project.id, " ".join(match[2].split()))
        told = here | {"thread_ts": place.thread_ts, "project_id": project.id}
        return Deed(create_issue, told | {"type_id": type_id, "summary": summary})
    if match := _ABOUT.fullmatch(said):
        key = match[2].upper()
        if match[1].lower() == "channel":
            return Deed(open_channel, {"issue": key}, url=lambda made: f"/c/{made.id}")
        if place.thread_ts is None:
            raise commands.wrong("issue", "Link an issue from within the thread.")
        return Deed(link_thread, here | {"thread_ts": place.thread_ts, "issue": key})
    if not re.fullmatch(addresses.KEY, said.upper()):
        raise commands.wrong("issue", "Name an issue by its key, or what is to be created.")
    return Deed(said=_told(ctx, said))


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def create_issue(
    ctx: Context,
    *,
    channel_id: ChannelId,
    project_id: ProjectRef,
    summary: Annotated[str, Field(description="What the issue is about, in one line.")],
    type_id: Annotated[str, Field(description="Of which type; empty for a task.")] = "",
    thread_ts: _Thread = None,
    message_ts: Annotated[Ts | None, Field(description="The message that it is made of.")] = None,
    syncs: Annotated[bool, Field(description="Make replies in the thread comments.")] = False,
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
        _link(ctx, made, channel.id, root or source.ts, is_synced=syncs)
    return told


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def link_thread(ctx: Context, *, channel_id: ChannelId, thread_ts: Ts, issue: IssueRef) -> Message:
    """Link a thread to an issue: from now on replies in it become comments on the issue."""
    row = sight.read(ctx, issue)
    root = messages.known(ctx, channel_id, thread_ts)
    _link(ctx, row, root.channel_id, root.thread_ts or root.ts, is_synced=True)
    text = (
        f"Replies in this thread become comments on <{addresses.of_issue(ctx, row.key)}|{row.key}>."
    )
    return messages.post(ctx, channel_id=root.channel_id, text=text, thread_ts=root.ts)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def open_channel(ctx: Context, *, issue: IssueRef) -> Channel:
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


@on("tracker.people_called")
def write_directly(ctx: Context, event: Event) -> None:
    """Whoever wishes it is written to by the tracker's bot, right after the step."""
    caller = people.me(ctx).display_name
    link = f"<{event.facts['url']}|{event.facts['key']}>"
    said = f"{escaped(caller)} {event.facts['text'].replace(event.facts['key'], link, 1)}"
    for person_id in event.facts["person_ids"]:
        plan(
            ctx.session,
            due_us=ctx.clock.now_us(),
            actor_id=_bot(ctx),
            operation="chat.messages.post",
            arguments={"channel_id": person_id, "text": said},
        )


class TellChannel(Settings):
    """What a rule says in which channel."""

    channel: Annotated[
        str, Asked("line"), Field(title="Channel", min_length=1, max_length=80, description="#ops")
    ]
    text: Annotated[
        str,
        Asked("area"),
        Field(title="Message", min_length=1, max_length=4_000, description=_SMART),
    ]


@part(
    "tracker",
    "tell_channel",
    Family.ACTION,
    TellChannel,
    title="Send chat message",
    icon="hash",
    says="Posts to a channel in which whoever published the rule may post.",
    needs_thing=False,
)
def tell_channel(work: Work, settings: TellChannel) -> Done:
    """Post to a channel, as the tracker's bot."""
    name = work.filled(settings.channel).strip().removeprefix("#")
    rows = channels.list(work.ctx, name_prefix=name.lower(), limit=200).items
    found = next((row for row in rows if name.lower() in (row.name, row.id.lower())), None)
    if found is None:
        raise Invalid("channel_not_found", f"There is no channel #{name}.")
    said = escaped(work.filled(settings.text))
    steps.post(_deed(work), steps.MessageSettings(channel=found.id, text=said))
    return Done(f"Told #{found.name}")


class TellPerson(Settings):
    """What a rule says to whom."""

    people: Annotated[
        list[str], Asked("people", "person"), Field(title="To", default_factory=list, max_length=20)
    ]
    smart: Annotated[
        str,
        Asked("line"),
        Field(
            title="And to whoever is", max_length=500, description="{{issue.assignee.accountId}}"
        ),
    ] = ""
    text: Annotated[
        str,
        Asked("area"),
        Field(title="Message", min_length=1, max_length=4_000, description=_SMART),
    ]


@part(
    "tracker",
    "tell_person",
    Family.ACTION,
    TellPerson,
    title="Send direct message",
    icon="send-horizontal",
    says="Writes to people in chat, as the tracker's bot.",
    needs_thing=False,
)
def tell_person(work: Work, settings: TellPerson) -> Done:
    """Write to people, as the tracker's bot."""
    named = [each.strip() for each in work.filled(settings.smart).split(",") if each.strip()]
    wanted = dict.fromkeys([*settings.people, *named])
    said = escaped(work.filled(settings.text))
    for each in wanted:
        person = users.known(work.ctx, each)
        steps.write_to(_deed(work), steps.DirectSettings(person=person.id, text=said))
    return Done(f"Told {len(wanted)} {'person' if len(wanted) == 1 else 'people'}")


def _deed(work: Work) -> StepDeed:
    """A run of a rule as a step of a workflow, whose texts are filled in already."""
    bot = replace(work.ctx, actor=Actor(_bot(work.ctx)))
    url = people.canonical_url(work.ctx.session, "tracker", f"/automation/rules/{work.rule_id}")
    return StepDeed(bot, work.ctx, Values({}), "Tracker", "zap", url)


def _asks(ctx: Context, message: Message) -> Sequence[Question]:
    open_to = projects.list(ctx, action="create", limit=100).items
    every = [row for each in open_to for row in projects.types_of(ctx, each.id) if row.level == 0]
    types = {row.name: row.name for row in every}
    if not types:
        raise Forbidden("no_create", "You may create issues in no project.")
    said = " ".join(wording.in_words(ctx, message.text).split())
    where = tuple((each.key, f"{each.name} ({each.key})") for each in open_to)
    kind = _USUAL if _USUAL in types else next(iter(types))
    return (
        Question("project", "Project", where[0][0], "choice", where),
        Question("type", "Type", kind, "choice", tuple(types.items())),
        Question("summary", "Summary", said[:255]),
        Question("syncs", "Replies in the thread become comments", kind="box"),
    )


def _reads(ctx: Context, message: Message, given: Mapping[str, str]) -> Deed:
    project = projects.known(ctx, given.get("project", ""))
    told = {"channel_id": message.channel_id, "message_ts": message.ts, "project_id": project.id}
    told |= {"type_id": given.get("type", ""), "summary": given.get("summary", "")}
    return Deed(create_issue, told | {"syncs": given.get("syncs") == "1"})


message_actions.offer(
    Action(
        "create-issue",
        "Create issue from message",
        "square-check",
        "Create issue",
        "The issue is created",
        _asks,
        _reads,
    )
)


def _type_and_summary(ctx: Context, project_id: str, typed: str) -> tuple[str, str]:
    """``bug: It breaks`` names a type, if the project has one like that."""
    match = _TYPED.fullmatch(typed)
    for row in projects.types_of(ctx, project_id) if match else ():
        if match and row.name.lower() == match[1].lower():
            return row.id, match[2]
    return "", typed


def _usual_type(ctx: Context, project_id: str) -> str:
    """The type of what is created without saying more: a task, or the first that stands alone."""
    types = [each for each in projects.types_of(ctx, project_id) if each.level == 0]
    named = [each.id for each in types if each.name == _USUAL]
    return (named or [each.id for each in types] or [_USUAL])[0]


def _whence(
    ctx: Context, channel_id: str, ts: str | None, source: Message | None = None
) -> dict[str, Any]:
    """A description that leads back to the conversation, which names it to its members alone."""
    link = Text("a conversation", Marks(href=_thread_url(ctx, channel_id, ts)))
    line = Paragraph((Text("Created out of "), link, Text(".")))
    if source is None:
        return to_json(document([line]))
    return to_json(document([Quote(literal(wording.in_words(ctx, source.text)).content), line]))


def _thread_url(ctx: Context, channel_id: str, ts: str | None) -> str:
    path = f"/archives/{channel_id}/p{stamps.digits(ts)}" if ts else f"/c/{channel_id}"
    return people.canonical_url(ctx.session, "chat", path)


def _link(ctx: Context, issue: Issue, channel_id: str, root: str, *, is_synced: bool) -> None:
    """Let an issue lead to a thread; what its link says decides whether replies are followed."""
    remote_links.put(
        ctx,
        issue=issue.id,
        url=_thread_url(ctx, channel_id, root),
        title="Thread in chat",
        relationship=_SYNCED if is_synced else "created out of",
        global_id=_thread_id(channel_id, root),
    )


def _thread_id(channel_id: str, root: str) -> str:
    return f"chat:{channel_id}:{root}"


def _bot(ctx: Context) -> str:
    """The account of the tracker's bot, which is there from when it first has something to say."""
    said = "Tells people of their issues"
    made = suite_accounts.of(ctx, handle="tracker-bot", name="Tracker", title=said)
    if made.is_new:
        access.refresh(ctx.session)
    return made.person_id


def _told(ctx: Context, key: str) -> str:
    """An issue in one line, and where it is."""
    row = sight.read(ctx, key)
    status = site.statuses(ctx)[row.status_id].name
    assignee = site.people(ctx, [row.assignee_id]).get(row.assignee_id or "")
    whose = assignee.display_name if assignee else "nobody's yet"
    address = rendered(ctx, addresses.of_issue(ctx, row.key))
    return f"{row.key}: {row.summary} — {status}, {whose}. {address}"
