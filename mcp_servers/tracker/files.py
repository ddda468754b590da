"""Files of issues."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.service import attachments, imports
from workworld.apps.tracker.service.record_parts import Attached
from workworld.apps.tracker.wire import activity
from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.errors import Invalid
from workworld.files.encoded import ENCODINGS, bytes_of, encoded
from workworld.files.models import File
from workworld.mcp_servers.tracker.schemas import (
    CLOUD_ID,
    ISSUE,
    STRING,
    Arguments,
    described,
    one_of,
)
from workworld.mcp_servers.tracker.sites import at_site

ENCODING = one_of("How the content is written: text (default) or base64.", *ENCODINGS)


def _accept_add(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "issue": arguments["issueIdOrKey"],
        "name": arguments["filename"],
        "content": _bytes(arguments),
    }


def _bytes(arguments: Arguments) -> bytes:
    try:
        return bytes_of(str(arguments["content"]), arguments.get("encoding", "text"))
    except ValueError:
        raise Invalid("invalid_arguments", "content is no valid base64") from None


def _present_added(ctx: Context, attached: Attached) -> dict[str, Any]:
    return activity.attachments(ctx, [attached])[0]


def _accept_upload(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "name": arguments["filename"],
        "content": _bytes(arguments),
    }


def _present_uploaded(_ctx: Context, file: File) -> dict[str, Any]:
    return {"fileId": file.id, "filename": file.name, "size": file.size}


def _accept_read(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"attachment_id": arguments["attachmentId"]}


def _present_read(_ctx: Context, content: bytes) -> dict[str, Any]:
    """Text as it is, all else in base64."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = None
    return {"size": len(content), **encoded(content, text)}


TOOLS = (
    Tool(
        "uploadJiraImportFile",
        imports.upload,
        "Upload a file of separated values from which issues are to be imported, as text or in "
        "base64; previewJiraImport then tells what it holds. Error: file_too_large.",
        {
            "cloudId": CLOUD_ID,
            "filename": described(STRING, "What the file is called, such as issues.csv."),
            "content": described(STRING, "What it holds."),
            "encoding": ENCODING,
        },
        ("cloudId", "filename", "content"),
        at_site(_accept_upload),
        _present_uploaded,
        names={"name": "filename"},
        title="Upload file to import",
        toolset="import",
        profiles=(FULL,),
    ),
    Tool(
        "addJiraAttachment",
        attachments.add,
        "Upload a file to an issue, as text or in base64. Errors: issue_not_found, "
        "permission_denied, file_too_large.",
        {
            "cloudId": CLOUD_ID,
            "issueIdOrKey": ISSUE,
            "filename": described(STRING, "What the file is called, such as notes.txt."),
            "content": described(STRING, "What it holds."),
            "encoding": ENCODING,
        },
        ("cloudId", "issueIdOrKey", "filename", "content"),
        at_site(_accept_add),
        _present_added,
        names={"issue": "issueIdOrKey", "name": "filename"},
        title="Attach file",
        toolset="attachments",
        profiles=(FULL,),
    ),
    Tool(
        "readJiraAttachment",
        attachments.content,
        "Read what a file of an issue holds: text as it is, anything else in base64. Error: "
        "attachment_not_found.",
        {"cloudId": CLOUD_ID, "attachmentId": described(STRING, "The attachment's id.")},
        ("cloudId", "attachmentId"),
        at_site(_accept_read),
        _present_read,
        names={"attachment_id": "attachmentId"},
        title="Read file",
        toolset="attachments",
        profiles=(FULL,),
    ),
)
