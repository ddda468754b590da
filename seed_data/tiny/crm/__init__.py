"""The tiny company's customers, from the YAML files beside this module."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.seed_data.crm_facts import (
    AdjustmentFact,
    CadenceFact,
    ChangeFact,
    CrmFacts,
    CrmRecordFact,
    CurrencyFact,
    GroupFact,
    QuotaFact,
    RoleFact,
    SharingFact,
    TerritoryFact,
    UserFact,
)
from workworld.seed_data.reading import read

_HERE = Path(__file__).parent
_FILES = {
    "Campaign": "campaigns",
    "Account": "accounts",
    "Contact": "contacts",
    "Lead": "leads",
    "Product2": "products",
    "Pricebook2": "pricebooks",
    "Opportunity": "opportunities",
    "Contract": "contracts",
    "Asset": "assets",
    "Case": "cases",
    "Task": "tasks",
    "Event": "events",
    "Note": "notes",
    "EmailMessage": "emails",
    "Knowledge__kav": "articles",
    "QuickText": "quick_texts",
    "Macro": "macros",
    "FeedItem": "posts",
    "EntitySubscription": "followers",
}
_PARTS = (
    *("lines", "quotes", "roles", "team", "members", "comments", "emails", "entries", "files"),
    *("cases", "votes", "steps", "answers", "participants"),
)


def load(zone: ZoneInfo) -> CrmFacts:
    """Read them.

    Args:
        zone: headquarters', whose wall clock the times in the files are.
    """
    setup = _settled(read(_HERE / "setup.yaml"), zone)
    return CrmFacts(
        admin=setup["admin"],
        at=setup["at"],
        roles=[RoleFact(**row) for row in setup["roles"]],
        users=[UserFact(**row) for row in setup["users"]],
        groups=[GroupFact(**row) for row in setup["groups"]],
        sharing=[SharingFact(**row) for row in setup["sharing"]],
        currencies=[CurrencyFact(**row) for row in setup["currencies"]],
        records={name: _records(file, zone) for name, file in _FILES.items()},
        quotas=[QuotaFact(**row) for row in setup["quotas"]],
        adjustments=[AdjustmentFact(**row) for row in setup["adjustments"]],
        viewed=setup["viewed"],
        cadences=[CadenceFact(**row) for row in setup["cadences"]],
        territories=[_territory(row) for row in setup["territories"]],
    )


def _territory(row: dict[str, Any]) -> TerritoryFact:
    return TerritoryFact(**{**row, "access": tuple(row.get("access", ("Read", "Read")))})


def _records(file: str, zone: ZoneInfo) -> list[CrmRecordFact]:
    path = _HERE / f"{file}.yaml"
    rows = _settled(read(path)["records"], zone) if path.exists() else []
    return [_record(row) for row in rows]


def _record(row: dict[str, Any]) -> CrmRecordFact:
    own = ("key", "at", "by", "story", *_PARTS)
    story = [
        ChangeFact(each["at"], each["by"], _without(each, ("at", "by")))
        for each in row.get("story", ())
    ]
    return CrmRecordFact(
        key=row.get("key", ""),
        at=row["at"],
        by=row["by"],
        values=_without(row, own),
        story=story,
        parts={name: row[name] for name in _PARTS if name in row},
    )


def _without(row: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def _settled(value: Any, zone: ZoneInfo) -> Any:
    """What a file says, with times in the zone and days as rows have them."""
    if isinstance(value, dict):
        return {_settled(name, zone): _settled(each, zone) for name, each in value.items()}
    if isinstance(value, list):
        return [_settled(each, zone) for each in value]
    if isinstance(value, datetime):
        return value.replace(tzinfo=zone)
    return value.isoformat() if isinstance(value, date) else value
