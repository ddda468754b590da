"""Cadences as queries know them, and who is in them.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_actioncadencetracker.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Select, literal, select

from workworld.apps.crm.models import Cadence, CadenceTracker
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.derived_objects import derived
from workworld.apps.crm.soql.setup_objects import ID, moment, user

_NO = literal(value=False, type_=Boolean)


def _cadences() -> Select[Any]:
    return select(Cadence.__table__, _NO.label("is_deleted"))


def _trackers() -> Select[Any]:
    return select(CadenceTracker.__table__, _NO.label("is_deleted"))


derived(
    "ActionCadence",
    "Cadence",
    "Cadences",
    "77A",
    (
        ID,
        Field("Name", "Name", Kind.STRING, "name", length=80, is_name=True),
        Field("Description", "Description", Kind.TEXTAREA, "description", length=1_000),
        Field("IsActive", "Active", Kind.BOOLEAN, "is_active"),
    ),
    _cadences,
)
derived(
    "ActionCadenceTracker",
    "Cadence Tracker",
    "Cadence Trackers",
    "77B",
    (
        ID,
        Field(
            "ActionCadenceId",
            "Cadence ID",
            Kind.REFERENCE,
            "cadence_id",
            references=("ActionCadence",),
            relationship="ActionCadence",
        ),
        Field(
            "TargetId",
            "Target ID",
            Kind.REFERENCE,
            "target_id",
            references=("Lead", "Contact"),
            relationship="Target",
        ),
        user("OwnerId", "Owner ID", "owner_id"),
        Field("State", "State", Kind.STRING, "state", length=40),
        Field("CompletionReason", "Completion Reason", Kind.STRING, "reason", length=40),
        moment("CreatedDate", "Created Date", "started_us"),
        moment("CompletionDateTime", "Completed", "ended_us"),
    ),
    _trackers,
    parent="TargetId",
)
