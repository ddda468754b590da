"""What a formula may name: the sheets of its workbook with their sizes, named ranges, tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from workworld.apps.sheets.engine.table_names import TableFrame

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
    """The sheets, named ranges and tables of a workbook.

    Args:
        frames: the sheets, in their order.
        names: what named ranges and tables stand for, as references with a sheet's title, by name
            in small letters.
        tables: the tables, by what formulas call them.
    """

    frames: tuple[Frame, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, TableFrame] = field(default_factory=dict)
    _by_title: Mapping[str, Frame] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_title = {each.title.casefold(): each for each in self.frames}
        object.__setattr__(self, "_by_title", MappingProxyType(by_title))

    @classmethod
    def of(
        cls,
        frames: Iterable[Frame],
        names: Mapping[str, str] = _NO_NAMES,
        tables: Iterable[TableFrame] = (),
    ) -> Book:
        """A workbook of these sheets, names and tables; a name counts before a table."""
        called = {each.called: each for each in tables}
        stand_for = {name: each.data for name, each in called.items()}
        stand_for |= {name.casefold(): text for name, text in names.items()}
        return cls(tuple(frames), stand_for, called)

    def frame(self, title: str) -> Frame | None:
        """The sheet of a title, regardless of case; None if there is none."""
        return self._by_title.get(title.casefold())

    def name(self, name: str, row: int | None = None) -> str | None:
        """What a name stands for; None if it is none.

        Args:
            name: of a named range or a table, or a part of one, such as ``Deals[Amount]``.
            row: the row that the formula stands in, from zero; None where it stands in none.
        """
        small = name.casefold()
        called, bracket, rest = small.partition("[")
        if not bracket:
            return self.names.get(small)
        table = self.tables.get(called)
        return None if table is None else table.part(bracket + rest, row)
