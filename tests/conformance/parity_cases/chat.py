"""Chat's actions, and those of shared services at its doors, in the words of each door."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from tests.conformance.parity import Case, Facts, Parity, Words
from tests.kit import PERSONA

from workworld.apps.chat.models import Channel, Message
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.directory.models import Person
from workworld.files import uploads
from workworld.worlds import World


def _facts(world: World) -> Facts:
    """The id of each channel by its name with underscores, and the last message of general."""
    with world.reading() as session:
        channels = dict(session.execute(select(Channel.name, Channel.id)).all())
        newest = select(Message.ts).where(
            Message.channel_id == channels["general"], Message.thread_ts.is_(None)
        )
        ts = session.scalars(newest.order_by(Message.ts.desc())).first()
    found = {name.replace("-", "_"): channel_id for name, channel_id in channels.items()}
    return found | {"missing": "C0000000000", "ts": str(ts), "no_ts": "1700000000.000001"}


def _post(
    name: str,
    outcome: str,
    channel: str,
    text: str,
    *,
    rest_text: str | None = None,
    thread: str | None = None,
    broadcast: bool = False,
) -> Case:
    rest: dict[str, Any] = {"channel": channel, "text": text if rest_text is None else rest_text}
    mcp: dict[str, Any] = {"channel_id": channel, "message": text}
    ui, path = {"text": text}, f"/c/{channel}/messages"
    if thread is not None:
        reply = {"thread_ts": thread, "reply_broadcast": broadcast}
        rest, mcp, path = rest | reply, mcp | reply, f"/c/{channel}/t/{thread}/messages"
        ui |= {"broadcast": "1"} if broadcast else {}
    doors = {
        Surface.REST: Words("/api/chat.postMessage", rest),
        Surface.MCP: Words("slack_send_message", mcp),
        Surface.UI: Words(path, ui),
    }
    return Case("chat.messages.post", name, outcome, doors)


_MARKUP, _ESCAPED = "a < b & <i>c</i>", "a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;"


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
        Surface.UI: Words(f"/files/{file_id}/delete", {}),
    }
    return Case("files.files.delete", name, outcome, doors, before=_upload)


PARITY = Parity(
    _facts,
    (
        _post("plain", "ok", "$general", "hello"),
        _post("markup characters", "ok", "$general", _MARKUP, rest_text=_ESCAPED),
        _post("admin announces", "ok", "$announcements", "news"),
        _post("reply", "ok", "$general", "re", thread="$ts"),
        _post("broadcast reply", "ok", "$general", "re", thread="$ts", broadcast=True),
        _post("unknown thread", "thread_not_found", "$general", "re", thread="$no_ts"),
        _post("no text", "no_text", "$general", " "),
        _post("too long", "msg_too_long", "$general", "x" * 40_001),
        _post("not a member", "not_in_channel", "$support", "hi"),
        _post("hidden", "channel_not_found", "$renewals", "hi"),
        _post("missing", "channel_not_found", "$missing", "hi"),
        _begin("file", "ok", "plan.txt", 3),
        _begin("empty file", "invalid_arguments", "plan.txt", 0),
        _complete("file", "ok", "$upload", "$general"),
        _complete("unknown file", "file_not_found", "F0000000000", "$general"),
        _complete("where one is not", "not_in_channel", "$upload", "$support"),
        _delete_file("own", "ok", "$file"),
        _delete_file("unknown", "file_not_found", "F0000000000"),
        _post("archived", "is_archived", "$gatehouse_migration", "hi"),
    ),
)
