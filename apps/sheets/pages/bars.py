"""What the templates of menus and the toolbar call."""

from __future__ import annotations

from typing import Any, Protocol

from workworld.apps.sheets.pages import menus, toolbars
from workworld.apps.sheets.pages.blueprint import BLUEPRINT


class Book(Protocol):
    """What they must know of a workbook."""

    @property
    def role(self) -> str:
        """What the reader may do with it."""


def _may_copy(book: Book) -> bool:
    return bool(getattr(book, "may_copy", True))


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
        "colours": lambda: [(code, toolbars.NAMES.get(code, code)) for code in toolbars.COLOURS],
    }
