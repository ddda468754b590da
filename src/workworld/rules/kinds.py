"""What rules begin with and do: kinds that apps declare, on the vocabulary of ``automation``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from workworld.automation import Settings
from workworld.context import Context, Event
from workworld.rules.work import Done, Work

S = TypeVar("S", bound=Settings)


class Family(StrEnum):
    """What a part of a rule is."""

    CONDITION = "condition"
    """Goes on only if it is met."""
    ACTION = "action"
    BRANCH = "branch"
    """Performs parts for each of several things."""
    IF = "if"
    """Performs parts if conditions are met, and others otherwise."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Something that begins a run.

    Args:
        scope_id: where it happened; a rule that holds elsewhere does not mind.
        thing: what it is about, such as an issue's id.
        facts: what parts may name.
    """

    scope_id: str
    thing: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


Check = Callable[[Context, str, Any], None]
"""Sees to it that settings make sense where a rule holds; raises ``Invalid`` if not."""


@dataclass(frozen=True, slots=True)
class TriggerKind:
    """What a rule can begin with."""

    app_id: str
    kind: str
    title: str
    icon: str
    says: str
    settings: type[Settings]
    events: Sequence[str]
    """Kinds of events that may begin it."""
    begins: Callable[[Context, Event, Any], Begun | None] | None
    """Whether such an event does."""
    cron: Callable[[Any], str] | None
    """When it comes by the clock."""
    things: Callable[[Work, Any], Sequence[str]] | None
    """What it is about then; one run for each."""
    check: Check | None
    has_thing: bool
    """Whether it is about something."""


@dataclass(frozen=True, slots=True)
class PartKind:
    """What a rule can consist of."""

    app_id: str
    """Whose it is; empty for every app's."""
    kind: str
    family: Family
    title: str
    icon: str
    says: str
    settings: type[Settings]
    perform: Callable[[Work, Any], Any]
    check: Check | None
    needs_thing: bool
    """Whether it can only be about something."""


@dataclass(frozen=True, slots=True)
class Named:
    """What something that rules are about is called, and its path in its app."""

    name: str
    path: str


_triggers: dict[tuple[str, str], TriggerKind] = {}
_hearers: list[Callable[[TriggerKind], None]] = []
_names: dict[str, Callable[[Context, str], Named | None]] = {}
_parts: dict[tuple[str, str], PartKind] = {}


def trigger(
    app_id: str,
    kind: str,
    *,
    title: str,
    icon: str,
    says: str,
    events: Sequence[str] = (),
    begins: Callable[[Context, Event, Any], Begun | None] | None = None,
    cron: Callable[[Any], str] | None = None,
    things: Callable[[Work, Any], Sequence[str]] | None = None,
    check: Check | None = None,
    has_thing: bool = True,
) -> Callable[[type[S]], type[S]]:
    """Declare what an app's rules can begin with: the model of its settings.

    Args:
        app_id: whose things it is about.
        kind: its name in rows.
        title: what people call it.
        icon: of the suite's icons.
        says: when it begins, in one sentence.
        events: kinds of events that may begin it.
        begins: context, event and settings → what begins, or None.
        cron: settings → when it comes by the clock.
        things: what it is about then.
        check: sees to it that settings make sense.
        has_thing: whether it is about something.

    Raises:
        TypeError: there is one of this kind.
    """

    def declare(settings: type[S]) -> type[S]:
        if (app_id, kind) in _triggers:
            raise TypeError(f"two triggers of {app_id} are called {kind}")
        found = TriggerKind(
            app_id, kind, title, icon, says, settings, tuple(events), begins, cron, things, check,
            has_thing,
        )  # fmt: skip
        _triggers[app_id, kind] = found
        for hearer in _hearers:
            hearer(found)
        return settings

    return declare


def part(
    app_id: str,
    kind: str,
    family: Family,
    settings: type[S],
    *,
    title: str,
    icon: str,
    says: str,
    check: Check | None = None,
    needs_thing: bool = True,
) -> Callable[[Callable[[Work, S], Any]], Callable[[Work, S], Any]]:
    """Declare what an app's rules can consist of: the function that performs it.

    A condition answers whether it is met, an action what it has done (``Done``), a branch for which
    things the parts in it are performed. Each raises a refusal if it cannot be done; nothing that
    it did stays then.

    Args:
        app_id: whose things it is about; empty for every app's.
        kind: its name in rows.
        family: what it is.
        settings: the model of its settings.
        title: what people call it.
        icon: of the suite's icons.
        says: what it does, in one sentence.
        check: sees to it that settings make sense.
        needs_thing: whether it can only be about something.

    Raises:
        TypeError: there is one of this kind.
    """

    def declare(perform: Callable[[Work, S], Any]) -> Callable[[Work, S], Any]:
        if (app_id, kind) in _parts:
            raise TypeError(f"two parts of rules of {app_id} are called {kind}")
        _parts[app_id, kind] = PartKind(
            app_id, kind, family, title, icon, says, settings, perform, check, needs_thing
        )
        return perform

    return declare


def triggers(app_id: str) -> Mapping[str, TriggerKind]:
    """What an app's rules can begin with, by kind."""
    return {kind: found for (app, kind), found in _triggers.items() if app == app_id}


def parts(app_id: str) -> Mapping[str, PartKind]:
    """What an app's rules can consist of, by kind."""
    return {kind: found for (app, kind), found in _parts.items() if app in ("", app_id)}


def each_trigger(hearer: Callable[[TriggerKind], None]) -> Callable[[TriggerKind], None]:
    """Let a function know of every trigger, those to be declared among them."""
    _hearers.append(hearer)
    for found in _triggers.values():
        hearer(found)
    return hearer


def calls(
    app_id: str,
) -> Callable[[Callable[[Context, str], Named | None]], Callable[[Context, str], Named | None]]:
    """Declare what the things of an app's rules are called: None for who does not see them."""

    def declare(
        named: Callable[[Context, str], Named | None],
    ) -> Callable[[Context, str], Named | None]:
        _names[app_id] = named
        return named

    return declare


def named(app_id: str, ctx: Context, thing: str) -> Named | None:
    """What something that rules are about is called, if the caller sees it."""
    return _names[app_id](ctx, thing) if thing else None


class IfSettings(Settings):
    """Nothing is settled: what must be met stands below it."""


@part(
    "",
    "if",
    Family.IF,
    IfSettings,
    title="If … else",
    icon="arrow-right-left",
    says="Performs what stands in it if its conditions are met, and other parts otherwise.",
    needs_thing=False,
)
def _if(_work: Work, _settings: IfSettings) -> Done:
    raise AssertionError("the engine sees to what stands in it")
