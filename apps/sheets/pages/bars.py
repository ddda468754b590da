"""What the templates of menus and the toolbar call."""

from __future__ import annotations

from typing import Any, Protocol

from workworld.apps.sheets.pages import condition_fields, menus, toolbars
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.service import listings, workbooks
from workworld.context import Context
from workworld.doors.web import page

_FIRST = ("Black", "Gray", "Light gray", "White")


class Book(Protocol):
    """What they must know of a workbook."""

    @property
    def role(self) -> str:
        """What the reader may do with it."""
        ...


def _is_starred(workbook_id: str) -> bool:
    def present(ctx: Context, _found: object) -> bool:
        return workbook_id in listings.starred(ctx, [workbook_id])

    found: bool = page(workbooks.get, present, workbook_id=workbook_id)
    return found


def _may_copy(book: Book) -> bool:
    return bool(getattr(book, "may_copy", True))


def _colours() -> list[tuple[str, str]]:
    return [(code, name) for name, code in toolbars.NAMES.items()]


def _theme_colours() -> list[tuple[str, str]]:
    return [(code, name) for name, code in toolbars.THEMED.items()]


def _named_colours() -> list[tuple[str, str]]:
    """Those that lists offer: fewer than the palette, since each list is on the page."""
    few = [each for each in _colours()[10:] if not each[1].startswith("Soft")]
    first = ((toolbars.NAMES[name], name) for name in _FIRST)
    return [*first, *few, ("#b7e1cd", "Mint"), *_theme_colours()]


@BLUEPRINT.context_processor
def bars() -> dict[str, Any]:
    """The names that these templates find."""
    return {
        "menus_of": lambda book: menus.menus_for(book.role, may_copy=_may_copy(book)),
        "context_menus_of": lambda book: menus.context_menus_for(
            book.role, may_copy=_may_copy(book)
        ),
        "tools_of": lambda book: toolbars.tools_for(book.role, may_copy=_may_copy(book)),
        "tab_menus": True,
        "is_starred": _is_starred,
        "conditions_taking": condition_fields.TAKING,
        "named_colours": _named_colours,
        "colours": _colours,
        "theme_colours": _theme_colours,
    }
