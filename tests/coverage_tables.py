"""Coverage tables in the README of an app: which doors each operation has."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from workworld import loading
from workworld.context import Surface
from workworld.doors.flask_apps import apis_of
from workworld.manifest import App
from workworld.operations import operation_of, operations

UPDATE = os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS") == "1"
_HEAD = "| operation | scope | REST | MCP | pages |"
_TABLE = re.compile(rf"^{re.escape(_HEAD)}\n(?:\|.*\n)*", re.MULTILINE)
_VERSION = re.compile(r"^api/(2|latest)/")
"""Versions that have the paths of version 3."""


def has_generated_table(readme: Path) -> bool:
    """Whether a README's table is one that :func:`written` makes."""
    return _HEAD in readme.read_text()


def rewrite(readme: Path, app: App) -> None:
    """Put the table as it should be in the place of the one that is there."""
    readme.write_text(_TABLE.sub(lambda _: written(app), readme.read_text()))


def table_in(readme: Path) -> str:
    """The table that stands in a README."""
    found = _TABLE.search(readme.read_text())
    assert found is not None, readme
    return found[0]


def written(app: App) -> str:
    """The table of an app: a row for each operation, with what every door calls it."""
    rest, tools = _rest_paths(app), _tool_names(app)
    lines = [_HEAD, "| --- | --- | --- | --- | --- |"]
    for name, declared in sorted(operations().items()):
        if name.startswith(f"{app.id}."):
            cells = (
                f"`{name}`",
                f"`{declared.scope}`" if declared.scope else "",
                ", ".join(rest.get(name, ())),
                ", ".join(tools.get(name, ())),
                "yes" if Surface.UI in declared.doors else "",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _rest_paths(app: App) -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for name, path in _paths(app):
        found[name][path] = None
    return found


def _paths(app: App) -> Iterator[tuple[str, str]]:
    for api in apis_of(app):
        for endpoint in api.endpoints:
            path = endpoint.path.removeprefix(api.prefixes[0])
            if not _VERSION.match(path):
                yield operation_of(endpoint.function).id, f"{endpoint.methods[0]} `{path}`"


def _tool_names(app: App) -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for table in loading.tool_tables():
        if table.app_id == app.id:
            for tool in table.tools:
                for function in tool.functions:
                    found[operation_of(function).id][f"`{tool.name}`"] = None
    return found
