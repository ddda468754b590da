"""What each app tells the gates about itself, in ``tests/gates/apps/<app>.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import func, select
from tests.gates.agent import Agent, Facts
from tests.kit import COLLEAGUE, PERSONA

from workworld import loading
from workworld.context import Surface
from workworld.directory.models import Person
from workworld.journal import JournalEntry
from workworld.manifest import App
from workworld.worlds import World

Members = Mapping[str, Mapping[str, Sequence[str]]]
"""Names of members of JSON, by table and column."""


@dataclass(frozen=True)
class Hidden:
    """Something that a person may not see, and its like that does not exist.

    Args:
        facts: arguments that lead to it, by the operations' names and those of routes.
        id: the one value among them that names it.
        missing: as long as ``id``, and the name of nothing.
        words: texts of it that this person may not read anywhere.
    """

    facts: Facts
    id: str
    missing: str
    words: Sequence[str]

    @property
    def nothing(self) -> dict[str, Any]:
        """The facts of what does not exist."""
        return {k: self.missing if v == self.id else v for k, v in self.facts.items()}


@dataclass(frozen=True)
class Thing:
    """Something that some people see and others do not.

    Args:
        name: what it is, for people.
        facts: arguments that lead to it, by the operations' names.
        id: the one value among them that names it.
        missing: as long as ``id``, and the name of nothing.
        link: the app whose page shows it, and where below that app's root.
        query: words that only it has.
        mark: stands in every answer of the APIs that shows it.
        seers: the ids of all who see it, from the rows and not by the product's rules.
        searched: at which doors a search finds it.
        has_card: whether an address of it is unfurled.
        app_id: the one app that is asked by these names; empty for all, whose names mean the same.
        absent: other facts that lead to it by themselves, each with the name of nothing that is
            as long.
        fewer: endpoints and tools, by how their places begin, at which not all its seers are told
            of it, and the ids of those who are; from the rows as well. All others, its seers too,
            must be told no more there than of nothing.
    """

    name: str
    facts: Facts
    id: str
    missing: str
    link: tuple[str, str]
    query: str
    mark: str
    seers: frozenset[str]
    searched: frozenset[Surface] = frozenset()
    has_card: bool = True
    app_id: str = ""
    absent: Facts = field(default_factory=dict)
    fewer: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def nothing(self) -> dict[str, Any]:
        """The facts of what does not exist."""
        found = {k: self.missing if v == self.id else v for k, v in self.facts.items()}
        return found | dict(self.absent)

    @property
    def names(self) -> Mapping[str, str]:
        """What it is called where it is asked for, and what nothing is called in its stead."""
        further = {str(self.facts[name]): str(absent) for name, absent in self.absent.items()}
        return {self.id: self.missing} | further

    def seers_at(self, place: str) -> frozenset[str]:
        """The ids of all who are told of it by an endpoint or a tool."""
        there = [name for name in self.fewer if place.startswith(name)]
        return self.fewer[max(there, key=len)] if there else self.seers


@dataclass(frozen=True)
class To:
    """Press Tab until the control of this role and name has the focus."""

    role: str
    name: str


@dataclass(frozen=True)
class Keys:
    """Press keys, such as ``Enter``; or type, when a text is given."""

    press: str = ""
    text: str = ""


@dataclass(frozen=True)
class See:
    """This text is on the page, or no longer."""

    text: str
    gone: bool = False


@dataclass(frozen=True)
class Flow:
    """Something that people do, with the keyboard alone.

    Args:
        name: what it is.
        start: the address where it begins, below the app's root.
        moves: one after the other.
        handle: who does it.
        before: what others have done by then.
    """

    name: str
    start: str
    moves: Sequence[To | Keys | See]
    handle: str = PERSONA
    before: Callable[[World], None] = lambda _world: None


@dataclass(frozen=True)
class Live:
    """Something that one person does and another one, with the same page open, sees at once.

    Args:
        name: what it is.
        page: the address that both have open, below the app's root.
        typing: a field in which the other one is writing, which must not be lost.
        moves: what the one does.
        told: the text that the other one then reads.
        handle: who does it.
        watcher: the other one.
    """

    name: str
    page: Callable[[World], str]
    typing: To
    moves: Sequence[To | Keys | See]
    told: str
    handle: str = PERSONA
    watcher: str = COLLEAGUE


def as_json(method: str, _path: str, arguments: Facts) -> Mapping[str, Any]:
    """How requests of most APIs say their arguments: in the query, or in a body of JSON."""
    return {"params" if method in ("GET", "DELETE") else "json": arguments}


@dataclass(frozen=True)
class Facets:
    """What the gates must know of an app.

    Args:
        shown: arguments that lead to something that a person may see and change, by the
            operations' names and those of routes.
        hidden: what the person may not see.
        things: what there is to be seen, or put there for the sake of it.
        free_text: the columns that people fill with what they like, by table.
        free_json: members of JSON that people fill with what they like, by table and column; an
            empty name for texts that stand in no member, ``*`` for all members, and
            ``blocks/name`` for those that are so called in another member alone.
        fixed_json: members of JSON whose texts come from lists of the app or are read by it, the
            same way.
        fixed: columns whose texts come from lists of the app or are read by it, by table.
        screens: the addresses of each page, below the app's root, by the rule of its route;
            none for a route that only leads on.
        parts: over how many tests the addresses of a route are spread that has many, by its rule.
        faults: what an admin's browser finds wrong with the screens of a route until it is
            mended, by its rule; whoever mends it takes the line away.
        exhibits: the rules of pages whose controls are there to be looked at.
        flows: what people do most, by keys alone.
        live: what others see without loading a page anew.
        prepare: makes a world in which the person has something of each kind.
        overseen: the paths of endpoints, names of tools and rules of pages, or how they begin, by
            which admins learn that there is what is hidden from them elsewhere, not what it holds.
        in_paths: what stands in endpoints' paths that is no argument, such as the API's version.
        asked: method, path of an endpoint and its arguments → how a request says those that the
            path does not, as arguments of the HTTP client.
        blind: operations by which people ask for what they do not see; they answer the same of
            what does not exist.
        roles: what those are called whose pages of the app differ by rights that it alone knows,
            and one of each by their handle.
    """

    shown: Callable[[World, str], Facts]
    hidden: Callable[[World, str], Sequence[Hidden]]
    free_text: Mapping[str, Sequence[str]]
    screens: Callable[[World, str], Mapping[str, Sequence[str]]]
    things: Callable[[World], Sequence[Thing]] = lambda _world: ()
    fixed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    free_json: Members = field(default_factory=dict)
    fixed_json: Members = field(default_factory=dict)
    exhibits: Sequence[str] = ()
    flows: Sequence[Flow] = ()
    live: Sequence[Live] = ()
    parts: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    prepare: Callable[[World, str], None] = lambda _world, _person_id: None
    overseen: tuple[str, ...] = ()
    in_paths: Mapping[str, str] = field(default_factory=dict)
    asked: Callable[[str, str, Facts], Mapping[str, Any]] = as_json
    blind: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)


@cache
def facets_of(app_id: str) -> Facets:
    """The facets of an app, or of the world's own pages, which are called ``home``."""
    found: Facets = import_module(f"tests.gates.apps.{app_id}").FACETS
    return found


