"""Worlds and what came to pass in them, as tables for people."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_LONGEST = 120
_NARROWEST = 16
_ANY_WIDTH = 10_000
_STYLES = {"open": "green", "shared": "green", "parked": "yellow", "closed": "dim"}
Name = Callable[[str | None], str]
"""A person's id → how people know them."""


def worlds_table(worlds: Sequence[Mapping[str, Any]]) -> Table:
    """The worlds of a host or a folder."""
    table = plain_table("world", "state", "steps", "size", "snapshot", folds="state")
    if any("url" in world for world in worlds):
        table.add_column("sign-in page", overflow="fold")
    for world in worlds:
        state, steps = world["state"], world["steps"]
        shown = "closed, shared" if world["shared"] and state == "closed" else state
        table.add_row(
            world["name"],
            Text(shown, _STYLES[state]),
            "" if steps is None else str(steps),
            size(world["bytes"]),
            world["snapshot"],
            *([world["url"]] if "url" in world else []),
        )
    return table


def steps_table(
    steps: Sequence[Mapping[str, Any]], reads: Sequence[Mapping[str, Any]], name: Name
) -> Table:
    """What was asked, in order; what was looked at stands after the step it followed."""
    table = plain_table("step", "time", "who", "door", "request", "outcome", folds="request")
    rows = [(step["step"], 0, step) for step in steps] + [(read["step"], 1, read) for read in reads]
    for number, is_read, row in sorted(rows, key=lambda each: each[:2]):
        outcome = row["outcome"]
        table.add_row(
            "" if is_read else str(number),
            row.get("time", "")[:19].replace("T", " "),
            name(row["actor"]),
            row["surface"],
            _request(row["request"]),
            Text(outcome, "green" if outcome == "ok" else "red"),
            style="dim" if is_read else "",
        )
    return table


def diff_table(changes: Sequence[Mapping[str, Any]], name: Name) -> Table:
    """Every row that is not as it was."""
    table = plain_table("step", "who", "door", "table", "key", "change", folds="change")
    styles = {"insert": "green", "update": "yellow", "delete": "red"}
    for change in changes:
        table.add_row(
            str(change["step"]),
            name(change["actor"]),
            change["surface"] or "",
            change["table"],
            ", ".join(map(str, change["key"])),
            Text(_change(change), styles[change["kind"]]),
        )
    return table


def size(count: int) -> str:
    """A number of bytes as people say it."""
    if count < 1 << 20:
        return f"{count / 1024:.0f} KB"
    return f"{count / (1 << 20):.1f} MB" if count < 1 << 30 else f"{count / (1 << 30):.1f} GB"


def plain_table(*columns: str, folds: str | None = None) -> Table:
    """An empty table in the look of all of them.

    Args:
        columns: their headings.
        folds: the one that gives way first when the terminal is narrow; headings never do.
    """
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column != folds, min_width=len(column))
    return table


def add(table: Table, *cells: str | Text) -> None:
    """Add a row whose texts are shown as they are, brackets and all."""
    table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells))


def show_table(table: Table) -> None:
    """Print a table as wide as the terminal, or as it needs to be for another program.

    A terminal that is too narrow gets lines that are too long, and not half of the table.
    """
    console = Console()
    whole = console.measure(table, options=console.options.update(max_width=_ANY_WIDTH)).maximum
    is_seen = console.is_terminal or "COLUMNS" in os.environ
    console.width = max(console.width, whole - _gives_way(table) if is_seen else whole)
    console.print(table)


def _gives_way(table: Table) -> int:
    """By how much the column that folds can be narrower than its longest cell."""
    found = 0
    for column in table.columns:
        if not column.no_wrap:
            longest = max((len(str(cell)) for cell in column.cells), default=0)
            found += max(0, longest - max(_NARROWEST, len(str(column.header))))
    return found


def _request(request: Mapping[str, Any]) -> str:
    arguments = ", ".join(f"{name}={_short(value)}" for name, value in request["arguments"].items())
    return f"{request['name']} {arguments}".strip()


def _change(change: Mapping[str, Any]) -> str:
    before, after = change["before"], change["after"]
    if change["kind"] == "insert":
        return f"+ {_filled(after)}"
    if change["kind"] == "delete":
        return f"− {_filled(before)}"
    return ", ".join(
        f"{name}: {_short(before[name])} → {_short(value)}"
        for name, value in after.items()
        if before[name] != value
    )


def _filled(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={_short(value)}" for name, value in row.items() if value is not None)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
