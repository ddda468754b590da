"""What apps offer to do with a message, such as creating an issue from it: declared by them.

An action asks something first: its fields stand in a dialog. What was answered is read as an
operation, which the page then performs as the reader, so that it is one step like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.chat.models import Message
from workworld.apps.chat.service.commands import Deed
from workworld.context import Context
from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class Question:
    """A field of the dialog.

    Args:
        name: by which its answer is read.
        label: what it is called.
        value: what it holds at first; of a box ``1`` if it is ticked.
        kind: ``line``, ``choice`` or ``box``.
        choices: value and text, of a choice.
        hint: what else is worth knowing.
    """

    name: str
    label: str
    value: str = ""
    kind: str = "line"
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""


Asks = Callable[[Context, Message], Sequence[Question]]
Reads = Callable[[Context, Message, Mapping[str, str]], Deed]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done with a message."""

    name: str
    title: str
    icon: str
    button: str
    """What sends the dialog."""
    said: str
    """What the reader is told when it is done."""
    asks: Asks
    reads: Reads


_actions: dict[str, Action] = {}


def offer(action: Action) -> Action:
    """Declare an action.

    Raises:
        TypeError: there is one of this name.
    """
    if action.name in _actions:
        raise TypeError(f"two actions are called {action.name}")
    _actions[action.name] = action
    return action


def all_offered() -> list[Action]:
    """The actions that there are, by title."""
    return sorted(_actions.values(), key=lambda each: each.title)


def known(name: str) -> Action:
    """The action of a name.

    Raises:
        NotFound: ``action_not_found``.
    """
    if name not in _actions:
        raise NotFound("action_not_found", "There is no such action.")
    return _actions[name]