_SHOWN: WeakKeyDictionary[Agent, dict[str, tuple[int | None, Facts]]] = WeakKeyDictionary()
"""What was shown, by app, after which step that changed something."""


def shown_to(agent: Agent, app_id: str) -> Facts:
    """What an app's facets show somebody, looked for anew once a step changed something."""
    last = select(func.max(JournalEntry.step)).where(JournalEntry.outcome == "ok")
    with agent.world.reading() as session:
        step = session.scalar(last)
    known = _SHOWN.setdefault(agent, {})
    if app_id not in known or known[app_id][0] != step:
        known[app_id] = step, facets_of(app_id).shown(agent.world, agent.person_id)
    return known[app_id][1]


def faceted_apps() -> list[App]:
    """Every app; each must have facets."""
    return [app for app in loading.apps() if facets_of(app.id) is not None]


def is_for_overseers(place: str) -> bool:
    """Whether it is by a right of its own that one is told something at a place."""
    return any(name in place for app in loading.apps() for name in facets_of(app.id).overseen)


def overseen(agent: Agent, place: str) -> bool:
    """Whether an admin learns there that hidden things are there, though not what they hold."""
    with agent.world.reading() as session:
        is_admin = session.get_one(Person, agent.person_id).is_admin
    return is_admin and is_for_overseers(place)
