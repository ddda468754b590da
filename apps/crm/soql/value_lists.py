"""Lists of values that queries know as objects: stages of deals, statuses of leads, cases, tasks.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_opportunitystage.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Select, literal, select, union_all

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.shapes import PickValue
from workworld.apps.crm.soql.derived_objects import derived
from workworld.randomness import digest

_PREFIX = "01J"
_SHARED = (
    Field("Id", "Record ID", Kind.ID, "id", length=18),
    Field("MasterLabel", "Label", Kind.STRING, "label", length=255, is_name=True),
    Field("ApiName", "API Name", Kind.STRING, "label", length=255),
    Field("SortOrder", "Order", Kind.INT, "place"),
    Field("IsActive", "Active", Kind.BOOLEAN, "is_active"),
)
_IS_DEFAULT = Field("IsDefault", "Default", Kind.BOOLEAN, "is_default")
_IS_CLOSED = Field("IsClosed", "Closed", Kind.BOOLEAN, "is_closed")
Told = Callable[[PickValue], Mapping[str, Any]]


def _rows(name: str, told: Told) -> Select[Any]:
    parts = [
        select(
            *(
                literal(value).label(column)
                for column, value in {
                    "id": record_ids.derived(_PREFIX, digest("crm value", name, each.value)),
                    "label": each.value,
                    "place": place,
                    "is_active": each.is_active,
                    "is_default": each.is_default,
                    "is_deleted": False,
                    **told(each),
                }.items()
            )
        )
        for place, each in enumerate(picklists.all_values(name), 1)
    ]
    return select(union_all(*parts).subquery())


def _stage(value: PickValue) -> Mapping[str, Any]:
    stage = picklists.STAGE_OF[value.value]
    return {
        "is_closed": stage.is_closed,
        "is_won": stage.is_won,
        "probability": stage.probability,
        "category": stage.forecast_category,
    }


def _declare(name: str, label: str, values: str, told: Told, *more: Field) -> None:
    fields: Sequence[Field] = (*_SHARED, *more)
    derived(name, label, f"{label}s", _PREFIX, fields, partial(_rows, values, told))


_declare(
    "OpportunityStage",
    "Opportunity Stage",
    "stage",
    _stage,
    _IS_CLOSED,
    Field("IsWon", "Won", Kind.BOOLEAN, "is_won"),
    Field("DefaultProbability", "Probability (%)", Kind.PERCENT, "probability"),
    Field("ForecastCategory", "Forecast Category", Kind.STRING, "category", length=40),
    Field("ForecastCategoryName", "Forecast Category Name", Kind.STRING, "category", length=40),
)
_declare(
    "LeadStatus",
    "Lead Status Value",
    "lead status",
    lambda each: {"is_converted": each.value == picklists.LEAD_CONVERTED},
    _IS_DEFAULT,
    Field("IsConverted", "Converted", Kind.BOOLEAN, "is_converted"),
)
_declare(
    "CaseStatus",
    "Case Status Value",
    "case status",
    lambda each: {"is_closed": each.value in picklists.CLOSED_CASES},
    _IS_DEFAULT,
    _IS_CLOSED,
)
_declare(
    "TaskStatus",
    "Task Status Value",
    "task status",
    lambda each: {"is_closed": each.value == picklists.TASK_DONE},
    _IS_DEFAULT,
    _IS_CLOSED,
)
