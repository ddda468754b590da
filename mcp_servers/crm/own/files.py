"""Files on records, whose bytes go as text or in base64."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workworld.apps.crm.service import files
from workworld.apps.crm.service.files import Held
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.errors import Invalid
from workworld.files.encoded import ENCODINGS, bytes_of, encoded
from workworld.files.kinds import is_text, text_of
from workworld.mcp_servers.crm.own.declaring import own
from workworld.mcp_servers.crm.schemas import STRING, Arguments, described

_ENCODING = {
    "type": "string",
    "enum": [*ENCODINGS],
    "description": "What content is: the text itself, unless it says base64.",
}
_CONTENT = described(STRING, "What the file holds.")


def _writing(tool: Tool) -> Tool:
    """A tool that takes bytes."""
    accept = tool.accept

    def accepting(ctx: Context, arguments: Arguments) -> Arguments:
        content = _bytes(arguments["content"], arguments.get("encoding", "text"))
        return {**accept(ctx, arguments), "content": content}

    properties = {**tool.properties, "content": _CONTENT, "encoding": _ENCODING}
    return replace(tool, properties=properties, accept=accepting)


def _bytes(content: str, encoding: str) -> bytes:
    try:
        return bytes_of(content, encoding)
    except ValueError:
        raise Invalid("JSON_PARSER_ERROR", "content is not base64") from None


def _present(_ctx: Context, held: Held) -> dict[str, Any]:
    text = text_of(held.content) if is_text(held.file.mime) else None
    return {
        "name": held.file.name,
        "mimeType": held.file.mime,
        "size": held.file.size,
        **encoded(held.content, text),
    }


TOOLS = (
    own("listFiles", files.list, "List files of a record", "files"),
    _writing(own("attachFile", files.attach, "Put file on a record", "files")),
    _writing(own("replaceFile", files.add_version, "Put new version of a file", "files")),
    replace(own("readFile", files.content, "Read file", "files"), present=_present),
    own("removeFile", files.remove, "Take file from a record", "files"),
)
