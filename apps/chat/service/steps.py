"""What workflows do in chat: messages, forms, channels, people, waiting.

Other apps declare theirs with ``workworld.automation.step`` likewise, beside their own services.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from workworld.apps.chat import mrkdwn, stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import (
    channels,
    contents,
    direct,
    log,
    members,
    messages,
    posting,
    reactions,
    standing,
    texts,
    triggers,
    users,
)
from workworld.automation import (
    CHANNEL,
    FORM,
    LINK,
    MESSAGE,
    PERSON,
    Ask,
    Asked,
    Deed,
    Done,
    Later,
    Outcome,
    Question,
    Settings,
    Value,
    step,
)
from workworld.context import Context
from workworld.directory import people
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.links.addresses import canonical
from workworld.permissions import require

_SECONDS = {"minutes": 60, "hours": 3_600, "days": 86_400}
_LONGEST = 365 * 86_400
_Reference = StringConstraints(min_length=1, max_length=100)
_Text = StringConstraints(min_length=1, max_length=4_000)

SaidField = Annotated[
    str,
    _Text,
    Asked("area"),
    Field(title="Message", description="As in the composer; variables go in double braces."),
]
ToChannel = Annotated[str, _Reference, Asked("channel", CHANNEL), Field(title="Channel")]
ToPerson = Annotated[str, _Reference, Asked("person", PERSON), Field(title="Person")]
AtMessage = Annotated[
    str,
    _Reference,
    Asked("line", MESSAGE),
    Field(title="Message to answer", description="A variable that is a message."),
]


class FormSettings(Settings):
    """What a form asks, and whom."""

    title: Annotated[
        str,
        StringConstraints(min_length=1, max_length=80),
        Asked("line"),
        Field(title="Title"),
    ]
    person: Annotated[
        str,
        _Reference,
        Asked("person", PERSON),
        Field(title="Who fills it in"),
    ] = "{{trigger.person}}"
    questions: Annotated[
        list[Question],
        Asked("questions"),
        Field(title="Questions", min_length=1, max_length=20),
    ]

    @model_validator(mode="after")
    def _apart(self) -> FormSettings:
        keys = [each.key for each in self.questions]
        if len(set(keys)) < len(keys):
            raise ValueError("two questions are called alike")
        if any(each.kind == "choice" and not each.choices for each in self.questions):
            raise ValueError("a question with choices needs some")
        return self


@step(
    "form",
    FormSettings,
    title="Ask with a form",
    icon="list",
    says="Somebody fills it in, and the workflow goes on with the answers.",
    yields=lambda settings: {each.key: each.takes for each in settings.questions},
    prefix=FORM,
)
def ask(deed: Deed, settings: FormSettings) -> Outcome:
    """Wait for answers; whoever is asked is told where."""
    person = person_of(deed, settings.person)
    return Ask(person, settings.questions)


class MessageSettings(Settings):
    """What is said where."""

    channel: ToChannel
    text: SaidField


@step(
    "message",
    MessageSettings,
    title="Send a message to a channel",
    icon="message-square",
    says="As the workflow, where its owner may post.",
    yields={"message": MESSAGE},
)
def post(deed: Deed, settings: MessageSettings) -> Outcome:
    """Post to a channel."""
    channel = _channel(deed, settings.channel)
    require(deed.owner, "chat.messages.post", channel)
    return _said(deed, channel, settings.text)


class DirectSettings(Settings):
    """What is said to whom."""

    person: ToPerson
    text: SaidField


@step(
    "direct",
    DirectSettings,
    title="Send a direct message",
    icon="user",
    says="As the workflow, to one person.",
    yields={"message": MESSAGE},
)
def write_to(deed: Deed, settings: DirectSettings) -> Outcome:
    """Write to somebody."""
    person = person_of(deed, settings.person)
    channel = direct.open(deed.ctx, user_ids=[person]).channel
    return _said(deed, channel, settings.text)


class ReplySettings(Settings):
    """What is said below which message."""

    message: AtMessage
    text: SaidField


@step(
    "reply",
    ReplySettings,
    title="Reply in a thread",
    icon="reply",
    says="Below a message that the workflow knows of.",
    yields={"message": MESSAGE},
)
def reply(deed: Deed, settings: ReplySettings) -> Outcome:
    """Reply to a message."""
    found = _message(deed, settings.message)
    channel = channels.known(deed.ctx if _is_ours(deed, found) else deed.owner, found.channel_id)
    if not _is_ours(deed, found):
        require(deed.owner, "chat.messages.post.reply", channel)
    return _said(deed, channel, settings.text, found.thread_ts or found.ts)


class CreateSettings(Settings):
    """A channel to be."""

    name: Annotated[
        str,
        StringConstraints(min_length=1, max_length=200),
        Asked("line"),
        Field(title="Name", description="Made fit: lower case, hyphens for spaces."),
    ]
    kind: Annotated[Literal["public", "private"], Asked("choice"), Field(title="Kind")] = "public"


@step(
    "create_channel",
    CreateSettings,
    title="Create a channel",
    icon="hash",
    says="Its owner makes it and is in it.",
    yields={"channel": CHANNEL},
)
def create_channel(deed: Deed, settings: CreateSettings) -> Outcome:
    """Create a channel in the owner's name."""
    typed = deed.values.filled(settings.name, lambda value: in_words(deed, value))
    kept = "".join(each if each.isalnum() or each in "-_" else "-" for each in typed.lower())
    name = "-".join(filter(None, kept.split("-")))[:80]
    made = channels.create(deed.owner, name=name, is_private=settings.kind == "private")
    return Done({"channel": made.id})


