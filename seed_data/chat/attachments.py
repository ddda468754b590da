"""Files below messages → rows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from workworld.apps.chat import stamps
from workworld.apps.chat.models import MessageFile
from workworld.files.models import Content, File
from workworld.ids import Ids
from workworld.seed_data.facts import FileFact, MessageFact

_SECOND = 1_000_000
Row = tuple[MessageFact, dict[str, Any]]
"""What was said, and the columns of its message."""


def attach(session: Session, ids: Ids, said: Sequence[Row]) -> None:
    """Insert the files below these messages; bytes that are equal are kept once."""
    shared = [
        (file, position, row) for fact, row in said for position, file in enumerate(fact.files)
    ]
    if not shared:
        return
    digests = {file.body: hashlib.sha256(file.body).hexdigest() for file, *_ in shared}
    new = ids.next_ids("F", len(shared))
    files = [
        _file(file_id, file, digests[file.body], row)
        for file_id, (file, _position, row) in zip(new, shared, strict=True)
    ]
    below = [
        {**_place(row), "position": position, "file_id": file_id}
        for file_id, (_file, position, row) in zip(new, shared, strict=True)
    ]
    connection = session.connection()
    known = set(connection.scalars(select(Content.sha256)))
    contents = {sha: body for body, sha in digests.items() if sha not in known}
    if contents:
        rows = [{"sha256": sha, "content": body} for sha, body in contents.items()]
        connection.execute(insert(Content), rows)
    connection.execute(insert(File), files)
    connection.execute(insert(MessageFile), below)


def _place(row: dict[str, Any]) -> dict[str, str]:
    return {"channel_id": row["channel_id"], "ts": row["ts"]}


def _file(file_id: str, fact: FileFact, sha256: str, row: dict[str, Any]) -> dict[str, Any]:
    width, height = fact.size or (None, None)
    return {
        "id": file_id,
        "name": fact.name,
        "title": fact.name,
        "mime": fact.mime,
        "size": len(fact.body),
        "sha256": sha256,
        "width": width,
        "height": height,
        "alt_text": fact.alt_text,
        "uploader_id": row["author_id"],
        "created": stamps.microseconds(row["ts"]) // _SECOND,
    }
