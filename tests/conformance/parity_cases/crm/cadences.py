"""Who is followed up by a cadence, in the words of each door."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, doing, floor_of, making, then

from workworld.apps.crm.models import Cadence
from workworld.apps.crm.service import cadences
from workworld.worlds import World


def _known(world: World, facts: Facts) -> None:
    """The id of a cadence."""
    query = select(Cadence.id).where(Cadence.name == "After a conference")
    facts["cadence"] = str(floor_of(world).rows(query)[0].id)


_OUT = then(_known, making("lead", "Lead", Email="ngozi@larkspur.example"))
_IN = then(_OUT, doing(cadences.enroll, cadence_id="$cadence", record_ids=["$lead"]))


def _cases() -> Iterator[Case]:
    for name, outcome, before in (("a lead", "ok", _OUT), ("in it", "INVALID_STATUS", _IN)):
        yield case(
            "cadences.enroll",
            name,
            outcome,
            mcp=("addToCadence", {"cadence-id": "$cadence", "ids": ["$lead"]}),
            ui=("/Lead/$lead/cadence", {"cadence": "$cadence"}),
            before=before,
        )
    for name, outcome, before in (("a lead", "ok", _IN), ("in none", "INVALID_STATUS", _OUT)):
        yield case(
            "cadences.stop",
            name,
            outcome,
            mcp=("removeFromCadence", {"id": "$lead", "cadence-id": "$cadence"}),
            ui=("/Lead/$lead/cadence/stop", {"cadence": "$cadence"}),
            before=before,
        )


CASES = tuple(_cases())
