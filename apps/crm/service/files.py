"""Files on records: whoever sees the record sees them, and whoever may change it adds some.

https://help.salesforce.com/s/articleView?id=experience.collab_files_overview.htm
"""

from __future__ import annotations

import builtins
from base64 import b64encode
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field
from sqlalchemy import Select, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ContentDocument, ContentDocumentLink, ContentVersion
from workworld.apps.crm.models.files import LINKED
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import access_levels, hearing, people, records, refusals, sight
from workworld.apps.crm.service.file_versions import DATA
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.files import uploads
from workworld.files.files import holds
from workworld.files.models import Content, File
from workworld.files.types import Bytes, FileName, FileTitle
from workworld.operations import Effect, operation

_documents, _versions = ContentDocument.__table__.c, ContentVersion.__table__.c
_links = ContentDocumentLink.__table__.c
# The vendor's API attaches by creating a ContentVersion, and lists by a query.
_DOORS = (Surface.UI, Surface.MCP)
DocumentId = Annotated[
    str, Field(description="A file's id, which begins with 069.", min_length=1, max_length=80)
]
VersionId = Annotated[
    str,
    Field(description="The id of a version of a file, which begins with 068.", max_length=80),
]


class Attached(NamedTuple):
    """A file that a record shows.

    Args:
        document: the file.
        version: its latest version.
        link: that it stands on the record.
        owner: whose it is.
        may_remove: whether the caller may take it from the record.
        may_delete: whether the caller may delete it everywhere.
    """

    document: ContentDocument
    version: ContentVersion
    link: ContentDocumentLink
    owner: str
    may_remove: bool
    may_delete: bool


class Held(NamedTuple):
    """What a version of a file holds."""

    file: File
    """As the core tells of files: its name, what it is, and the digest of its bytes."""
    content: bytes


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, record_id: RecordId) -> Sequence[Attached]:
    """List the files on a record, the newest first."""
    row = _known(ctx, record_id)
    query = (
        select(ContentDocument, ContentVersion, ContentDocumentLink)
        .join(ContentDocumentLink, _links.document_id == _documents.id)
        .join(ContentVersion, _versions.id == _documents.latest_version_id)
        .where(_links.linked_id == row.id, ~_links.is_deleted, ~_documents.is_deleted)
        .order_by(_links.created_us.desc(), _links.id.desc())
    )
    found = builtins.list(ctx.session.execute(query))
    names = people.names(ctx, [each[0].owner_id for each in found])
    may_change = _may_change(ctx, row)
    kind = objects.of_model(ContentDocument)
    levels = access_levels.of(ctx, kind, [each[0].id for each in found])
    return [
        Attached(
            document,
            version,
            link,
            names.get(document.owner_id, ""),
            may_change,
            levels.get(document.id) == access_levels.ALL,
        )
        for document, version, link in found
    ]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def attach(
    ctx: Context, *, record_id: RecordId, name: FileName, content: Bytes, title: FileTitle = ""
) -> ContentVersion:
    """Put a new file on a record."""
    row = _known(ctx, record_id)
    values = {"PathOnClient": name, "FirstPublishLocationId": row.id}
    return _made(ctx, content, values, title)


# Pages show the latest version alone.
@operation(Effect.WRITE, scope="api", doors=(Surface.MCP,))
def add_version(
    ctx: Context, *, document_id: DocumentId, name: FileName, content: Bytes
) -> ContentVersion:
    """Put new bytes in the place of a file's; the earlier ones stay among its versions."""
    document = records.known(ctx, "ContentDocument", document_id)
    values = {"PathOnClient": name, "ContentDocumentId": document.id}
    return _made(ctx, content, values, document.title)


@operation(Effect.READ, scope="api")
def content(ctx: Context, *, version_id: VersionId) -> Held:
    """Read what a version of a file holds."""
    version = records.known(ctx, "ContentVersion", version_id)
    query = select(Content.content).where(Content.sha256 == version.sha256)
    file = File(
        id=version.id,
        name=name_of(version),
        title=version.title,
        mime=version.mime,
        size=version.size,
        sha256=version.sha256,
    )
    return Held(file, ctx.session.scalars(query).one())


# Over REST the link is deleted like any record.
@operation(Effect.WRITE, scope="api", doors=_DOORS)
def remove(ctx: Context, *, record_id: RecordId, document_id: DocumentId) -> None:
    """Take a file from a record; it stays with its owner, and on other records."""
    row = _known(ctx, record_id)
    query = select(ContentDocumentLink).where(
        _links.linked_id == row.id,
        _links.document_id == (record_ids.full(document_id) or ""),
        ~_links.is_deleted,
    )
    link = ctx.session.scalar(query.order_by(_links.id).limit(1))
    if link is None:
        raise refusals.not_found()
    records.remove(ctx, link)
    ctx.touch(hearing.topic_of(row.id))


def name_of(version: ContentVersion) -> str:
    """What a version is called where it is saved: its path without folders."""
    return uploads.good_name(version.path)


@holds("crm")
def _kept() -> Select[Any]:
    return select(_versions.sha256)


def _known(ctx: Context, record_id: str) -> Any:
    """A record that the caller sees and that can show files."""
    full = record_ids.full(record_id)
    sobject = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    if sobject is None or sobject.name not in LINKED:
        raise refusals.not_found()
    return records.known(ctx, sobject.name, record_id)


def _may_change(ctx: Context, row: Any) -> bool:
    sobject = objects.of_model(type(row))
    level = access_levels.of(ctx, sobject, [row.id]).get(row.id, "")
    return sight.may(ctx, sobject, "edit") and level in (access_levels.EDIT, access_levels.ALL)


def _made(ctx: Context, content: bytes, values: dict[str, Any], title: str) -> ContentVersion:
    kind = objects.of_model(ContentVersion)
    named = {"Title": title} if title.strip() else {}
    data = {DATA: b64encode(content).decode()}
    made: ContentVersion = records.insert(ctx, kind, {**values, **named, **data})
    return made
