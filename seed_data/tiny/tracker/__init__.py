"""The tiny company's tracker, from the YAML files beside this module."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.seed_data.reading import read
from workworld.seed_data.tracker_facts import (
    ComponentFact,
    DeskFact,
    FieldFact,
    LevelFact,
    ProjectFact,
    SecurityFact,
    SiteGroupFact,
    TrackerFacts,
    VersionFact,
)

_HERE = Path(__file__).parent


def load(everyone: Sequence[str], zone: ZoneInfo) -> TrackerFacts:
    """Read it.

    Args:
        everyone: keys of all who work here.
        zone: headquarters', whose wall clock the times in the files are.
    """
    site = read(_HERE / "site.yaml")
    return TrackerFacts(
        groups=[_group(row, everyone) for row in site["groups"]],
        security=[_security(row) for row in site["security"]],
        categories=site["categories"],
        fields=[FieldFact(**{"options": (), **row}) for row in site["fields"]],
        projects=[_project(row, zone) for row in read(_HERE / "projects.yaml")["projects"]],
        desks=[_desk(row, zone) for row in read(_HERE / "desks.yaml")["desks"]],
    )


def _desk(row: dict[str, Any], zone: ZoneInfo) -> DeskFact:
    times = {
        part: [
            {**each, **{k: v.replace(tzinfo=zone) for k, v in each.items() if k in ("at", "said")}}
            for each in row.get(part, ())
        ]
        for part in ("ratings", "approvals")
    }
    return DeskFact(**{**row, **times})


def _group(row: dict[str, Any], everyone: Sequence[str]) -> SiteGroupFact:
    members = everyone if row["members"] == "all" else row["members"]
    return SiteGroupFact(row["name"], row["admins"], members)


def _security(row: dict[str, Any]) -> SecurityFact:
    return SecurityFact(row["name"], [LevelFact(**level) for level in row["levels"]])


def _project(row: dict[str, Any], zone: ZoneInfo) -> ProjectFact:
    parts = {
        "created": row["created"].replace(tzinfo=zone),
        "components": [ComponentFact(**each) for each in row.get("components", ())],
        "versions": [_version(each) for each in row.get("versions", ())],
    }
    return ProjectFact(**{**row, **parts})


def _version(row: dict[str, Any]) -> VersionFact:
    dates: dict[str, Any] = {name: str(row[name]) for name in ("start", "release") if name in row}
    given: dict[str, Any] = {**row, **dates}
    return VersionFact(**given)
