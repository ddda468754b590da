"""Versions that become part of others."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, three

from workworld.apps.tracker.models import Version
from workworld.worlds import World


def _merge() -> Iterator[Case]:
    for name, outcome, version in (
        ("there", "ok", "$version"),
        ("missing", "version_not_found", "$no_number"),
    ):
        yield case(
            "versions.merge",
            name,
            outcome,
            rest=(three(f"PUT version/{version}/mergeto/$released"), {}),
            mcp=("mergeJiraVersions", {"versionId": version, "into": "$released"}),
            ui=(f"/p/CAL/releases/{version}/merge", {"into": "$released"}),
            before=_with_released,
        )


def _with_released(world: World, facts: Facts) -> None:
    """A released version of CAL is called ``released``."""
    with world.reading() as session:
        query = select(Version.id).where(Version.project_id == facts["cal"], Version.is_released)
        facts["released"] = session.scalars(query.order_by(Version.position)).first() or ""


CASES = [*_merge()]
