"""What an endpoint offers: the tools of one app or of several, as the caller chose them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from workworld import loading
from workworld.doors.mcp.resources import Resource
from workworld.doors.mcp.tools import VENDOR, Tool, ToolTable, Upstream
from workworld.errors import Invalid


@dataclass(frozen=True, slots=True)
class Choice:
    """Which tools a caller asked for.

    Args:
        app_ids: of which apps.
        profile: ``vendor`` mirrors each app's named upstream; see ``ToolTable``.
        toolsets: only tools of these groups; none given means all.
        read_only: only tools that change nothing.
    """

    app_ids: tuple[str, ...]
    profile: str = VENDOR
    toolsets: frozenset[str] = frozenset()
    read_only: bool = False


@dataclass(frozen=True)
class Offer:
    """One endpoint's tools, and what a model is told about them as a whole.

    Args:
        title: the server's name.
        instructions: how to start and which ids to use.
        tools: by name, in a fixed order.
        resources: what is read by addresses of its own.
    """

    title: str
    instructions: str
    tools: Mapping[str, Tool]
    resources: Sequence[Resource] = ()

    @cached_property
    def schemas(self) -> Mapping[str, dict[str, Any]]:
        """The tools' schemas by name."""
        return {name: tool.input_schema for name, tool in self.tools.items()}


@lru_cache(maxsize=256)
def offer(choice: Choice) -> Offer:
    """What the installed apps offer to this choice.

    Raises:
        Invalid: ``invalid_request``: there is no such app, profile or toolset.
    """
    tables = {table.app_id: table for table in loading.tool_tables()}
    _require_known("app", choice.app_ids, tables)
    return offer_of([tables[app_id] for app_id in dict.fromkeys(choice.app_ids)], choice)


def offer_of(tables: Sequence[ToolTable], choice: Choice | None = None) -> Offer:
    """What these tables offer; without a choice, everything in the default profile.

    Raises:
        Invalid: ``invalid_request``: there is no such profile or toolset.
    """
    choice = choice or Choice(tuple(table.app_id for table in tables))
    for table in tables:
        _require_known("profile", [choice.profile], table.profiles)
    chosen = {table.app_id: table.profiles[choice.profile] for table in tables}
    known = {tool.toolset: None for upstream in chosen.values() for tool in upstream.tools}
    _require_known("toolset", sorted(choice.toolsets), known)
    tools = {
        tool.name: tool
        for upstream in chosen.values()
        for tool in upstream.tools
        if _is_wanted(tool, choice)
    }
    resources = [each for upstream in chosen.values() for each in upstream.resources]
    return Offer(_title(chosen.values()), _instructions(chosen.values()), tools, resources)


def _is_wanted(tool: Tool, choice: Choice) -> bool:
    if choice.read_only and not tool.read_only:
        return False
    return not choice.toolsets or tool.toolset in choice.toolsets


def _title(upstreams: Iterable[Upstream]) -> str:
    return ", ".join(upstream.title for upstream in upstreams)


def _instructions(upstreams: Iterable[Upstream]) -> str:
    """One app's as they are; several each below the name of its app."""
    told = list(upstreams)
    if len(told) == 1:
        return told[0].instructions
    return "\n\n".join(f"# {each.title}\n\n{each.instructions}" for each in told)


def _require_known(what: str, wanted: Iterable[str], known: Mapping[str, object]) -> None:
    for name in wanted:
        if name not in known:
            said = f"There is no {what} {name!r}: there are {', '.join(known)}."
            raise Invalid("invalid_request", said)
