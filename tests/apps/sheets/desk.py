"""People at the operations of spreadsheets, as doors perform them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from workworld.apps.sheets.service import batches, values, workbooks
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.worlds import World

ME = "aruiz"
OTHER = "mchen"


@dataclass(frozen=True)
class Desk:
    """What somebody asks of spreadsheets."""

    world: World
    people: Mapping[str, str]

    def do(self, function: Callable[..., Any], *, by: str = ME, **arguments: Any) -> Any:
        """Perform an operation."""
        return perform(self.world, Actor(self.people[by]), function, **arguments)

    def refused(self, function: Callable[..., Any], *, by: str = ME, **arguments: Any) -> Refused:
        """The refusal of an operation, which must have changed nothing."""
        before = self.world.diff()
        with pytest.raises(Refused) as caught:
            self.do(function, by=by, **arguments)
        assert self.world.diff() == before
        return caught.value

    def create(self, rows: Sequence[Sequence[Any]] = (), title: str = "Book", **given: Any) -> str:
        """Create a workbook with some typed cells on its first sheet: its id."""
        workbook_id = str(self.do(workbooks.create, title=title, **given).id)
        if rows:
            self.type(workbook_id, "A1", rows)
        return workbook_id

    def type(
        self, workbook_id: str, range_: str, rows: Sequence[Sequence[Any]], *, by: str = ME
    ) -> Any:
        """Type values into cells."""
        return self.do(
            values.update,
            by=by,
            workbook_id=workbook_id,
            range=range_,
            values=rows,
            value_input_option="USER_ENTERED",
        )

    def edit(self, workbook_id: str, *requests: Mapping[str, Any], by: str = ME) -> Any:
        """Edit a workbook by requests."""
        return self.do(batches.update, by=by, workbook_id=workbook_id, requests=requests)

    def read(self, workbook_id: str, range_: str, render: str = "FORMATTED_VALUE") -> Any:
        """The values of a range, trailing blanks left out."""
        found = self.do(
            values.get, workbook_id=workbook_id, range=range_, value_render_option=render
        )
        return found.values
