"""The tools of an episode as a model has them: offered as functions, called, answered in text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

from workworld.doors.mcp import ToolResult
from workworld.doors.session.tools import TOOLS
from workworld.environment import AnyEnvironment
from workworld.errors import Refused
from workworld.json_texts import NotJson, parsed

_OFFERED = ("session_wait", "session_answer", "session_status")  # it begins with the instruction
_SESSION_TOOLS = {tool.name: tool for tool in TOOLS if tool.name in _OFFERED}
_VALIDATORS = {
    name: Draft202012Validator(tool.input_schema) for name, tool in _SESSION_TOOLS.items()
}
_LONGEST_PROBLEM = 1_000


class NotAnObject(ValueError):
    """What a model wrote as arguments is no JSON object; the message says why."""


def read_arguments(text: str) -> dict[str, Any]:
    """The arguments that a model wrote.

    Raises:
        NotAnObject: it is something else than one JSON object.
    """
    try:
        found = parsed(text)
    except NotJson as error:
        raise NotAnObject(f"The arguments are no JSON: {error}") from None
    if not isinstance(found, dict):
        raise NotAnObject("The arguments are no JSON object.")
    return found


class Toolbox:
    """What a model can call in an episode.

    Args:
        episode: where the tools act.
        longest_result: how many characters of a result the model is shown.
    """

    def __init__(self, episode: AnyEnvironment, longest_result: int) -> None:
        self._episode = episode
        self._longest = longest_result
        own = [_function(t.name, t.description, t.input_schema) for t in _SESSION_TOOLS.values()]
        apps = [
            _function(t["name"], t["description"], t["inputSchema"])
            for t in episode.observation.tools
        ]
        self.functions = apps + own
        """The tools as chat completions list them."""
        self._names = {function["function"]["name"] for function in self.functions}

    def call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Call a tool, and say what came of it; what went wrong begins with ``Error:``."""
        if name not in self._names:
            return self.shown(ToolResult(f"Unknown tool: {name}", is_error=True))
        if name in _SESSION_TOOLS:
            return self.shown(_call_session(self._episode, name, arguments))
        return self.shown(self._episode.call(name, arguments))

    def shown(self, result: ToolResult) -> str:
        """A result as the model reads it."""
        text = f"Error: {result.text}" if result.is_error else result.text
        over = len(text) - self._longest
        if over <= 0:
            return text
        return f"{text[: self._longest]}\n[Cut here: {over} more characters are not shown.]"


def _call_session(episode: AnyEnvironment, name: str, arguments: Mapping[str, Any]) -> ToolResult:
    """The same on every kind of episode, and refused as at the session's MCP server."""
    problems = sorted(found.message for found in _VALIDATORS[name].iter_errors(dict(arguments)))
    if problems:
        said = "; ".join(problems)[:_LONGEST_PROBLEM]
        return ToolResult(f"invalid_arguments: {said}", is_error=True)
    try:
        if name == "session_wait":
            episode.wait(int(arguments["minutes"]))
        elif name == "session_answer":
            episode.answer(arguments["answer"])
    except Refused as refused:
        return ToolResult(f"{refused.code}: {refused.message}", is_error=True)
    return ToolResult(json.dumps(episode.standing(), ensure_ascii=False))


def _function(name: str, description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": name, "description": description, "parameters": schema}
    return {"type": "function", "function": function}
