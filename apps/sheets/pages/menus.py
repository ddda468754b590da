"""The menus above a grid: what they offer, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.sheets.pages import asking
from workworld.apps.sheets.pages.context_menus import CONTEXTS
from workworld.apps.sheets.pages.menu_entries import (
    RANKS,
    Entry,
    Group,
    Menu,
)
from workworld.apps.sheets.pages.menus_of_books import EDIT, FILE, INSERT, VIEW
from workworld.apps.sheets.pages.menus_of_cells import DATA, FORMAT
from workworld.apps.sheets.service.requests import registry


def menus_for(role: str, *, may_copy: bool = True) -> list[Menu]:
    """The menus as somebody with a role has them.

    Args:
        role: what they may do with the workbook.
        may_copy: whether copies and downloads are offered to them.
    """
    rank = RANKS[role]
    found = [Menu(each.name, _kept(each.groups, rank, may_copy)) for each in MENUS]
    return [each for each in found if each.groups]


def context_menus_for(role: str, *, may_copy: bool = True) -> dict[str, list[Group]]:
    """What opens with a secondary click on a cell, a row's or a column's head."""
    rank = RANKS[role]
    found = {name: _kept(groups, rank, may_copy) for name, groups in CONTEXTS.items()}
    return {name: groups for name, groups in found.items() if groups}


def offered(entry: Entry, rank: int, may_copy: bool) -> bool:
    """Whether somebody of this rank is offered an entry."""
    return (
        RANKS[entry.role] <= rank
        and (may_copy or entry.needs != "copies")
        and all(name in registry.kinds() for each in entry.requests for name in each)
        and (not entry.dialog or entry.dialog in asking.DIALOGS)
    )


def _kept(groups: Sequence[Group], rank: int, may_copy: bool) -> list[Group]:
    kept = [
        Group([each for each in group.entries if offered(each, rank, may_copy)], group.heading)
        for group in groups
    ]
    return [each for each in kept if each.entries]


_TOOLS = Menu("Tools", (Group((Entry("Notification settings", dialog="notifications"),)),))
_HELP = Menu(
    "Help",
    (
        Group(
            (
                Entry(
                    "Search the menus", dialog="menus", keys="Alt+/", command="sheets.search-menus"
                ),
                Entry("Function list", dialog="functions"),
            )
        ),
    ),
)
MENUS: Sequence[Menu] = (FILE, EDIT, VIEW, INSERT, FORMAT, DATA, _TOOLS, _HELP)
"""All of them, in their order."""
