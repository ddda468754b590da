"""Uploads, and deleting files."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from tests.conformance.parity import Case, Facts, Words
from tests.kit import PERSONA

from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.directory.models import Person
from workworld.files import uploads
from workworld.worlds import World


def _begin(name: str, outcome: str, filename: str, size: int) -> Case:
    doors = {
        Surface.REST: Words(
            "/api/files.getUploadURLExternal", {"filename": filename, "length": size}
        ),
        Surface.MCP: Words(
            "slack_get_file_upload_url", {"filename": filename, "content_length": size}
        ),
    }
    return Case("files.uploads.begin", name, outcome, doors)


def _complete(name: str, outcome: str, file_id: str, channel: str) -> Case:
    rest = {"files": [{"id": file_id, "title": "Plan"}], "channel_id": channel}
    doors = {
        Surface.REST: Words("/api/files.completeUploadExternal", rest),
        Surface.MCP: Words(
            "slack_complete_file_upload",
            {"file_id": file_id, "title": "Plan", "channel_id": channel},
        ),
    }
    return Case("chat.shares.complete", name, outcome, doors, before=_upload)


def _upload(world: World, facts: Facts) -> None:
    """The persona has sent the bytes of an upload, and has a file that nobody else sees."""
    with world.reading() as session:
        handle = select(Person.id).where(Person.handle == PERSONA)
        persona = Actor(session.scalars(handle).one())
    upload = perform(world, persona, uploads.begin, name="plan.txt", size=3)
    facts["upload"] = upload.id
    _send(world, persona, uploads.receive, b"abc", file_id=upload.id)
    facts["file"] = _send(world, persona, uploads.add, b"own", name="own.txt").id


def _send(world: World, persona: Actor, function: Any, content: bytes, **arguments: str) -> Any:
    """Hand over bytes, which doors add to a request's arguments."""
    request = Request(Surface.SYSTEM, "upload", arguments)
    given = arguments | {"content": content}
    return call(world, persona, function, request, accept=lambda _ctx, _arguments: given)


def _delete_file(name: str, outcome: str, file_id: str) -> Case:
    doors = {
        Surface.REST: Words("/api/files.delete", {"file": file_id}),
        Surface.MCP: Words("slack_delete_file", {"file_id": file_id}),
        Surface.UI: Words(f"/files/{file_id}/delete", {}),
    }
    return Case("files.files.delete", name, outcome, doors, before=_upload)


CASES = (
    _begin("file", "ok", "plan.txt", 3),
    _begin("empty file", "invalid_arguments", "plan.txt", 0),
    _complete("file", "ok", "$upload", "$general"),
    _complete("unknown file", "file_not_found", "F0000000000", "$general"),
    _complete("where one is not", "not_in_channel", "$upload", "$support"),
    _delete_file("own", "ok", "$file"),
    _delete_file("unknown", "file_not_found", "F0000000000"),
)
