"""Requests on named ranges.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#addnamedrangerequest
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.formulas import renamed
from workworld.apps.sheets.engine.range_names import is_name
from workworld.apps.sheets.models import Name
from workworld.apps.sheets.service import following, resources
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.lying import range_text
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import NamedRange
from workworld.apps.sheets.service.requests.shapes import GridRange, Shape
from workworld.errors import Invalid


class AddNamedRange(Shape):
    """A new name."""

    named_range: NamedRange


class UpdateNamedRange(Shape):
    """A name, of which a mask names what changes."""

    named_range: NamedRange
    fields: str


class DeleteNamedRange(Shape):
    """A name that goes."""

    named_range_id: str


@request("addNamedRange", "Name range")
def add_named_range(edit: Editing, given: AddNamedRange) -> dict[str, Any]:
    """Give a range a name, by which formulas may call it."""
    wanted = given.named_range
    number = wanted.named_range_id or edit.ctx.ids.next_id("", 12).lower()
    if edit.ctx.session.get(Name, number) is not None:
        raise Invalid("invalid_request", f"A named range with id {number} already exists.")
    check(edit, wanted.name or "", "")
    name = Name(id=number, workbook_id=edit.workbook.id, name=wanted.name, sheet_id=0, range="")
    _place(edit, name, wanted.range or GridRange())
    edit.ctx.session.add(name)
    sheet = next(each.sheet for each in edit.grids if each.sheet.id == name.sheet_id)
    return {"namedRange": resources.named_range(name, sheet)}


@request("updateNamedRange", "Change named range")
def update_named_range(edit: Editing, given: UpdateNamedRange) -> None:
    """Rename a named range, in formulas as well, or let it stand for other cells."""
    mask, wanted = masks.parsed(given.fields), given.named_range
    name = known(edit, wanted.named_range_id or "")
    if masks.wants(mask, "name") and wanted.name != name.name:
        check(edit, wanted.name or "", name.id)
        old, new = name.name.casefold(), wanted.name or ""
        rewrite(edit, lambda text: new if text.casefold() == old else None)
        name.name = wanted.name or ""
    if masks.wants(mask, "range"):
        _place(edit, name, wanted.range or GridRange())


@request("deleteNamedRange", "Delete named range")
def delete_named_range(edit: Editing, given: DeleteNamedRange) -> None:
    """Take a name away; formulas that use it come to ``#NAME?``."""
    edit.ctx.session.delete(known(edit, given.named_range_id))


def known(edit: Editing, name_id: str) -> Name:
    """A named range of the workbook.

    Raises:
        Invalid: there is none.
    """
    found = edit.ctx.session.get(Name, name_id)
    if found is None or found.workbook_id != edit.workbook.id:
        raise Invalid("invalid_request", f"No named range with id: {name_id}")
    return found


def check(edit: Editing, name: str, own: str) -> None:
    """See to it that a range may be called so.

    Raises:
        Invalid: it is no name, or another range's.
    """
    if not is_name(name):
        said = (
            f"The name {name!r} is invalid: names consist of letters, digits, underscores and "
            "periods, begin with no digit, and are neither cells' addresses nor TRUE or FALSE."
        )
        raise Invalid("invalid_name", said)
    query = select(Name).where(Name.workbook_id == edit.workbook.id, Name.id != own)
    if any(each.name.casefold() == name.casefold() for each in edit.ctx.session.scalars(query)):
        said = f"A named range called {name} already exists."
        raise Invalid("duplicate_name", said)


def _place(edit: Editing, name: Name, given: GridRange) -> None:
    grid = edit.grid(given.sheet_id)
    name.sheet_id = grid.sheet.id
    name.range = range_text(grid, given, area_of(grid, given))


def rewrite(edit: Editing, put: Callable[[str], str | None]) -> None:
    """Let formulas call something by its new name.

    Args:
        edit: of the workbook.
        put: what is to stand in the place of a name; None leaves it.
    """
    following.rewrite_rules(
        edit.ctx.session, [each.sheet.id for each in edit.grids], lambda text: renamed(text, put)
    )
    for grid in edit.grids:
        fresh = {
            at: cell._replace(text=text)
            for at, cell in grid.cells().items()
            if cell.kind == "formula"
            and cell.text
            and (text := renamed(cell.text, put)) != cell.text
        }
        edit.put(grid, fresh)
