"""What a formula may name: the sheets of its workbook with their sizes, and named ranges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Frame:
    """A sheet as formulas see it."""

    id: int
    title: str
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Book:
    """The sheets and named ranges of a workbook.

    Args:
        frames: the sheets, in their order.
        names: what named ranges stand for, as references with a sheet's title, by name in small
            letters.
    """

    frames: tuple[Frame, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    _by_title: Mapping[str, Frame] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_title = {each.title.casefold(): each for each in self.frames}
        object.__setattr__(self, "_by_title", MappingProxyType(by_title))

    @classmethod
    def of(cls, frames: Iterable[Frame], names: Mapping[str, str] = _NO_NAMES) -> Book:
        """A workbook of these sheets and names."""
        return cls(tuple(frames), {name.casefold(): text for name, text in names.items()})

    def frame(self, title: str) -> Frame | None:
        """The sheet of a title, regardless of case; None if there is none."""
        return self._by_title.get(title.casefold())

    def name(self, name: str) -> str | None:
        """What a name stands for; None if it is none."""
        return self.names.get(name.casefold())
