"""The rows of the control API's table: what it understands, and how that is described."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from workworld.host.control.fields import LARGEST

if TYPE_CHECKING:  # the desk's own module needs these
    from workworld.host.control.desk import Asked, Desk
    from workworld.identity import Authority

Handler = Callable[["Desk", "Asked"], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a request may give by name.

    Args:
        name: its name.
        schema: its JSON schema.
        text: what it is for.
        required: whether a request without it is refused.
    """

    name: str
    schema: Mapping[str, Any]
    text: str
    required: bool = False


def text(name: str, said: str, *, required: bool = False) -> Field:
    """A text."""
    return Field(name, {"type": "string"}, said, required)


def texts(name: str, said: str) -> Field:
    """A list of texts."""
    return Field(name, {"type": "array", "items": {"type": "string"}}, said)


def word(name: str, said: str, known: Collection[str], *, required: bool = False) -> Field:
    """One of some words."""
    return Field(name, {"type": "string", "enum": [str(each) for each in known]}, said, required)


def flag(name: str, said: str, *, default: bool) -> Field:
    """True or false."""
    return Field(name, {"type": "boolean", "default": default}, said)


def whole(
    name: str,
    said: str,
    least: int = -LARGEST,
    most: int = LARGEST,
    *,
    required: bool = False,
) -> Field:
    """A whole number."""
    bounds = {"minimum": least, "maximum": most}
    return Field(name, {"type": "integer", **bounds}, said, required)


def number(name: str, said: str, least: float, most: float) -> Field:
    """A number."""
    return Field(name, {"type": "number", "minimum": least, "maximum": most}, said)


def anything(name: str, said: str) -> Field:
    """Any JSON value."""
    return Field(name, {}, said)


@dataclass(frozen=True, slots=True)
class Row:
    """One request that the control API understands."""

    method: str
    path: str
    handler: Handler
    """Runs in a thread, since worlds wait for disks and locks."""
    said: str
    """What it does, in one sentence."""
    fields: tuple[Field, ...] = ()
    """Of the body of a POST, of the query of any other."""
    status: int = 200
    answer: tuple[str, ...] = field(default=())
    """The names that every answer has."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the fields are called."""
        return tuple(each.name for each in self.fields)


class Office(Protocol):
    """Who answers the control API: this process's own desk, or the fleet of workers."""

    @property
    def authority(self) -> Authority:
        """Issues and honours credentials."""
        ...

    def answer(self, row: Row, asked: Asked) -> dict[str, Any]:
        """Do what a request asks for; a ``Refusal`` says why not."""
        ...

    def checks(self) -> dict[str, str]:
        """What there is to say of each thing that it needs: ``ok``, or what is wrong."""
        ...
