"""Files of issues, handed on whole."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.service import attachments
from workworld.apps.tracker.service.record_parts import Attached
from workworld.context import Context
from workworld.doors.mcp import Blocks
from workworld.files.files import content_of
from workworld.files.kinds import IMAGES
from workworld.mcp_servers.tracker.community.declaring import BLOCKS, ISSUE, key, tool
from workworld.mcp_servers.tracker.schemas import Arguments

_LARGEST = 50 * 1024 * 1024
_MOST = 64 * 1024 * 1024
"""How many bytes one answer holds at most."""


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def _fitting(found: Sequence[Attached]) -> tuple[list[Attached], list[dict[str, str]]]:
    """Those files that one answer can hold, and why not the others."""
    fit, failed, size = [], [], 0
    for each in found:
        if each.file.size > _LARGEST or size + each.file.size > _MOST:
            said = f"Attachment '{each.file.name}' is {each.file.size} bytes, too large to hand on."
            failed.append({"filename": each.file.name, "error": said})
            continue
        size += each.file.size
        fit.append(each)
    return fit, failed


def _encoded(ctx: Context, each: Attached) -> str:
    return base64.b64encode(content_of(ctx.session, each.file)).decode()


def _present_files(ctx: Context, found: Sequence[Attached]) -> Blocks:
    issue = ctx.request.arguments["issue_key"]
    fit, failed = _fitting(found)
    summary = {
        "success": True,
        "issue_key": issue,
        "total": len(found),
        "downloaded": len(fit),
        "failed": failed,
    }
    if not found:
        summary["message"] = f"No attachments found for issue {issue}"
    return Blocks(summary, [_block(ctx, issue, each) for each in fit])


def _block(ctx: Context, issue: str, each: Attached) -> dict[str, Any]:
    """An image as a resource; anything else as a text that holds it, which all clients take."""
    name, mime, content = each.file.name, each.file.mime, _encoded(ctx, each)
    if mime in IMAGES:
        resource = {"uri": f"attachment:///{issue}/{name}", "mimeType": mime, "blob": content}
        return {"type": "resource", "resource": resource}
    shape = {
        "success": True,
        "issue_key": issue,
        "filename": name,
        "mime_type": mime,
        "encoding": "base64",
        "content": content,
    }
    return {"type": "text", "text": json.dumps(shape, indent=2, ensure_ascii=False)}


def _present_images(ctx: Context, found: Sequence[Attached]) -> Blocks:
    images = [each for each in found if each.file.mime in IMAGES]
    fit, failed = _fitting(images)
    summary = {
        "success": True,
        "issue_key": ctx.request.arguments["issue_key"],
        "total_images": len(images),
        "downloaded": len(fit),
        "failed": failed,
    }
    if not images:
        summary["message"] = "No image attachments found"
    return Blocks(
        summary,
        [
            {"type": "image", "data": _encoded(ctx, each), "mimeType": each.file.mime}
            for each in fit
        ],
    )


TOOLS = (
    tool(
        "download_attachments",
        attachments.list,
        "Read all files of an issue: images as resources, anything else in base64.",
        {"issue_key": ISSUE},
        ("issue_key",),
        _accept,
        _present_files,
        title="Download Attachments",
        toolset="attachments",
        manner=BLOCKS,
    ),
    tool(
        "get_issue_images",
        attachments.list,
        "Look at the images that are among the files of an issue.",
        {"issue_key": key()},
        ("issue_key",),
        _accept,
        _present_images,
        title="Get Issue Images",
        toolset="attachments",
        manner=BLOCKS,
    ),
)
