"""What the organisation itself fills in when a record is made or changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.crm.schema import amounts, terms
from workworld.apps.crm.schema.domains import domain_of
from workworld.apps.crm.schema.names import full_name
from workworld.apps.crm.schema.picklists import (
    ARTICLE_ONLINE,
    CASE_ESCALATED,
    CLOSED_CASES,
    CONTRACT_ACTIVE,
    LEAD_CONVERTED,
    STAGE_OF,
    TASK_DONE,
)

Row = dict[str, Any]
Derive = Callable[[Row, Row | None, Mapping[str, Any], int, str], None]
"""The new row, the old one (None for a new record), what was given, when, and on what day."""


def derive(
    sobject: str, row: Row, old: Row | None, given: Mapping[str, Any], at: tuple[int, str]
) -> None:
    """Fill in what follows from the rest.

    Args:
        sobject: the object.
        row: the record as it shall be; changed.
        old: as it was; None if it is new.
        given: the columns that somebody gave.
        at: when, in microseconds and as a day.
    """
    found = _DERIVED.get(sobject)
    if found is not None:
        found(row, old, given, *at)


def _person(row: Row, _old: Row | None, _given: Any, _at_us: int, _day: str) -> None:
    row["name"] = full_name(row["first_name"], row["last_name"])


def _lead(row: Row, old: Row | None, given: Any, at_us: int, day: str) -> None:
    _person(row, old, given, at_us, day)
    if row["status"] == LEAD_CONVERTED and not row["is_converted"]:
        row.update(is_converted=True, converted_date=day)


def _account(row: Row, _old: Row | None, _given: Any, _at_us: int, _day: str) -> None:
    row["domain"] = domain_of(row["website"])


def _opportunity(row: Row, old: Row | None, given: Mapping[str, Any], at_us: int, _: str) -> None:
    stage = STAGE_OF[row["stage"]]
    if old is None or old["stage"] != stage.name:
        row["stage_changed_us"] = at_us
        if "probability" not in given:
            row["probability"] = stage.probability
        if "forecast_category" not in given:
            row["forecast_category"] = stage.forecast_category
        row["closed_us"] = at_us if stage.is_closed else None
    row.update(is_closed=stage.is_closed, is_won=stage.is_won)
    row["expected_revenue"] = amounts.expected(row["amount"], row["probability"])
    if old and not stage.is_closed and row["close_date"][:7] > old["close_date"][:7]:
        row["push_count"] += 1


def _case(row: Row, old: Row | None, _given: Any, at_us: int, _day: str) -> None:
    was_closed, row["is_closed"] = row["is_closed"], row["status"] in CLOSED_CASES
    if row["is_closed"] != was_closed:
        row["closed_us"] = at_us if row["is_closed"] else None
        row["reopen_count"] += 1 if old and was_closed else 0
    if row["status"] == CASE_ESCALATED:
        row["is_escalated"] = True
    elif row["is_closed"]:
        row["is_escalated"] = False
    row["number"] = f"{int(row['number']):08}"


def _contract(row: Row, old: Row | None, _given: Any, at_us: int, _day: str) -> None:
    if row["start_date"] and row["term"]:
        row["end_date"] = terms.last_day(row["start_date"], row["term"])
    was_active = old is not None and old["activated_us"] is not None
    if row["status"] == CONTRACT_ACTIVE and not was_active:
        row.update(activated_us=at_us, activated_by_id=row["modified_by_id"])


def _article(row: Row, old: Row | None, _given: Any, at_us: int, _day: str) -> None:
    row["url_name"] = "-".join(re.findall(r"\w+", row["title"]))
    if old and row["status"] == ARTICLE_ONLINE and old["status"] != ARTICLE_ONLINE:
        row["first_published_us"] = row["first_published_us"] or at_us
        row["published_us"] = at_us


def _task(row: Row, _old: Row | None, _given: Any, at_us: int, _day: str) -> None:
    row["is_closed"] = row["status"] == TASK_DONE
    if not row["is_closed"]:
        row["completed_us"] = None
    elif row["completed_us"] is None:
        row["completed_us"] = at_us


def _member(row: Row, _old: Row | None, _given: Any, _at_us: int, day: str) -> None:
    row["has_responded"] = row["status"] in ("Responded", "Attended")
    if row["has_responded"] and row["first_responded"] is None:
        row["first_responded"] = day


_DERIVED: Mapping[str, Derive] = {
    "Account": _account,
    "Contact": _person,
    "Lead": _lead,
    "Opportunity": _opportunity,
    "Case": _case,
    "Contract": _contract,
    "Knowledge__kav": _article,
    "Task": _task,
    "CampaignMember": _member,
}