class AddSettings(Settings):
    """Who is let in where."""

    channel: ToChannel
    people: Annotated[
        list[Annotated[str, _Reference]],
        Asked("people", PERSON),
        Field(title="People", min_length=1, max_length=50),
    ]


@step(
    "add_people",
    AddSettings,
    title="Add people to a channel",
    icon="user-plus",
    says="In its owner's name; whoever is in it already stays.",
)
def add_people(deed: Deed, settings: AddSettings) -> Outcome:
    """Let people into a channel."""
    channel = _channel(deed, settings.channel)
    wanted = [users.known(deed.owner, person_of(deed, each)).id for each in settings.people]
    new = [
        each
        for each in dict.fromkeys(wanted)
        if standing.role_of(deed.owner, channel.id, each) is None
    ]
    if new:
        members.invite(deed.owner, channel_id=channel.id, user_ids=new)
    return Done()


class TopicSettings(Settings):
    """What a channel is about now."""

    channel: ToChannel
    topic: Annotated[str, StringConstraints(max_length=250), Asked("line"), Field(title="Topic")]


@step(
    "set_topic",
    TopicSettings,
    title="Set a channel's topic",
    icon="pencil",
    says="In its owner's name.",
)
def set_topic(deed: Deed, settings: TopicSettings) -> Outcome:
    """Set the topic of a channel."""
    channel = _channel(deed, settings.channel)
    topic = deed.values.filled(settings.topic, lambda value: in_words(deed, value))
    channels.set_topic(deed.owner, channel_id=channel.id, topic=topic)
    return Done()


class ReactSettings(Settings):
    """Which emoji goes below which message."""

    message: Annotated[AtMessage, Field(title="Message")]
    emoji: Annotated[triggers.Emoji, Field(title="Emoji", description="By its name.")]


@step(
    "react",
    ReactSettings,
    title="React to a message",
    icon="smile",
    says="As the workflow, below a message that it knows of.",
)
def react(deed: Deed, settings: ReactSettings) -> Outcome:
    """Put an emoji below a message."""
    found = _message(deed, settings.message)
    if not _is_ours(deed, found):
        require(deed.owner, "chat.reactions.add", found)
    reactions.put(deed.ctx, found, settings.emoji)
    return Done()


