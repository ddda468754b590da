"""Files below issues → rows."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Attachment
from workworld.apps.tracker.numbers import next_id
from workworld.clock import to_microseconds
from workworld.database import Base
from workworld.files.models import Content, File
from workworld.ids import Ids
from workworld.seed_data.issue_facts import AttachmentFact


class Attachments:
    """Gathers the files of issues until all of them can be inserted.

    Args:
        ids: where ids come from.
    """

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._rows: dict[type[Base], list[dict[str, Any]]] = defaultdict(list)
        self._contents: dict[str, bytes] = {}

    def add(
        self, issue_id: str, person_id: str, at: datetime, facts: Sequence[AttachmentFact]
    ) -> None:
        """Somebody made an issue with files, of which its history does not tell."""
        for each in facts:
            self._add(issue_id, person_id, at, each)

    def _add(self, issue_id: str, person_id: str, at: datetime, fact: AttachmentFact) -> None:
        sha256 = hashlib.sha256(fact.body).hexdigest()
        self._contents[sha256] = fact.body
        file = {
            "id": self._ids.next_id("F"),
            "name": fact.name,
            "title": fact.name,
            "mime": fact.mime,
            "size": len(fact.body),
            "sha256": sha256,
            "uploader_id": person_id,
            "created": int(at.timestamp()),
        }
        below = {
            "id": next_id(self._ids, "attachment"),
            "issue_id": issue_id,
            "file_id": file["id"],
            "author_id": person_id,
            "created_us": to_microseconds(at),
        }
        self._rows[File].append(file)
        self._rows[Attachment].append(below)

    def write(self, session: Session) -> None:
        """Insert them; the issues must be there. Bytes that are equal are kept once."""
        if not self._contents:
            return
        connection = session.connection()
        known = set(connection.scalars(select(Content.sha256)))
        new = {sha: body for sha, body in self._contents.items() if sha not in known}
        if new:
            rows = [{"sha256": sha, "content": body} for sha, body in new.items()]
            connection.execute(insert(Content), rows)
        for model in (File, Attachment):
            connection.execute(insert(model), self._rows[model])
