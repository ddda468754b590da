"""The reports and dashboards that a company of this kind begins with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Dashboard, Organization, Report, ReportFolder, Widget
from workworld.apps.crm.service import dashboard_grids
from workworld.apps.crm.service.dashboard_grids import Cell
from workworld.apps.crm.service.report_definitions import Definition
from workworld.apps.crm.service.reports import developer_name
from workworld.seed_data.crm.writing import Writer

_FACTS = Path(__file__).with_name("reports.yaml")


def build(session: Session) -> None:
    """Insert folders, reports and dashboards that everybody sees: the administrator's work."""
    facts = yaml.safe_load(_FACTS.read_text(encoding="utf-8"))
    organization = session.scalars(select(Organization)).one()
    at_us, owner_id = organization.created_us, organization.created_by_id
    writer = Writer(session)
    folders = {
        (kind, name): writer.next_id("00l")
        for kind, names in facts["folders"].items()
        for name in names
    }
    writer.insert(
        ReportFolder,
        [
            {"id": id, "kind": kind, "name": name, "access": "ReadOnly",
             "owner_id": owner_id, "created_us": at_us}
            for (kind, name), id in folders.items()
        ],
    )  # fmt: skip
    made = {
        "owner_id": owner_id,
        "created_us": at_us,
        "modified_us": at_us,
        "modified_by_id": owner_id,
        "version": 1,
    }
    reports = {each["name"]: writer.next_id("00O") for each in facts["reports"]}
    writer.insert(
        Report,
        [
            made | _named(each, reports[each["name"]]) | _asked(each)
            | {"folder_id": folders["Report", each["folder"]]}
            for each in facts["reports"]
        ],
    )  # fmt: skip
    for each in facts["dashboards"]:
        dashboard_id = writer.next_id("01Z")
        row = made | _named(each, dashboard_id)
        row |= {
            "folder_id": folders["Dashboard", each["folder"]],
            "running_user_id": None,
            "filter_field": each.get("filter", ""),
        }
        writer.insert(Dashboard, [row])
        cells: list[Cell] = []
        for widget in each["widgets"]:
            size = widget.get("grid") or dashboard_grids.usual(widget["kind"])
            cells.append(dashboard_grids.free(cells, *size))
        writer.insert(
            Widget,
            [
                _widget(writer, widget, dashboard_id, cell, reports)
                for widget, cell in zip(each["widgets"], cells, strict=True)
            ],
        )


def _named(fact: Mapping[str, Any], id: str) -> dict[str, Any]:
    return {
        "id": id,
        "name": fact["name"],
        "developer_name": developer_name(fact["name"]),
        "description": fact.get("description", ""),
    }


def _asked(fact: Mapping[str, Any]) -> dict[str, Any]:
    definition = Definition.model_validate(fact["definition"])
    stored = definition.model_dump(mode="json", exclude_defaults=True)
    return {"report_type": fact["type"], "definition": stored}


def _widget(
    writer: Writer,
    fact: Mapping[str, Any],
    dashboard_id: str,
    cell: Cell,
    reports: Mapping[str, str],
) -> dict[str, Any]:
    return {
        "id": writer.next_id("01a"),
        "dashboard_id": dashboard_id,
        "report_id": reports[fact["report"]],
        "title": fact["title"],
        "footer": fact.get("footer", ""),
        "kind": fact["kind"],
        "grid_column": cell.column,
        "grid_row": cell.row,
        "width": cell.width,
        "height": cell.height,
        "aggregate": fact.get("aggregate", ""),
        "goal": fact.get("goal"),
    }
