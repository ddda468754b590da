"""Files on records: documents, their versions, and the records that show them.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentdocument.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index, literal
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Owned, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject

LINKED = (
    "Account",
    "Contact",
    "Lead",
    "Opportunity",
    "Case",
    "Campaign",
    "Quote",
    "Contract",
    "Product2",
    "Task",
    "Event",
    "EmailMessage",
    "FeedItem",
)
"""The objects whose records show files."""
_VERSIONS = "/services/data/v62.0/sobjects/ContentVersion/"
_FIXED: dict[str, Any] = {"createable": False, "updateable": False}


@sobject(
    "ContentDocument",
    "File",
    "Files",
    "069",
    computed=(SYSTEM_MODSTAMP,),
    is_everybodys=True,
    createable=False,
    searched=("title",),
)
class ContentDocument(Owned):
    """A file, whatever versions of it there are."""

    __tablename__ = "crm_documents"
    __table_args__ = (Index(None, "owner_id"),)

    title: Mapped[str] = columns.text("Title", "Title", is_name=True, **AUTOMATIC)
    file_type: Mapped[str] = columns.text("FileType", "File Type", 20, **AUTOMATIC)
    extension: Mapped[str | None] = columns.text("FileExtension", "Extension", 40, **_FIXED)
    size: Mapped[int] = columns.integer("ContentSize", "Size", **AUTOMATIC)
    # A version refers to its document, so this one comes later and refers to nothing.
    latest_version_id: Mapped[str | None] = columns.any_of(
        "LatestPublishedVersionId", "Latest Version", ("ContentVersion",), **_FIXED
    )


@sobject(
    "ContentVersion",
    "File Version",
    "File Versions",
    "068",
    computed=(
        SYSTEM_MODSTAMP,
        Field(
            "VersionData",
            "Version Data",
            Kind.BASE64,
            "content",
            updateable=False,
            is_nillable=False,
            compute=lambda table: literal(_VERSIONS) + table.c.id + literal("/VersionData"),
            help="The bytes in base64 where a file is made; where it is read, their address.",
        ),
    ),
    parent="ContentDocumentId",
    deletable=False,
)
class ContentVersion(Record):
    """What a file held at some time."""

    __tablename__ = "crm_file_versions"
    __table_args__ = (Index(None, "document_id", "number"), Index(None, "sha256"))

    content = b""
    """The bytes of a new one, which are kept by their digest."""

    document_id: Mapped[str] = columns.lookup(
        "ContentDocumentId",
        "File",
        "ContentDocument",
        "crm_documents",
        children="ContentVersions",
        updateable=False,
    )
    title: Mapped[str] = columns.text("Title", "Title", is_name=True)
    path: Mapped[str] = columns.text(
        "PathOnClient", "Path On Client", 500, required=True, updateable=False
    )
    reason: Mapped[str | None] = columns.text("ReasonForChange", "Reason For Change", 1_000)
    number: Mapped[int] = columns.integer("VersionNumber", "Version Number", **AUTOMATIC)
    is_latest: Mapped[bool] = columns.checkbox("IsLatest", "Is Latest", default=True, **_FIXED)
    file_type: Mapped[str] = columns.text("FileType", "File Type", 20, **AUTOMATIC)
    extension: Mapped[str | None] = columns.text("FileExtension", "Extension", 40, **_FIXED)
    size: Mapped[int] = columns.integer("ContentSize", "Size", **AUTOMATIC)
    checksum: Mapped[str] = columns.text("Checksum", "Checksum", 32, **AUTOMATIC)
    first_location_id: Mapped[str | None] = columns.any_of(
        "FirstPublishLocationId", "First Publish Location", LINKED, updateable=False
    )
    description: Mapped[str | None] = columns.long_text("Description", "Description", 1_000)
    mime: Mapped[str] = mapped_column()
    """What its bytes are, whatever its name says."""
    sha256: Mapped[str] = mapped_column()
    """Of its bytes, which the core keeps."""


@sobject(
    "ContentDocumentLink",
    "File on Record",
    "Files on Records",
    "06A",
    computed=(SYSTEM_MODSTAMP,),
    parent="LinkedEntityId",
)
class ContentDocumentLink(Record):
    """A record shows a file."""

    __tablename__ = "crm_document_links"
    __table_args__ = (Index(None, "linked_id"), Index(None, "document_id"))

    document_id: Mapped[str] = columns.lookup(
        "ContentDocumentId",
        "File",
        "ContentDocument",
        "crm_documents",
        children="ContentDocumentLinks",
        required=True,
        is_nillable=False,
        updateable=False,
    )
    linked_id: Mapped[str] = columns.any_of(
        "LinkedEntityId",
        "Record",
        LINKED,
        children="ContentDocumentLinks",
        required=True,
        is_nillable=False,
        updateable=False,
    )
    share_type: Mapped[str] = columns.picklist(
        "ShareType", "Share Type", "file share type", default="V", is_restricted=True
    )
    visibility: Mapped[str] = columns.picklist(
        "Visibility", "Visibility", "file visibility", default="AllUsers", is_restricted=True
    )


FILE_WORDS = fulltext.index(ContentDocument, "title")
