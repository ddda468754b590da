"""What apps offer to do with a thing of another app, such as creating an issue from a message.

An offer asks something first: its fields stand in a dialog. What was answered is read as an
operation, which the page then performs as the reader, so that it is one step like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from workworld.context import Context
from workworld.errors import NotFound

T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class Deed:
    """The operation that is performed, and its arguments."""

    function: Callable[..., Any]
    arguments: Mapping[str, Any]


def _always(_ctx: Context, _thing: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Offer(Generic[T]):
    """Something that can be done with a thing.

    Args:
        name: in addresses.
        title: in menus, and above the dialog.
        icon: of the suite's icons.
        button: what sends the dialog.
        said: what the reader is told when it is done.
        asks: what the dialog asks.
        reads: which operation that comes to.
        fits: whether it is offered to the reader, for this thing.
    """

    name: str
    title: str
    icon: str
    button: str
    said: str
    asks: Callable[[Context, T], Sequence[Question]]
    reads: Callable[[Context, T, Mapping[str, str]], Deed]
    fits: Callable[[Context, T], bool] = _always


class Offers(Generic[T]):
    """All that is offered for one kind of thing; whoever has pages of it keeps this."""

    def __init__(self) -> None:
        self._known: dict[str, Offer[T]] = {}

    def add(self, offer: Offer[T]) -> None:
        """Declare an offer.

        Raises:
            TypeError: there is one of this name.
        """
        if offer.name in self._known:
            raise TypeError(f"two offers are called {offer.name}")
        self._known[offer.name] = offer

    def all(self) -> list[Offer[T]]:
        """What is offered, by title."""
        return sorted(self._known.values(), key=lambda each: each.title)

    def fitting(self, ctx: Context, thing: T) -> list[Offer[T]]:
        """What is offered to the reader for one thing, by title."""
        return [each for each in self.all() if each.fits(ctx, thing)]

    def known(self, name: str) -> Offer[T]:
        """The offer of a name.

        Raises:
            NotFound: ``action_not_found``.
        """
        if name not in self._known:
            raise NotFound("action_not_found", "There is no such action.")
        return self._known[name]
