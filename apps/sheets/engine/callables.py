"""Functions of ours, as the calculating library is told of them, and what they know around them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import formualizer

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.books import Book
from workworld.apps.sheets.engine.values import Display, Error

MOST_CASES, MOST_IN_ALL = 100_000, 500_000
"""How often one formula may call functions case by case, and all of a calculation together."""
TOO_MUCH = "The formula is too much work."
"""What is told where it would do so more often."""
_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Function:
    """A function that the library lacks, or that answers otherwise there.

    Args:
        name: as formulas call it.
        compute: takes its arguments as Python values, ranges as lists of rows.
        least: how many arguments it needs.
        most: how many it takes; None for any number.
        is_volatile: whether it is worked out with every calculation.
        knows: whether it is given its ``Surroundings`` before its arguments, which the numbers of
            arguments do not count.
    """

    name: str
    compute: Callable[..., Any]
    least: int = 0
    most: int | None = None
    is_volatile: bool = False
    knows: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A function whose values come from outside the workbook, such as records of other apps.

    Args:
        name: as formulas call it.
        fetch: takes its arguments, ranges as lists of rows; answers a value, rows, or an ``Error``.
        least: how many arguments it needs.
        most: how many it takes; None for any number.
    """

    name: str
    fetch: Callable[..., Any]
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a source answered, and when."""

    answer: Any
    at: datetime.datetime


@dataclass(slots=True)
class Surroundings:
    """What functions know besides their arguments, and what they leave behind.

    Args:
        now: the time that functions tell.
        seed: what random numbers of the workbook hang on.
        functions: all functions of ours, for those that calculate beside the workbook.
        formula: tells the formula of a cell, with its equals sign; None for other cells.
        book: the workbook's sheets and names.
    """

    now: datetime.datetime
    seed: int | str
    functions: Sequence[Function]
    formula: Callable[[Place], str | None]
    book: Book
    revision: int = 0
    """Counts the calculations: random numbers are drawn anew with each."""
    hidden: dict[int, Set[int]] = field(default_factory=dict)
    """Rows hidden by hand, by sheet."""
    filtered: dict[int, Set[int]] = field(default_factory=dict)
    """Rows that a filter hides, by sheet."""
    fetched: dict[tuple[str, str], Fetched] = field(default_factory=dict)
    """What sources answered, by name and arguments."""
    displays: dict[Place, Display] = field(default_factory=dict)
    """What cells show besides their values."""
    _recorded: dict[Place, Display] = field(default_factory=dict)
    """The same of formulas that are being worked out."""
    _settled: dict[Place, Display | None] = field(default_factory=dict)
    """The same of formulas worked out in this calculation; None for what shows its value alone."""
    blanks: set[Place] = field(default_factory=set)
    """Cells whose formulas come to the value of a blank cell, of which the library makes 0."""
    draws: dict[tuple[str, int], int] = field(default_factory=dict)
    """How many random numbers each call of a formula has drawn."""
    reasons: dict[str, str] = field(default_factory=dict)
    """Why functions of ours came to errors, the last ones of this calculation by their codes."""
    depth: int = 0
    """How many functions are calling functions now."""
    left: int = MOST_CASES
    left_in_all: int = MOST_IN_ALL
    """How many cases may still be worked out."""

    def begin(self) -> None:
        """Another calculation begins, in which the same is drawn again."""
        self.draws.clear()
        self.reasons.clear()
        self.depth, self.left, self.left_in_all = 0, MOST_CASES, MOST_IN_ALL

    def record(self, place: Place, display: Display) -> None:
        """A part of a cell's formula shows something besides its value."""
        self._recorded[place] = display

    def settle_display(self, place: Place) -> None:
        """A cell's formula is worked out: it shows what a part of it recorded."""
        self._settled[place] = self._recorded.pop(place, None)

    def note_blank(self, place: Place, *, is_blank: bool) -> None:
        """A cell's formula is worked out, and comes to nothing or to something."""
        if is_blank:
            self.blanks.add(place)
        else:
            self.blanks.discard(place)

    def settle(self, *, counts: bool = True) -> None:
        """A calculation is over.

        Args:
            counts: whether cells show now what was recorded; not so when a formula was only tried.
        """
        for place, display in self._settled.items() if counts else ():
            if display is None:
                self.displays.pop(place, None)
            else:
                self.displays[place] = display
        self._settled.clear()
        self._recorded.clear()

    def forget(self, place: Place) -> None:
        """Something else was put into a cell: what its formula left behind is gone."""
        self.displays.pop(place, None)
        self.blanks.discard(place)

    def renew(self) -> None:
        """Another formula may call as many functions as each may, and draws from the beginning."""
        self.draws.clear()
        self.left = MOST_CASES

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be worked out for a formula."""
        return self.left < 0 or self.left_in_all < 0

    def spend(self, cases: int) -> bool:
        """Take so many cases out of what may be worked out; whether there were as many left."""
        if not self.depth:
            self.left = MOST_CASES
        self.left -= cases
        self.left_in_all -= cases
        return self.left >= 0 and self.left_in_all >= 0

    def hidden_rows(self, sheet_id: int, *, by_hand: bool) -> Set[int]:
        """The rows of a sheet that a filter hides, and those hidden by hand if asked for."""
        filtered = self.filtered.get(sheet_id, _NOTHING)
        return filtered | self.hidden.get(sheet_id, _NOTHING) if by_hand else filtered


def register(library: formualizer.Workbook, function: Function, surroundings: Surroundings) -> None:
    """Make a function known to a library, in the place of its own if it has one."""
    library.register_function(
        function.name,
        _guarded(function, surroundings),
        min_args=function.least,
        max_args=function.most,
        volatile=function.is_volatile,
        allow_override_builtin=True,
    )


def _guarded(function: Function, surroundings: Surroundings) -> Callable[..., Any]:
    """A function whose errors come out as the library's."""
    compute = function.compute
    before = (surroundings,) if function.knows else ()

    def answer(*given: Any) -> Any:
        found = compute(*before, *given)
        if isinstance(found, list):
            return [[values.to_library(each) for each in row] for row in found]
        if isinstance(found, Error) and found.message:
            surroundings.reasons[found.code] = found.message
        return values.to_library(found)

    return answer


def fetching(source: Source) -> Function:
    """A source as a function: what it answered once is kept until it is asked to look again."""

    def compute(surroundings: Surroundings, *given: Any) -> Any:
        arguments = tuple(_of_library(each) for each in given)
        asked = source.name, repr(arguments)
        found = surroundings.fetched.get(asked)
        if found is None:
            found = Fetched(source.fetch(*arguments), surroundings.now)
            surroundings.fetched[asked] = found
        return found.answer

    return Function(source.name, compute, source.least, source.most, knows=True)


def _of_library(given: Any) -> Any:
    if isinstance(given, list):
        return [[values.of_any(each) for each in row] for row in given]
    return values.of_any(given)
