"""The rows of an app's resource table: what a model reads by an address of its own.

https://modelcontextprotocol.io/specification/2025-06-18/server/resources
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from workworld.attempts import Accept, Present

if TYPE_CHECKING:
    import mcp_types as types

_NAME = re.compile(r"\\\{(\w+)\\\}")


@dataclass(frozen=True)
class Resource:
    """Resources of one kind.

    Args:
        template: their addresses, such as ``spreadsheet://{spreadsheet_id}/info``.
        name: the vendor's name of the kind.
        function: the operation that reads one.
        description: what a model reads.
        accept: the template's names and what stands for them → the operation's arguments.
        present: the operation's result → the text.
        mime: what the text is.
    """

    template: str
    name: str
    function: Callable[..., Any]
    description: str
    accept: Accept
    present: Present
    mime: str = "text/plain"

    @cached_property
    def _form(self) -> re.Pattern[str]:
        return re.compile(_NAME.sub(r"(?P<\1>[^/?#]+)", re.escape(self.template)))

    def advertised(self) -> types.ResourceTemplate:
        """The kind as ``resources/templates/list`` shows it."""
        import mcp_types as types  # 8 MiB that only servers of tools need

        return types.ResourceTemplate(
            name=self.name,
            uri_template=self.template,
            description=self.description,
            mime_type=self.mime,
        )

    def named(self, uri: str) -> Mapping[str, str] | None:
        """What an address names; None if it is none of the kind."""
        found = self._form.fullmatch(uri)
        return found and {name: unquote(value) for name, value in found.groupdict().items()}
