"""What an operation is handed: who acts, in which world, and the world's own clock and ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from workworld.clock import Clock
from workworld.ids import Ids

R = TypeVar("R")

ALL_SCOPES = frozenset({"*"})


class Surface(StrEnum):
    """The door through which a request came."""

    UI = "ui"
    REST = "rest"
    MCP = "mcp"
    SYSTEM = "system"
    SEED = "seed"


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever performs an operation: a person, and what their credential allows."""

    person_id: str
    scopes: frozenset[str] = ALL_SCOPES

    def may(self, scope: str | None) -> bool:
        """Whether the credential carries the scope; every one does for None."""
        return scope is None or "*" in self.scopes or scope in self.scopes


@dataclass(frozen=True, slots=True)
class Request:
    """A request in its door's own words, as the journal keeps it."""

    surface: Surface
    name: str
    """Endpoint, tool or page: ``POST /api/chat.postMessage``, ``slack_send_message``."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    address_of: Callable[[str], str] | None = field(default=None, compare=False)
    """The root of an app, or of what lies beside the apps, as the caller reaches it, without a
    slash at the end; None without a door."""
    struck: set[int] = field(default_factory=set, compare=False)
    """The faults that have struck it already: each strikes a page once, which asks for many
    things."""
    sign: Callable[[str], str] | None = field(default=None, compare=False)
    """Signs what an address must carry that works without a credential; None without a door."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that came to pass, for others to act upon."""

    kind: str
    """``<app>.<what happened>``, such as ``chat.message_posted``."""
    actor_id: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Context:
    """Passed first to every operation."""

    session: Session
    actor: Actor
    request: Request
    clock: Clock
    ids: Ids
    events: list[Event] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    memory: dict[Any, Any] | None = None
    """What was looked up already, so that a page may ask a hundred times who may do what; None
    where rows may change in between."""
    steady: frozenset[str] | None = None
    """The kinds of what is kept in memory though other rows change; None for all."""

    def remembering(self, *kinds: str) -> Context:
        """The same context, that looks some things up but once while it changes others.

        Args:
            kinds: the keys of what does not change, or the first parts of such keys.
        """
        return replace(self, memory={}, steady=frozenset(kinds))

    def remembered(self, key: Any, look_up: Callable[[], R]) -> R:
        """What ``look_up`` finds, once for each key."""
        kind = key[0] if isinstance(key, tuple) else key
        if self.memory is None or (self.steady is not None and kind not in self.steady):
            return look_up()
        if key not in self.memory:
            self.memory[key] = look_up()
        found: R = self.memory[key]
        return found

    def emit(self, kind: str, **facts: Any) -> None:
        """Let others know what came to pass. They act after the operation, if it is not refused.

        Args:
            kind: ``<app>.<what happened>``.
            facts: JSON values that say what it was.
        """
        self.events.append(Event(kind, self.actor.person_id, facts))

    def touch(self, *topics: str) -> None:
        """Let pages that show something know that it is not as it was.

        Args:
            topics: what they show, ``<app>.<noun>:<id>``, such as ``chat.channel:C0A1B2C3D4``.
        """
        self.topics.extend(topic for topic in topics if topic not in self.topics)
