"""Files that records show."""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath
from typing import Any

from workworld.apps.crm.models import ContentDocument, ContentDocumentLink, ContentVersion
from workworld.apps.crm.service.file_versions import type_of
from workworld.files.kinds import extension_in, mime_of
from workworld.files.models import Content
from workworld.files.types import digest_of
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.stories import Teller
from workworld.seed_data.crm_facts import CrmRecordFact


def of_record(tell: Teller, fact: CrmRecordFact, row: Row) -> None:
    """The files of a record, each with what it says."""
    for each in fact.parts.get("files", ()):
        at, by, name = each["at"], each["by"], each["name"]
        content = each["text"].encode()
        title, extension, mime = (
            PurePosixPath(name).stem,
            extension_in(name),
            mime_of(content, name),
        )
        told: dict[str, Any] = {
            "title": title,
            "extension": extension,
            "file_type": type_of(extension, mime),
            "size": len(content),
        }
        document = tell.start(ContentDocument, at, by, {}, **told)
        version = tell.start(
            ContentVersion,
            at,
            by,
            {},
            **told,
            document_id=document["id"],
            path=name,
            number=1,
            checksum=hashlib.md5(content, usedforsecurity=False).hexdigest(),
            first_location_id=row["id"],
            mime=mime,
            sha256=digest_of(content),
        )
        document["latest_version_id"] = version["id"]
        link = {"document_id": document["id"], "linked_id": row["id"]}
        tell.start(ContentDocumentLink, at, by, {}, **link)
        tell.rows[Content].append({"sha256": version["sha256"], "content": content})
