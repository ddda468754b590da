"""The keyboard: every shortcut of the suite and of each app, from one registry.

A shortcut does what the control with the same command does, so menus, the palette and keys agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from workworld import loading

SCOPES = {
    "global": "Anywhere",
    "list": "In a list",
    "item": "On an item",
    "editor": "While writing",
    "grid": "In a table",
    "dialog": "In a dialog",
}
BROWSERS = frozenset({"Ctrl+l", "Ctrl+t", "Ctrl+w", "F5", "Ctrl+r"})
"""Keys that a browser, or who drives it, needs for itself."""
UNHEARD = frozenset({"Ctrl+n", "Ctrl+Shift+t"})
"""Keys of which pages hear in a window of their own alone: a command has another besides."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One row of the registry.

    Args:
        scope: where the focus must be; one of ``SCOPES``.
        keys: pressed one after the other, each as ``Ctrl+Shift+k``, ``?`` or ``ArrowUp``.
        command: what the control is called that it stands for: ``suite.search``.
        label: what it does, for people.
    """

    scope: str
    keys: tuple[str, ...]
    command: str
    label: str

    @property
    def is_single(self) -> bool:
        """Whether it is pressed without Ctrl and Alt, so that it is off while somebody writes."""
        return not any(key.startswith(("Ctrl", "Alt", "F")) for key in self.keys)


def shortcuts(app_id: str | None = None) -> tuple[Shortcut, ...]:
    """The shortcuts of a page: those of its app, if it is one's, and of the suite.

    Where an app has a use of its own for keys of the suite, these do what the app says.

    Raises:
        ValueError: two of them clash, or one has no known scope or a key of the browser.
    """
    known = {app.id for app in loading.apps()}
    return _shortcuts(app_id if app_id in known else None)


@cache
def _shortcuts(app_id: str | None) -> tuple[Shortcut, ...]:
    found = _read(Path(__file__).with_name("keys.yaml"))
    for app in loading.apps():
        if app.id == app_id:
            own = _read(Path(str(app.module("ui").__file__)).with_name("keys.yaml"))
            taken = {(each.scope, each.keys) for each in own}
            found = [each for each in found if (each.scope, each.keys) not in taken] + own
    _check(found)
    return tuple(found)


def _read(file: Path) -> list[Shortcut]:
    rows: list[dict[str, Any]] = yaml.safe_load(file.read_text("utf-8")) if file.exists() else []
    return [
        Shortcut(row["scope"], tuple(str(row["keys"]).split()), row["command"], row["label"])
        for row in rows
    ]


def _check(found: list[Shortcut]) -> None:
    for shortcut in found:
        if shortcut.scope not in SCOPES:
            raise ValueError(f"{shortcut.command}: no scope {shortcut.scope}")
        if taken := BROWSERS.intersection(shortcut.keys):
            raise ValueError(f"{shortcut.command}: {', '.join(sorted(taken))} is the browser's")
    heard = {each.command for each in found if not UNHEARD.intersection(each.keys)}
    for shortcut in found:
        if shortcut.command not in heard:
            raise ValueError(f"{shortcut.command}: most browsers keep its only key to themselves")
    for number, one in enumerate(found):
        for other in found[:number]:
            shorter = min(len(one.keys), len(other.keys))
            if one.scope == other.scope and one.keys[:shorter] == other.keys[:shorter]:
                raise ValueError(f"{one.command} and {other.command} clash in {one.scope}")
