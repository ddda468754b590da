"""What becomes of files when they and the records that show them are saved and deleted.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentversion.htm
"""

from __future__ import annotations

import hashlib
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm.models import ContentDocument, ContentDocumentLink, ContentVersion
from workworld.apps.crm.models.files import LINKED
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import hearing, records, refusals
from workworld.apps.crm.service.saving import Options, Saving, after, before, before_delete
from workworld.context import Context
from workworld.errors import Invalid, TooLarge
from workworld.files import uploads
from workworld.files.kinds import extension_in, is_text, mime_of
from workworld.journal import keep_digests_of

_versions, _links = ContentVersion.__table__.c, ContentDocumentLink.__table__.c
_SYSTEM = Options(system=True)
DATA = "VersionData"
"""The field that takes a file's bytes."""
keep_digests_of(DATA)
_TYPES = {
    "jpg": "JPG",
    "jpeg": "JPG",
    "docx": "WORD_X",
    "xlsx": "EXCEL_X",
    "pptx": "POWER_POINT_X",
    "txt": "TEXT",
    "md": "TEXT",
}
_KNOWN_TYPES = ("CSV", "GIF", "HTML", "JSON", "MP3", "MP4", "PDF", "PNG", "SVG", "XML", "ZIP")


@before("ContentVersion")
def _keep(ctx: Context, saved: Saving) -> None:
    """Keep the bytes of a new version, and find the file that it is one of."""
    if not saved.is_new:
        return
    row = saved.row
    if not row.content:
        saved.errors.append(refusals.required([DATA]))
        saved.settle()
    name = _name(row.path)
    _require_fitting(name, row.content)
    row.sha256 = uploads.keep(ctx, row.content)
    row.mime, row.size = mime_of(row.content, name), len(row.content)
    row.checksum = hashlib.md5(row.content, usedforsecurity=False).hexdigest()
    row.extension = extension_in(name) or None
    row.file_type = type_of(row.extension or "", row.mime)
    row.title = row.title or PurePosixPath(name).stem[:255]
    if row.document_id is None:
        row.number = 1
        row.document_id = _document(ctx, row)
    else:
        row.number = _retired(ctx, row.document_id) + 1


@after("ContentVersion")
def _publish(ctx: Context, saved: Saving) -> None:
    """A file is what its latest version is; a new one is shown where it was made."""
    row = saved.row
    document = ctx.session.get_one(ContentDocument, row.document_id)
    if row.is_latest:
        document.latest_version_id = row.id
        values = _told(row)
        if (document.title, document.size) != (row.title, row.size) or row.number > 1:
            records.change(ctx, document, values, _SYSTEM)
    if saved.is_new and row.first_location_id:
        kind = objects.of_model(ContentDocumentLink)
        values = {"ContentDocumentId": row.document_id, "LinkedEntityId": row.first_location_id}
        records.insert(ctx, kind, values)


@before("ContentDocumentLink")
def _require_once(ctx: Context, saved: Saving) -> None:
    """A record shows a file once."""
    row = saved.row
    query = select(_links.id).where(
        _links.document_id == row.document_id,
        _links.linked_id == row.linked_id,
        ~_links.is_deleted,
    )
    if saved.is_new and ctx.session.scalar(query.limit(1)) is not None:
        said = "This file is on the record already."
        saved.refuse("DUPLICATE_VALUE", said, "LinkedEntityId")


@after("ContentDocumentLink")
def _tell(ctx: Context, saved: Saving) -> None:
    ctx.touch(hearing.topic_of(saved.row.linked_id))


@before_delete("ContentDocument")
def _take_versions(ctx: Context, document: ContentDocument) -> None:
    """A file that is deleted is on no record any longer."""
    for model in (ContentDocumentLink, ContentVersion):
        _take(ctx, document, model, model.document_id == document.id)


@before_delete(*LINKED)
def _take_links(ctx: Context, row: Any) -> None:
    """A record that is deleted shows no file any longer; the file stays with its owner."""
    _take(ctx, row, ContentDocumentLink, ContentDocumentLink.linked_id == row.id)


def _take(ctx: Context, row: Any, model: Any, condition: Any) -> None:
    query = select(model).where(condition, ~model.is_deleted).order_by(model.id)
    for each in ctx.session.scalars(query).all():
        records.remove(ctx, each, with_id=row.id)


def _name(path: str) -> str:
    try:
        return uploads.good_name(path)
    except Invalid as refused:
        raise refusals.refused(
            "FIELD_INTEGRITY_EXCEPTION", refused.message, "PathOnClient"
        ) from None


def _require_fitting(name: str, content: bytes) -> None:
    try:
        uploads.require_good(name, content)
    except TooLarge as refused:
        raise refusals.refused("MAXIMUM_SIZE_OF_DOCUMENT", refused.message, DATA) from None


def type_of(extension: str, mime: str) -> str:
    """What the vendor calls a kind of files: ``PDF``, ``WORD_X`` …

    Args:
        extension: how the name ends, in small letters.
        mime: what the bytes are.
    """
    upper = extension.upper()
    if extension in _TYPES or upper in _KNOWN_TYPES:
        return _TYPES.get(extension, upper)
    return "TEXT" if is_text(mime) else "UNKNOWN"


def _document(ctx: Context, row: ContentVersion) -> str:
    kind = objects.of_model(ContentDocument)
    return str(records.insert(ctx, kind, _told(row), _SYSTEM).id)


def _told(row: ContentVersion) -> dict[str, Any]:
    """What a file is called and is, as its latest version has it."""
    return {
        "Title": row.title,
        "FileType": row.file_type,
        "FileExtension": row.extension,
        "ContentSize": row.size,
    }


def _retired(ctx: Context, document_id: str) -> int:
    """How many versions a file has; none of them is the latest any longer."""
    query = select(ContentVersion).where(_versions.document_id == document_id)
    for each in ctx.session.scalars(query.where(_versions.is_latest)).all():
        each.is_latest = False
    count = select(func.max(_versions.number)).where(_versions.document_id == document_id)
    return ctx.session.scalar(count) or 0
