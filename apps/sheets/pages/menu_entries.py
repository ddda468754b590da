"""What menus consist of, and what each entry does when it is chosen.

An entry does one of five things: it leads to an address, opens a dialog, has the grid do something
(``act``), has the server work something out (``deed``), or sends the vendor's requests, in which
the browser puts the selection for ``$range`` and its like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["reader", "commenter", "writer", "owner"]
RANKS: Mapping[str, int] = {"reader": 0, "commenter": 1, "writer": 2, "owner": 3}
"""Roles by how much they allow."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in a menu.

    Args:
        label: what it is called.
        dialog: the dialog that it opens.
        query: what else the dialog is asked for.
        act: what the grid does.
        value: what the grid does it with.
        requests: the vendor's, with places for the selection.
        page: the part of the workbook's address that it leads to.
        path: the path of the app that it leads to.
        keys: the keys that do the same.
        command: what it is called in the registry of keys, if not by its label.
        deed: what the server works out and does with the selection.
        role: the least role that it is offered to.
        needs: what the workbook must allow: ``copies``.
        shows: what it is ticked for while that is shown: ``formulas``, ``gridlines``, ...
        on: the kind of cell that it is offered on: ``pivot``.
    """

    label: str
    dialog: str = ""
    query: str = ""
    act: str = ""
    value: str = ""
    requests: Sequence[Mapping[str, Any]] = ()
    page: str = ""
    path: str = ""
    keys: str = ""
    command: str = ""
    deed: str = ""
    role: Role = "reader"
    needs: str = ""
    shows: str = ""
    on: str = ""

    @property
    def command_id(self) -> str:
        """Its command, if keys do it."""
        if self.command:
            names = [each.removeprefix("sheets.") for each in self.command.split()]
        else:
            names = [self.label.lower().replace(" ", "-")] if self.keys else []
        return " ".join(f"sheets.{each}" for each in names)


@dataclass(frozen=True, slots=True)
class Group:
    """Entries between two lines of a menu, perhaps below a heading."""

    entries: Sequence[Entry]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """One of the menus."""

    name: str
    groups: Sequence[Group]


def sends(label: str, *requests: Mapping[str, Any], keys: str = "", command: str = "") -> Entry:
    """An entry that sends the vendor's requests."""
    return Entry(label, requests=requests, keys=keys, command=command, role="writer")


def shows(label: str, act: str, keys: str = "") -> Entry:
    """An entry that has the grid show something, and is ticked while it does."""
    return Entry(label, act=act, keys=keys, shows=act)


def opens(label: str, dialog: str, query: str = "", keys: str = "", command: str = "") -> Entry:
    """An entry that opens a dialog."""
    return Entry(label, dialog=dialog, query=query, keys=keys, command=command, role="writer")


def acts(label: str, act: str, keys: str = "", value: str = "", role: Role = "writer") -> Entry:
    """An entry that has the grid do something."""
    return Entry(label, act=act, value=value, keys=keys, role=role)
