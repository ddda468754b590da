"""What apps tell of a person beside the directory's own facts, on the page of that person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workworld.context import Context
from workworld.directory.models import Person


@dataclass(frozen=True, slots=True)
class Line:
    """A thing of an app's that has to do with the person.

    Args:
        text: what it is called.
        url: its address below the app's root.
        note: what else there is to say.
        icon: of the suite's icons.
    """

    text: str
    url: str
    note: str
    icon: str


@dataclass(frozen=True, slots=True)
class Part:
    """Some things under one heading."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Panel:
    """What an app tells.

    Args:
        app: its id.
        title: what it is called.
        facts: names and values.
        parts: things that the reader may see.
    """

    app: str
    title: str
    facts: Sequence[tuple[str, str]]
    parts: Sequence[Part]


Tell = Callable[[Context, Person], Panel | None]
_TELLING: dict[str, Tell] = {}


def tells(app_id: str) -> Callable[[Tell], Tell]:
    """Declare what an app tells of people; nothing where it answers None.

    Args:
        app_id: the app's.
    """

    def declare(function: Tell) -> Tell:
        _TELLING[app_id] = function
        return function

    return declare


def of(ctx: Context, person: Person) -> Sequence[Panel]:
    """What apps tell the reader of a person, in the order of their ids."""
    found = [_TELLING[app_id](ctx, person) for app_id in sorted(_TELLING)]
    return [each for each in found if each is not None]