class WaitSettings(Settings):
    """How long it waits."""

    amount: Annotated[int, Asked("number"), Field(title="How long", ge=1, le=525_600)]
    unit: Annotated[Literal["minutes", "hours", "days"], Asked("choice"), Field(title="Unit")] = (
        "hours"
    )

    @model_validator(mode="after")
    def _within_a_year(self) -> WaitSettings:
        if self.amount * _SECONDS[self.unit] > _LONGEST:
            raise ValueError("a workflow waits for a year at most")
        return self


@step("wait", WaitSettings, title="Wait", icon="hourglass", says="It goes on by itself afterwards.")
def wait(deed: Deed, settings: WaitSettings) -> Outcome:
    """Let time pass."""
    seconds = settings.amount * _SECONDS[settings.unit]
    return Later(deed.ctx.clock.now_us() + seconds * 1_000_000)


def say(
    ctx: Context,
    channel: Channel,
    text: str,
    name: str,
    icon: str,
    root: str | None,
    *,
    hides_cards: bool = False,
) -> str:
    """Post as the workflow: the stamp of the message."""
    texts.require_good_message(text)
    look = contents.checked(
        ctx, contents.Content(username=name, icon=f":{icon}:", hides_cards=hides_cards)
    )
    message = log.add(ctx, channel, canonical(ctx, text), root_ts=root)
    if look is not None:
        contents.keep(ctx, message, look, is_fallback=False)
    messages.tell(ctx, "chat.message_posted", message)
    return message.ts


def _said(deed: Deed, channel: Channel, text: str, root: str | None = None) -> Done:
    written = deed.values.filled(text, lambda value: in_mrkdwn(deed, value))
    posting.require_may_address(deed.owner, channel, written)
    ts = say(deed.ctx, channel, written, deed.name, deed.icon, root)
    return Done({"message": f"{channel.id}:{ts}"})


def in_mrkdwn(deed: Deed, value: Value) -> str:
    """A value within a message: people are mentioned, and what was typed is no markup."""
    match value.kind:
        case "link" if value.text:
            address, _, called = value.text.partition(" ")
            return f"<{address}|{mrkdwn.from_plain(called)}>"
        case "person" if value.text:
            return f"<@{value.text}>"
        case "channel" if value.text:
            return f"<#{value.text}>"
        case "message" if value.text:
            channel_id, _, ts = value.text.partition(":")
            path = f"/archives/{channel_id}/p{stamps.digits(ts)}"
            return f"<{people.canonical_url(deed.ctx.session, 'chat', path)}>"
    return mrkdwn.from_plain(value.text)


def in_words(deed: Deed, value: Value) -> str:
    """A value within a name or a topic."""
    if value.kind == PERSON:
        found = people.by_ids(deed.ctx.session, [value.text])
        return next((each.display_name for each in found.values()), "")
    if value.kind == CHANNEL:
        return channels.visible_names(deed.owner, [value.text]).get(value.text, "")
    if value.kind == LINK:
        return value.text.partition(" ")[2]
    return " ".join(value.text.split())


def _channel(deed: Deed, setting: str) -> Channel:
    """The channel that a setting means, if the owner sees it."""
    return channels.known(deed.owner, deed.values.meant(setting))


def person_of(deed: Deed, setting: str) -> str:
    """The person whom a setting means, if the owner knows them and they are there."""
    found = users.known(deed.owner, deed.values.meant(setting))
    if found.is_deactivated:
        raise Forbidden("user_disabled", f"The account of {found.name} is deactivated.")
    return found.id


def _message(deed: Deed, setting: str) -> Message:
    """The message that a setting means, if the owner or the workflow itself sees it."""
    channel_id, _, ts = deed.values.meant(setting).partition(":")
    if not channel_id or not stamps.is_stamp(ts):
        raise Invalid("message_not_found", "There is no message to answer.")
    try:
        return messages.known(deed.owner, channel_id, ts)
    except NotFound:
        return messages.known(deed.ctx, channel_id, ts)


def _is_ours(deed: Deed, message: Message) -> bool:
    """Whether it stands in a conversation of the workflow's own with somebody."""
    mine = deed.ctx.actor.person_id
    return standing.role_of(deed.ctx, message.channel_id, mine) is not None
