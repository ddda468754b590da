"""What an export holds, in the layout of the vendor's own.

Source: https://slack.com/help/articles/220556107-How-to-read-Slack-data-exports
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Any

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import attachments, reactions, threads
from workworld.context import Context
from workworld.directory import people, roles
from workworld.directory.models import SINGLE_GUEST, AccountKind, Person
from workworld.files import tables

_LISTS = {"public": "channels", "private": "groups", "dm": "dms", "group_dm": "mpims"}
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o644 << 16
_UNIX = 3
_COLUMNS = (
    *("channel", "ts", "time", "author_id", "author", "thread_ts", "subtype", "text"),
    *("reactions", "files"),
)


def person_shape(ctx: Context, person: Person) -> dict[str, Any]:
    """A person in ``users.json``."""
    return {
        "id": person.id,
        "team_id": people.company(ctx.session).id,
        "name": person.handle,
        "deleted": person.is_deactivated,
        "real_name": person.name,
        "tz": person.zone,
        **role_shape(ctx, person),
        "updated": person.updated,
        "profile": {
            "real_name": person.name,
            "display_name": person.display_name,
            "email": person.email,
            "title": person.title,
            "phone": person.phone,
        },
    }


def role_shape(ctx: Context, person: Person) -> dict[str, bool]:
    """What a person is in the workspace."""
    return {
        "is_admin": person.is_admin,
        "is_owner": person.role == "owner",
        "is_primary_owner": roles.is_primary(ctx, person.id),
        "is_restricted": person.is_guest,
        "is_ultra_restricted": person.role == SINGLE_GUEST,
        "is_bot": person.kind == AccountKind.BOT,
    }


def channel_shape(row: Channel, members: Sequence[str]) -> dict[str, Any]:
    """A conversation in ``channels.json`` and the lists beside it."""
    if row.kind == "dm":
        return {"id": row.id, "created": row.created, "members": [*members]}
    return {
        "id": row.id,
        "name": name_of(row),
        "created": row.created,
        "creator": row.creator_id,
        "is_archived": row.is_archived,
        "is_general": row.is_default,
        "members": [*members],
        "topic": _said(row.topic, row.topic_by or row.creator_id, row.topic_set or row.created),
        "purpose": _said(
            row.purpose, row.purpose_by or row.creator_id, row.purpose_set or row.created
        ),
    }


def name_of(row: Channel) -> str:
    """What its folder is called: a direct conversation has no name."""
    return row.id if row.party is not None else row.name


def _said(value: str, creator: str, last_set: int) -> dict[str, Any]:
    return {"value": value, "creator": creator, "last_set": last_set}


def message_shapes(ctx: Context, rows: Sequence[Message]) -> list[dict[str, Any]]:
    """Messages of one channel, as the vendor's exports have them."""
    if not rows:
        return []
    channel_id, wanted = rows[0].channel_id, [row.ts for row in rows]
    found = threads.below(ctx, channel_id, wanted)
    given = reactions.below(ctx, channel_id, wanted)
    files = attachments.below(ctx, rows)
    shapes = []
    for row in rows:
        shape: dict[str, Any] = {"type": "message", "user": row.author_id}
        shape |= {"text": row.text, "ts": row.ts}
        if row.subtype is not None or row.is_broadcast:
            shape["subtype"] = row.subtype or "thread_broadcast"
        if row.edited_ts is not None:
            shape["edited"] = {"user": row.edited_by, "ts": row.edited_ts}
        if row.thread_ts is not None:
            shape["thread_ts"] = row.thread_ts
        if thread := found.get(row.ts):
            shape |= {"thread_ts": row.ts, "reply_count": thread.reply_count}
            shape |= {"reply_users": [*thread.people], "latest_reply": thread.latest_reply}
        if mine := given.get(row.ts):
            shape["reactions"] = [
                {"name": each.emoji, "users": [*each.people], "count": len(each.people)}
                for each in mine
            ]
        if row.ts in files:
            shape["files"] = [
                {
                    "id": file.id,
                    "name": file.name,
                    "title": file.title,
                    "mimetype": file.mime,
                    "size": file.size,
                    "url_private": people.canonical_url(ctx.session, "files", f"/{file.id}"),
                }
                for file in files[row.ts]
            ]
        shapes.append(shape)
    return shapes


def archive(
    persons: Sequence[Mapping[str, Any]],
    conversations: Sequence[tuple[Channel, Mapping[str, Any], Sequence[Mapping[str, Any]]]],
    zone: tzinfo,
) -> bytes:
    """A ZIP in the vendor's layout; equal contents are equal bytes.

    It is not compressed, since how that comes out depends on the machine.

    Args:
        persons: what stands in ``users.json``.
        conversations: each row with its own shape and those of its messages, oldest first.
        zone: days are those of the company.
    """
    lists: dict[str, list[Mapping[str, Any]]] = {name: [] for name in _LISTS.values()}
    for row, shape, _messages in conversations:
        lists[_LISTS[row.kind]].append(shape)
    inside: dict[str, Any] = {"users.json": persons, "channels.json": lists.pop("channels")}
    inside |= {f"{name}.json": found for name, found in lists.items() if found}
    for row, _shape, messages in conversations:
        for day, said in groupby(messages, lambda message: _day(message["ts"], zone)):
            inside[f"{name_of(row)}/{day}.json"] = [*said]
    return packed({name: as_json(content) for name, content in inside.items()})


def packed(inside: Mapping[str, bytes]) -> bytes:
    """A ZIP of these files, whose bytes nothing else decides."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as opened:
        for name, content in inside.items():
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.external_attr, entry.create_system = _PLAIN_FILE, _UNIX
            opened.writestr(entry, content)
    return made.getvalue()


def as_json(content: Any) -> bytes:
    """JSON as people can read it."""
    return f"{json.dumps(content, ensure_ascii=False, indent=2)}\n".encode()


def as_csv(
    conversations: Iterable[tuple[Channel, Mapping[str, Any], Sequence[Mapping[str, Any]]]],
    names: Mapping[str, str],
) -> bytes:
    """A table of messages; what a spreadsheet would take for a formula has a ``'`` before it."""
    cells = (
        _cells(name_of(row), message, names)
        for row, _shape, messages in conversations
        for message in messages
    )
    return tables.as_csv(_COLUMNS, cells)


def _cells(name: str, message: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    put = message.get("reactions", ())
    return [
        name,
        message["ts"],
        stamps.moment(message["ts"]).isoformat(timespec="seconds"),
        message["user"],
        names.get(message["user"], ""),
        message.get("thread_ts", ""),
        message.get("subtype", ""),
        message["text"],
        " ".join(f":{each['name']}: {each['count']}" for each in put),
        " ".join(file["url_private"] for file in message.get("files", ())),
    ]


def _day(ts: str, zone: tzinfo) -> str:
    return stamps.moment(ts).astimezone(zone).date().isoformat()
