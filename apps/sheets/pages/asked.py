"""What is asked of a dialog over a workbook, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from workworld.apps.sheets.engine.addresses import Reference, parse
from workworld.apps.sheets.models import Sheet, Workbook
from workworld.apps.sheets.pages.blueprint import workbook_url
from workworld.apps.sheets.service import resources
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.refusals import no_sheet, unparsable
from workworld.context import Context

Request = Mapping[str, Any]


Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a workbook a dialog was opened."""

    workbook_id: str
    gid: int
    """The vendor's id of the sheet."""
    range: str
    """The selection in A1 notation, several with commas."""
    active: str
    """The active cell."""
    lens: str = ""
    """The filter that the reader looks through: see ``service.lenses``."""

    @property
    def first(self) -> str:
        """The first of the selected ranges."""
        return self.range.split(",")[0].strip()

    @property
    def url(self) -> str:
        """The editor's address."""
        through = {"fvid": self.lens} if self.lens else {}
        return workbook_url(self.workbook_id, gid=self.gid, **through)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a dialog is asked for, while the workbook is read."""

    ctx: Context
    workbook: Workbook
    place: Place
    form: Form

    @property
    def grids(self) -> list[Grid]:
        """The workbook's sheets in their order."""
        return grids_of(self.ctx.session, self.workbook.id)

    @property
    def grid(self) -> Grid:
        """The sheet at hand.

        Raises:
            Invalid: it is not there.
        """
        found = next((each for each in self.grids if each.sheet.sheet_id == self.place.gid), None)
        if found is None:
            raise no_sheet(self.place.gid)
        return found

    def range(self, name: str = "range") -> dict[str, Any]:
        """The ``GridRange`` of a field that names cells, perhaps of another sheet.

        Raises:
            Invalid: it cannot be read, or there is no such sheet.
        """
        return self.range_of(self.form.get(name, "").strip() or self.place.first)

    def ranges(self, name: str = "range") -> list[dict[str, Any]]:
        """The same for several, with commas between them."""
        text = self.form.get(name, "").strip() or self.place.range
        return [self.range_of(each.strip()) for each in text.split(",") if each.strip()]

    def range_of(self, text: str) -> dict[str, Any]:
        """The ``GridRange`` of a text."""
        reference = parse(text)
        if reference is None:
            raise unparsable(text)
        sheet = self._sheet(reference, text)
        return resources.grid_range(sheet, _bare(reference))

    def _sheet(self, reference: Reference, text: str) -> Sheet:
        if reference.sheet is None:
            return self.grid.sheet
        for grid in self.grids:
            if grid.sheet.title.casefold() == reference.sheet.casefold():
                return grid.sheet
        raise unparsable(text)


def _bare(reference: Reference) -> str:
    return str(reference._replace(sheet=None))


@dataclass(frozen=True, slots=True)
class Sent:
    """What comes of a form.

    Args:
        requests: the vendor's.
        say: the replies → what the person is told.
        stays: whether the dialog stays, to be gone on with.
        keeps: whether it keeps what was typed.
        lens: the replies → the filter that the person looks through from now on.
    """

    requests: Sequence[Request]
    say: Callable[[Sequence[Mapping[str, Any]]], str] | None = None
    stays: bool = False
    keeps: bool = False
    lens: Callable[[Sequence[Mapping[str, Any]]], str] | None = None


@dataclass(frozen=True, slots=True)
class Did:
    """What came of a form that does something else than edit cells.

    Args:
        said: what the person is told.
        stays: whether the dialog stays.
        url: where one is taken then.
        revision: the workbook's, if it was edited.
        lens: the filter that the person looks through from now on; None for the one before.
    """

    said: str = ""
    stays: bool = False
    url: str = ""
    revision: int | None = None
    lens: str | None = None
