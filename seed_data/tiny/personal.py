"""What people keep for themselves, as it stands in its file."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.seed_data.personal_facts import (
    PersonalFact,
    Place,
    ReminderFact,
    SavedFact,
    ScheduledFact,
    SectionFact,
    StarFact,
    StatusFact,
    UnsentFact,
)

F = TypeVar("F")


def fact_of(row: dict[str, Any], zone: ZoneInfo) -> PersonalFact:
    """Read one person's part; its times are wall clock in this zone."""

    def facts(name: str, kind: type[F]) -> list[F]:
        return [kind(**_arguments(each, zone)) for each in row.get(name, ())]

    return PersonalFact(
        who=row["who"],
        status=StatusFact(**_arguments(row["status"], zone)) if "status" in row else None,
        starred=facts("starred", StarFact),
        sections=facts("sections", SectionFact),
        unsent=facts("unsent", UnsentFact),
        scheduled=facts("scheduled", ScheduledFact),
        reminders=facts("reminders", ReminderFact),
        saved=facts("saved", SavedFact),
    )


def _arguments(row: dict[str, Any], zone: ZoneInfo) -> dict[str, Any]:
    values: dict[str, Any] = {
        key: value.replace(tzinfo=zone) if isinstance(value, datetime) else value
        for key, value in row.items()
    }
    if "in" in values:
        values["place"] = _place(values.pop("in"))
    if "holds" in values:
        values["holds"] = [_place(each) for each in values["holds"]]
    return values


def _place(written: str | list[str]) -> Place:
    return written if isinstance(written, str) else tuple(written)
