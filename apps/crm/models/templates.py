"""Texts that are sent again and again, with fields to be filled in."""

from __future__ import annotations

from sqlalchemy.orm import Mapped

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject


@sobject(
    "EmailTemplate",
    "Email Template",
    "Email Templates",
    "00X",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    updateable=False,
    deletable=False,
)
class EmailTemplate(Record):
    """An e-mail with merge fields: ``Hello {{Contact.FirstName}}``."""

    __tablename__ = "crm_email_templates"

    name: Mapped[str] = columns.text("Name", "Email Template Name", 80, is_name=True)
    developer_name: Mapped[str] = columns.text("DeveloperName", "Template Unique Name", 80)
    description: Mapped[str | None] = columns.text("Description", "Description")
    related_type: Mapped[str | None] = columns.text("RelatedEntityType", "Related Entity Type", 40)
    """Of what object the record is that it is about; null for any."""
    subject: Mapped[str] = columns.text("Subject", "Subject", 255)
    body: Mapped[str] = columns.long_text("Body", "Body")
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active", default=True)
