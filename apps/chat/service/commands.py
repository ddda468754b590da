"""Slash commands: operations that are written into the composer, as ``/topic Launch on Friday``.

A command only reads what was written and says which operation that is; the page then performs it as
the writer, so that it is one step like any other. Other apps add theirs with ``@command``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

_WRITTEN = re.compile(r"/(?P<name>[a-z][a-z0-9_-]{0,31})(?:\s+(?P<words>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command was written."""

    channel: Channel
    thread_ts: str | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """What a command comes to.

    Args:
        function: the operation to perform, if there is one.
        arguments: the operation's. A ``text`` is as typed.
        after: mrkdwn that goes behind that text.
        said: what the writer alone is told when it is done.
        url: where to go then, below the app's root; or what says so of the operation's result.
        suite_url: the same, below the root of all apps.
    """

    function: Callable[..., Any] | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    after: str = ""
    said: str = ""
    url: str | Callable[[Any], str] = ""
    suite_url: str = ""


Reading = Callable[[Context, Place, str], Deed]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, what may follow, what it does, and how it is read."""

    name: str
    usage: str
    says: str
    read: Reading


Source = Callable[[Context, Channel], Iterable[Command]]
_commands: dict[str, Command] = {}
_sources: list[Source] = []


def command(name: str, *, usage: str = "", says: str) -> Callable[[Reading], Reading]:
    """Declare a command.

    Args:
        name: without the slash.
        usage: what may follow it, as ``@person in 20 minutes``.
        says: what it does, in a few words.

    Raises:
        TypeError: there is one of this name.
    """

    def declare(read: Reading) -> Reading:
        if name in _commands:
            raise TypeError(f"two commands are called /{name}")
        _commands[name] = Command(name, usage, says, read)
        return read

    return declare


def offers_commands(source: Source) -> Source:
    """Declare a function that knows further commands, such as those of installed apps."""
    _sources.append(source)
    return source


def known(ctx: Context, channel: Channel) -> list[Command]:
    """The commands that there are in a channel, by name."""
    more = (each for source in _sources for each in source(ctx, channel))
    found = {each.name: each for each in more} | _commands
    return [found[name] for name in sorted(found)]


def is_command(text: str) -> bool:
    """Whether a text is meant as a command: ``/usr/bin`` is not, nor what begins with a space."""
    return _WRITTEN.fullmatch(text.rstrip()) is not None


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def read(
    ctx: Context,
    *,
    channel_id: ChannelId,
    text: Annotated[str, Field(description="The command and what follows it.")],
    thread_ts: Annotated[Ts | None, Field(description="In which thread it was written.")] = None,
) -> Deed:
    """Read a command: nothing is done yet.

    Raises:
        Invalid: ``unknown_command``, or whatever the command says is missing.
    """
    channel = channels.known(ctx, channel_id)
    match = _WRITTEN.fullmatch(text)
    name = match["name"] if match else text
    found = {each.name: each for each in known(ctx, channel)}.get(name)
    if match is None or found is None:
        said = f"There is no command /{name.lstrip('/')}. Begin with a space to send it as it is."
        raise Invalid("unknown_command", said)
    return found.read(ctx, Place(channel, thread_ts), (match["words"] or "").strip())


def wrong(name: str, said: str) -> Invalid:
    """The refusal of a command that lacks something, with how it goes.

    Args:
        name: the command's.
        said: what is missing.
    """
    return Invalid("invalid_command", f"{said} Write: /{name} {_commands[name].usage}")
