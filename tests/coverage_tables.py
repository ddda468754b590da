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
from workworld.doors.mcp import VENDOR
from workworld.manifest import App
from workworld.operations import operation_of, operations

UPDATE = os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS") == "1"
_HEAD = "| operation | scope | REST | MCP | pages |"
_TABLE = re.compile(rf"^{re.escape(_HEAD)}\n(?:\|.*\n)*", re.MULTILINE)
_MARK = " ¹"
_MARK_OF_THEIRS = " ²"
_VERSION = re.compile(r"^api/(2|latest)/")
"""Versions that have the paths of version 3."""


def rewrite(readme: Path, app: App) -> None:
    """Put the table as it should be in the place of the one that is there."""
    text = readme.read_text()
    readme.write_text(_TABLE.sub(lambda _: expected_in(readme, app), text))


def table_in(readme: Path) -> str:
    """The table that stands in a README."""
    found = _TABLE.search(readme.read_text())
    assert found is not None, readme
    return found[0]


def expected_in(readme: Path, app: App) -> str:
    """The table that should stand in a README."""
    text = readme.read_text()
    return written(app, marks_ours=_MARK in text, marks_theirs=_MARK_OF_THEIRS in text)


def written(app: App, *, marks_ours: bool, marks_theirs: bool = False) -> str:
    """The table of an app: a row for each operation, with what every door calls it.

    Those of the core stand there too where the app's endpoints or tools lead to them.

    Args:
        app: whose.
        marks_ours: whether tools that the vendor's server lacks have a mark.
        marks_theirs: whether tools of other servers are told, with a mark of their own, where an
            operation has no other.
    """
    rest, tools = _rest_paths(app), _tool_names(app, _MARK if marks_ours else "")
    if marks_theirs:
        tools = {**_tools_of_others(app), **tools}
    lines = [_HEAD, "| --- | --- | --- | --- | --- |"]
    for name, declared in sorted(operations().items()):
        if name.startswith(f"{app.id}.") or name in {*rest, *tools}:
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
                ways = endpoint.methods  # a vendor that takes several sees no difference
                said = f"{ways[0]} `{path}`" if len(ways) == 1 else f"`{path}`"
                yield operation_of(endpoint.function).id, said


def _tool_names(app: App, mark_of_ours: str) -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for table in loading.tool_tables():
        if table.app_id == app.id:
            for tool in table.tools:
                mark = "" if VENDOR in tool.profiles else mark_of_ours
                for function in tool.functions:
                    found[operation_of(function).id][f"`{tool.name}`{mark}"] = None
    return found


def _tools_of_others(app: App) -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for table in loading.tool_tables():
        for upstream in table.upstreams if table.app_id == app.id else ():
            for tool in upstream.tools:
                for function in tool.functions:
                    found[operation_of(function).id][f"`{tool.name}`{_MARK_OF_THEIRS}"] = None
    return found
