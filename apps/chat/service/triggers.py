"""What workflows begin with, and how their settings are checked: what they name is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, StringConstraints

from workworld import automation
from workworld.apps.chat.service import channels, moments, own_emoji, users
from workworld.apps.chat.types import CHANNELS
from workworld.automation import CHANNEL, MESSAGE, PERSON, TEXT, Asked, Settings, trigger
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.errors import Invalid, NotFound

LINK, JOINED, REACTED, SCHEDULE, HOOK = "link", "member_joined", "reaction", "schedule", "webhook"
S = TypeVar("S", bound=Settings)
_NAME = r"^[a-z][a-z0-9_]{0,39}$"


_LONGEST_EMOJI = 160


ChannelHere = Annotated[
    str, StringConstraints(min_length=1, max_length=64), Asked("channel", CHANNEL)
]
Emoji = Annotated[str, StringConstraints(max_length=_LONGEST_EMOJI), Asked("emoji")]


@trigger(
    LINK,
    title="A link in a channel",
    icon="link",
    says="Somebody starts it from the bar of a channel.",
    facts={"person": PERSON, "channel": CHANNEL},
)
class FromLink(Settings):
    """Where people start it."""

    channel_id: Annotated[ChannelHere, Field(title="Channel")]


@trigger(
    JOINED,
    title="Somebody joins a channel",
    icon="user-plus",
    says="It runs for each new member.",
    facts={"person": PERSON, "channel": CHANNEL},
)
class OnJoining(Settings):
    """Which channel it watches."""

    channel_id: Annotated[ChannelHere, Field(title="Channel")]


@trigger(
    REACTED,
    title="An emoji below a message",
    icon="smile",
    says="Somebody reacts to a message of a channel with one emoji.",
    facts={
        "person": PERSON,
        "channel": CHANNEL,
        "message": MESSAGE,
        "author": PERSON,
        "text": TEXT,
    },
)
class OnReaction(Settings):
    """Which channel it watches, and for which emoji."""

    channel_id: Annotated[ChannelHere, Field(title="Channel")]
    emoji: Annotated[Emoji, Field(title="Emoji", description="By its name, such as eyes.")]


@trigger(
    SCHEDULE,
    title="A time",
    icon="clock",
    says="Once, or again and again, by its owner's clock.",
    facts={"date": TEXT},
)
class OnSchedule(Settings):
    """When it runs, in words."""

    when: Annotated[
        str,
        StringConstraints(min_length=1, max_length=100),
        Asked("line"),
        Field(title="When", description="tomorrow at 9am, every weekday at 9:30, every Monday"),
    ]
    repeats: Annotated[
        Literal["", "daily", "weekdays", "weekly", "monthly", "yearly"],
        Asked("choice"),
        Field(title="Repeats", description="Where the words above do not say so."),
    ] = ""


@trigger(
    HOOK,
    title="A web hook",
    icon="external-link",
    says="A program sends what it knows to an address.",
    facts=lambda settings: dict.fromkeys(settings.variables, TEXT),
)
class FromHook(Settings):
    """What a program sends along."""

    variables: Annotated[
        list[Annotated[str, StringConstraints(pattern=_NAME)]],
        Asked("line"),
        Field(
            title="Variables",
            max_length=20,
            description="What is sent along, by name, with commas between: customer, amount",
            default_factory=list,
        ),
    ]


@dataclass(frozen=True, slots=True)
class Moment:
    """When a schedule comes first, and how often."""

    due_us: int
    recurrence: str


def good(ctx: Context, kind: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a trigger, in shape and about what there is.

    Raises:
        Invalid: ``invalid_trigger``, ``invalid_settings``, ``channel_not_found`` …
    """
    declared = automation.triggers().get(kind)
    if declared is None:
        raise Invalid("invalid_trigger", "There is no such trigger.")
    read = _about_what_there_is(ctx, automation.read(declared, settings), is_trigger=True)
    if isinstance(read, OnSchedule):
        moment_of(ctx, read)
    return read.model_dump()


def good_step(ctx: Context, kind: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a step, in shape and about what there is.

    Raises:
        Invalid: ``invalid_step``, ``invalid_settings``, ``channel_not_found`` …
    """
    declared = automation.steps().get(kind)
    if declared is None:
        raise Invalid("invalid_step", "There is no such step.")
    read = _about_what_there_is(ctx, automation.read(declared, settings))
    list(automation.variables_in(read.model_dump()))
    return read.model_dump()


def moment_of(ctx: Context, settings: OnSchedule) -> Moment:
    """When a schedule comes first, by the clock of whoever acts.

    Raises:
        Invalid: ``cannot_parse``, ``time_in_past``.
    """
    now = ctx.clock.now().astimezone(people.my_zone(ctx))
    moment = moments.moment_from(settings.when, now)
    if moment is None:
        said = "When: write it like “tomorrow at 9am” or “every Monday at 10:00”."
        raise Invalid("cannot_parse", said)
    if moment.when <= now:
        raise Invalid("time_in_past", "When: that time has passed.")
    due = to_microseconds(moment.when)
    return Moment(due, moment.recurrence or settings.repeats)


def _about_what_there_is(ctx: Context, settings: S, *, is_trigger: bool = False) -> S:
    """Settings whose channels and people the caller knows; emoji go by their own names in them."""
    emoji = {}
    for name, described in type(settings).model_fields.items():
        asked = next((each for each in described.metadata if isinstance(each, Asked)), None)
        value = getattr(settings, name)
        named = value if isinstance(value, list) else [value]
        for each in named:
            if asked is None or not isinstance(each, str) or automation.is_variable(each):
                continue
            if not each and not described.is_required():
                continue
            if asked.widget == "channel":
                _require_channel(ctx, each, is_trigger=is_trigger)
            elif asked.widget in ("person", "people"):
                _require_person(ctx, each)
            elif asked.offers is not None:
                _require_offered(ctx, described.title or name, asked, each)
            elif asked.widget == "emoji":
                emoji[name] = _emoji_called(ctx, each)
    return settings.model_copy(update=emoji)


def _require_offered(ctx: Context, title: str, asked: Asked, value: str) -> None:
    """See to it that a setting is one of those that its app offers."""
    offered = dict(asked.offers(ctx)) if asked.offers else {}
    if value not in offered:
        known = ", ".join(each for each in offered if each) or "nothing"
        raise Invalid("invalid_settings", f"{title}: {value or 'nothing'} is not among {known}.")


def _emoji_called(ctx: Context, typed: str) -> str:
    """The name of an emoji, everybody's or the workspace's own."""
    name = own_emoji.canonical(ctx, typed.strip().strip(":"))
    if name is None:
        raise Invalid("invalid_settings", f"Emoji: there is no emoji called {typed!r}.")
    return name


def _require_channel(ctx: Context, channel_id: str, *, is_trigger: bool) -> None:
    try:
        channel = channels.known(ctx, channel_id)
    except NotFound:
        raise Invalid("channel_not_found", "There is no such channel.") from None
    if channel.kind not in CHANNELS and is_trigger:
        raise Invalid("channel_not_found", "There is no such channel.")
    if channel.is_archived:
        raise Invalid("is_archived", f"#{channel.name} is archived.")


def _require_person(ctx: Context, person_id: str) -> None:
    try:
        person = users.known(ctx, person_id)
    except NotFound:
        raise Invalid("user_not_found", "There is no such person.") from None
    if person.is_deactivated:
        raise Invalid("user_disabled", f"The account of {person.name} is deactivated.")
