"""Reports and dashboards, as queries know them; which of them somebody sees, services say.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_report.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, ColumnElement, Select, case, func, literal, select

from workworld.apps.crm.models import Dashboard, Report, ReportFolder
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.derived_objects import derived
from workworld.apps.crm.soql.setup_objects import ID, moment, user

FORMATS = {
    "TABULAR": "Tabular",
    "SUMMARY": "Summary",
    "MATRIX": "Matrix",
    "JOINED": "MultiBlock",
}
"""The vendor's words by those of definitions."""
_reports, _boards = Report.__table__.c, Dashboard.__table__.c
_NO = literal(value=False, type_=Boolean)


def _folder(folder_id: ColumnElement[Any], private: str) -> ColumnElement[Any]:
    name = select(ReportFolder.name).where(ReportFolder.id == folder_id).scalar_subquery()
    return func.coalesce(name, private).label("folder")


def _reports_made() -> Select[Any]:
    said = func.coalesce(func.json_extract(_reports.definition, "$.format"), "TABULAR")
    return select(
        Report.__table__,
        _folder(_reports.folder_id, "Private Reports"),
        case(FORMATS, value=said, else_=said).label("format"),
        _NO.label("is_deleted"),
    )


def _dashboards_made() -> Select[Any]:
    runs_as = case((_boards.running_user_id.is_(None), "LoggedInUser"), else_="SpecifiedUser")
    return select(
        Dashboard.__table__,
        _folder(_boards.folder_id, "Private Dashboards"),
        runs_as.label("type"),
        _NO.label("is_deleted"),
    )


def _common(name: str, label: str) -> tuple[Field, ...]:
    return (
        ID,
        Field(name, label, Kind.STRING, "name", length=80, is_name=True),
        Field("DeveloperName", "Unique Name", Kind.STRING, "developer_name", length=80),
        Field("Description", "Description", Kind.STRING, "description", length=255),
        Field("FolderName", "Folder Name", Kind.STRING, "folder", length=256),
        user("CreatedById", "Created By ID", "owner_id"),
        moment("CreatedDate", "Created Date", "created_us"),
        user("LastModifiedById", "Last Modified By ID", "modified_by_id"),
        moment("LastModifiedDate", "Last Modified Date", "modified_us"),
        moment("SystemModstamp", "System Modstamp", "modified_us"),
        Field("IsDeleted", "Deleted", Kind.BOOLEAN, "is_deleted"),
    )


derived(
    "Report",
    "Report",
    "Reports",
    "00O",
    (
        *_common("Name", "Report Name"),
        user("OwnerId", "Owner ID", "owner_id"),
        Field("Format", "Format", Kind.PICKLIST, "format", length=40),
    ),
    _reports_made,
)
derived(
    "Dashboard",
    "Dashboard",
    "Dashboards",
    "01Z",
    (
        *_common("Title", "Title"),
        Field("Type", "Dashboard Running User", Kind.PICKLIST, "type", length=40),
        user("RunningUserId", "Running User ID", "running_user_id"),
    ),
    _dashboards_made,
)
