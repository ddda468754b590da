"""The MCP tools of each app by profile, and those of the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reference_pages.markdown import code, plain, table, verbatim
from workworld import loading
from workworld.doors.mcp import FULL, VENDOR
from workworld.doors.mcp.tools import Tool, Upstream
from workworld.doors.session.tools import TOOLS
from workworld.manifest import App

_HEAD = ("parameter", "type", "is")


def page(app: App) -> str:
    """The tools of an app: the vendor's, ours beside them, and those of other servers."""
    found = next(each for each in loading.tool_tables() if each.app_id == app.id)
    counts = [(code(name), str(len(each.tools))) for name, each in found.profiles.items()]
    ours = [tool for tool in found.tools if VENDOR not in tool.profiles]
    groups = {
        "In the profiles `vendor` and `full`": found.profiles[VENDOR].tools,
        "In the profile `full` alone": ours,
    }
    groups |= {f"In the profile `{each.profile}`": each.tools for each in found.upstreams}
    said = f"An agent gets `{VENDOR}` unless it asks for another, as with `?profile={FULL}`.\n"
    parts = [f"# Tools of {app.title}\n", said, table(("profile", "tools"), counts)]
    for title, tools in groups.items():
        parts += [f"## {title}\n", *(_told(tool, tool.toolset) for tool in tools)]
    parts += [_instructions(found.profiles[FULL])]
    return "\n".join(parts)


def session_page() -> str:
    """The session's own server."""
    said = (
        "`…/session/mcp` serves the session: what is asked, waiting, the answer, and what is left. "
        "Pages show the same at `…/session`.\n"
    )
    parts = ["# Tools of the session\n", said, "## What there is\n"]
    parts += [
        _written(each.name, each.title, each.description, each.input_schema) for each in TOOLS
    ]
    return "\n".join(parts)


def _instructions(upstream: Upstream) -> str:
    if not upstream.instructions:
        return ""
    return f"## What the server says of itself\n\n{verbatim(upstream.instructions)}"


def _told(tool: Tool, toolset: str) -> str:
    kind = "reads" if tool.read_only else "overwrites or deletes" if tool.destructive else "writes"
    said = f"{tool.title} (toolset `{toolset}`, {kind})"
    return _written(tool.name, said, tool.description, tool.input_schema)


def _written(name: str, title: str, description: str, schema: Mapping[str, Any]) -> str:
    required: Sequence[str] = schema.get("required", ())
    rows = [
        (
            code(key) + (" (required)" if key in required else ""),
            _type(each),
            plain(str(each.get("description", ""))),
        )
        for key, each in schema["properties"].items()
    ]
    head = f"### {code(name)}\n\n{plain(title)}\n\n"
    return head + verbatim(description) + "\n" + table(_HEAD, rows)


def _type(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(code(str(each)) for each in schema["enum"])
    kind = schema.get("type", "")
    if kind == "array":
        inner = schema.get("items", {}).get("type", "")
        return f"list of {inner}" if inner else "list"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
