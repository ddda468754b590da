"""What the organisation has decided that happens, or may not happen, to records by themselves.

Conditions are formulas (``workworld.formulas``) over the record's fields.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base

DEFAULT_TIER = ""
"""The targets of cases whose account has no tier, or none with targets."""


class ValidationRule(Base):
    """A record for which a formula is true cannot be saved.

    https://help.salesforce.com/s/articleView?id=platform.fields_about_field_validation.htm
    """

    __tablename__ = "crm_validation_rules"
    __table_args__ = (Index(None, "sobject"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``03d``."""
    sobject: Mapped[str]
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    formula: Mapped[str]
    message: Mapped[str]
    field: Mapped[str] = mapped_column(default="")
    """Beside which field the message stands; empty for the top of the page."""
    is_active: Mapped[bool] = mapped_column(default=True)


class DuplicateRule(Base):
    """What happens when a record is saved that is likely there already.

    https://help.salesforce.com/s/articleView?id=sales.duplicate_rules_map_of_reference.htm
    """

    __tablename__ = "crm_duplicate_rules"
    __table_args__ = (Index(None, "sobject", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``0Bm``."""
    sobject: Mapped[str]
    """Of what object the record is that is saved."""
    name: Mapped[str]
    position: Mapped[int]
    against: Mapped[str]
    """Among the records of what object it is looked for."""
    matchers: Mapped[list[str]] = mapped_column(JSON)
    """Any of ``email``, ``name and company``, ``company``, ``domain`` is enough."""
    action: Mapped[str]
    """``Alert``: it may be saved all the same; or ``Block``."""
    is_active: Mapped[bool] = mapped_column(default=True)


class AssignmentRule(Base):
    """Who gets a new case or lead.

    https://help.salesforce.com/s/articleView?id=service.creating_assignment_rules.htm
    """

    __tablename__ = "crm_assignment_rules"
    __table_args__ = (Index(None, "sobject"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``01Q``."""
    sobject: Mapped[str]
    name: Mapped[str]
    is_active: Mapped[bool] = mapped_column(default=True)
    """One rule of each object at most."""


class AssignmentEntry(Base):
    """The first entry whose formula is true says whose the record becomes."""

    __tablename__ = "crm_assignment_entries"
    __table_args__ = (Index(None, "rule_id", "position", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``01R``."""
    rule_id: Mapped[str] = mapped_column(ForeignKey("crm_assignment_rules.id"))
    position: Mapped[int]
    formula: Mapped[str] = mapped_column(default="TRUE")
    assignee_id: Mapped[str]
    """A user's or a queue's id."""
    takes_turns: Mapped[bool] = mapped_column(default=False)
    """Whether it becomes that of the queue's members, one after the other."""
    by_load: Mapped[bool] = mapped_column(default=False)
    """Whether whoever has the fewest open records comes first, and turns decide among equals."""
    at_work_only: Mapped[bool] = mapped_column(default=False)
    """Whether those are passed over for whom it is no working time, if others are at work."""
    last_user_id: Mapped[str | None] = mapped_column(default=None)
    """Whose turn it was last."""


class EscalationRule(Base):
    """What happens to open cases that wait for too long.

    https://help.salesforce.com/s/articleView?id=service.rules_escalation_create.htm
    """

    __tablename__ = "crm_escalation_rules"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``01W``."""
    name: Mapped[str]
    position: Mapped[int]
    formula: Mapped[str] = mapped_column(default="TRUE")
    event: Mapped[str]
    """``unassigned``: so many minutes in a queue; ``breach``: so many before the next breach."""
    minutes: Mapped[int]
    assignee_id: Mapped[str | None] = mapped_column(default=None)
    """Whose the case becomes; null if it stays where it is."""
    notify_id: Mapped[str | None] = mapped_column(ForeignKey("crm_users.id"), default=None)
    """Who is told besides the owner."""
    escalates: Mapped[bool] = mapped_column(default=True)
    """Whether the case is marked as escalated."""
    is_active: Mapped[bool] = mapped_column(default=True)


class BusinessHours(Base):
    """The hours in which the clocks of cases run; one row.

    https://help.salesforce.com/s/articleView?id=service.customize_supporthours.htm
    """

    __tablename__ = "crm_business_hours"

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``01m``."""
    name: Mapped[str]
    zone: Mapped[str]
    """An IANA name."""
    hours: Mapped[list[list[list[int]]]] = mapped_column(JSON)
    """For each day from Monday: from when to when, in minutes since midnight."""
    holidays: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    """Days without any: ``date`` (ISO) and ``name`` each."""


class SlaTarget(Base):
    """Within how many business minutes cases are answered and solved.

    https://help.salesforce.com/s/articleView?id=service.entitlements_milestones_overview.htm
    """

    __tablename__ = "crm_sla_targets"

    tier: Mapped[str] = mapped_column(primary_key=True)
    """The account's; empty for accounts without one."""
    priority: Mapped[str] = mapped_column(primary_key=True)
    first_response_minutes: Mapped[int]
    resolution_minutes: Mapped[int]


class ApprovalProcess(Base):
    """A record for which a formula is true may be submitted for somebody's approval.

    https://help.salesforce.com/s/articleView?id=platform.approvals_considerations.htm
    """

    __tablename__ = "crm_approval_processes"
    __table_args__ = (Index(None, "sobject", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``04a``."""
    sobject: Mapped[str]
    name: Mapped[str]
    position: Mapped[int]
    formula: Mapped[str]
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """Who is asked, step by step; none for the manager of whoever submits."""
    updates: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """Fields that are set ``when`` it is submitted, approved, rejected or recalled."""
    locks_approved: Mapped[bool] = mapped_column(default=False)
    """Whether the record stays locked when it is approved."""
    may_recall: Mapped[bool] = mapped_column(default=True)
    """Whether whoever has submitted it may take it back."""
    asked_field: Mapped[str] = mapped_column(default="")
    """The field whose value is approved, and stands in ``granted_field`` then; or empty."""
    granted_field: Mapped[str] = mapped_column(default="")
    is_active: Mapped[bool] = mapped_column(default=True)


class ApprovalRequest(Base):
    """A record was submitted; the core's approval of the same id tells who is asked."""

    __tablename__ = "crm_approval_requests"
    __table_args__ = (Index(None, "record_id"),)

    id: Mapped[str] = mapped_column(ForeignKey("approvals_approvals.id"), primary_key=True)
    process_id: Mapped[str] = mapped_column(ForeignKey("crm_approval_processes.id"))
    sobject: Mapped[str]
    record_id: Mapped[str]
    instance_id: Mapped[str] = mapped_column(unique=True)
    """What the vendor's programs call it; begins with ``04g``."""
    comment: Mapped[str] = mapped_column(default="")
    asked: Mapped[float | None] = mapped_column(default=None)
    """What the field held whose value is approved."""
