"""Work on many records that programs hand in and ask after.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class Job(Base):
    """A job: records to be saved or deleted, or a query."""

    __tablename__ = "crm_jobs"
    __table_args__ = (
        Index(None, "user_id", "created_us"),
        table_role(TableRole.HOUSEKEEPING),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("crm_users.id"))
    """Who handed it in: nobody else knows of it."""
    kind: Mapped[str]
    """``ingest`` or ``query`` of the newer API, ``classic`` of the older one."""
    operation: Mapped[str]
    """``insert``, ``update``, ``upsert``, ``delete``, ``query`` or ``queryAll``."""
    sobject: Mapped[str]
    external_id_field: Mapped[str | None]
    delimiter: Mapped[str] = mapped_column(default="COMMA")
    line_ending: Mapped[str] = mapped_column(default="LF")
    state: Mapped[str]
    created_us: Mapped[int]
    changed_us: Mapped[int]
    content: Mapped[str] = mapped_column(default="")
    """What was uploaded; of a query, its text."""
    results: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """Of each row its id, whether it is new, and what was wrong with it; of a query, its rows."""
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Of a query's rows."""
    error: Mapped[str | None]
    """Why nothing was done at all."""


class JobBatch(Base):
    """A part of a job of the older API; it is done as soon as it is handed in."""

    __tablename__ = "crm_job_batches"
    __table_args__ = (Index(None, "job_id"), table_role(TableRole.HOUSEKEEPING))

    id: Mapped[str] = mapped_column(primary_key=True)
    job_id: Mapped[str] = mapped_column(ForeignKey("crm_jobs.id"))
    created_us: Mapped[int]
    content: Mapped[Any] = mapped_column(JSON)
    """The rows that were sent, or the text of a query."""
    results: Mapped[list[Any]] = mapped_column(JSON, default=list)
    error: Mapped[str | None]
    """Why nothing was done at all."""
