"""How a server's tools answer and refuse: some tell a code and a reason, others in another way."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.errors import Refused


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool call came to: a text, and whether it says what went wrong.

    Args:
        text: what a model reads.
        is_error: whether it says what went wrong.
        structured: the same as a value, for servers that answer both.
        more: further blocks of content after the text, as the protocol has them.
    """

    text: str
    is_error: bool = False
    structured: Mapping[str, Any] | None = None
    more: Sequence[Mapping[str, Any]] = ()

    def json(self) -> Any:
        """The text read as JSON."""
        return json.loads(self.text)

    @property
    def content(self) -> list[Mapping[str, Any]]:
        """All of it as the protocol has it."""
        return [{"text": self.text, "type": "text"}, *self.more]


@dataclass(frozen=True, slots=True)
class Blocks:
    """What a tool answers that hands on more than a text.

    Args:
        summary: what there is, as JSON.
        more: the blocks that follow it, as the protocol has them.
    """

    summary: Any
    more: Sequence[Mapping[str, Any]]


def coded(_tool: str, _arguments: Mapping[str, Any], refused: Refused) -> ToolResult:
    """A refusal as its code and its reason."""
    return ToolResult(f"{refused.code}: {refused.message}", is_error=True)


Refusing = Callable[[str, Mapping[str, Any], Refused], ToolResult]
"""The tool's name, its arguments and the refusal → what the caller is told."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How tools of a server speak.

    Args:
        refusing: how they tell that they were refused.
        output_schema: of what they answer as a value, if they advertise one. It holds the text
            under ``result``.
        indent: of the JSON that they answer; None for one line.
        takes_null: whether null stands for an argument that is left out.
        gives_value: whether an answer stands beside its text as a value: an object as it is,
            anything else under ``result``.
    """

    refusing: Refusing = coded
    output_schema: Mapping[str, Any] | None = None
    indent: int | None = None
    takes_null: bool = False
    gives_value: bool = False

    def asked(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """The arguments that count."""
        if not self.takes_null:
            return arguments
        return {name: value for name, value in arguments.items() if value is not None}

    def answered(self, answer: Any) -> ToolResult:
        """What the caller is told of an answer."""
        if isinstance(answer, Blocks):
            return ToolResult(self._written(answer.summary), more=answer.more)
        text = answer if isinstance(answer, str) else self._written(answer)
        if self.gives_value:
            value = answer if isinstance(answer, Mapping) else {"result": answer}
            return ToolResult(text, structured=value)
        return ToolResult(text, structured={"result": text} if self.output_schema else None)

    def _written(self, answer: Any) -> str:
        return json.dumps(answer, ensure_ascii=False, indent=self.indent)


PLAIN = Manner()
"""A code and a reason, or JSON in one line."""
