"""Issues of the wrong component, and so in the wrong queue, as they come in a hurry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.work.places import Place

_OF_1000 = 28
"""So many issues are filed wrongly, and nobody has noticed."""


class Misfiled:
    """Files some issues wrongly.

    Args:
        company: whose.
        places: its projects.
    """

    def __init__(self, company: Company, places: Sequence[Place]) -> None:
        self._company = company
        self._parts = {place.key: [part.name for part in place.parts] for place in places}

    def components(
        self, name: str, event: Event, later: Sequence[Event], fields: Mapping[str, Any]
    ) -> list[str] | None:
        """The components under which an issue is filed, if they are not those that it is about.

        Args:
            name: the issue's stable name.
            event: how it was opened.
            later: what happened to it since.
            fields: as they should be.
        """
        right: Sequence[str] = fields.get("components", ())
        stream = self._company.chance.stream("tracker", "misfiled", name)
        if stream.integer(1, 1000) > _OF_1000 or len(right) != 1:
            return None
        if any("components" in each.facts for each in later):
            return None  # somebody looked at it
        others = [each for each in self._parts[event.things["project"]] if each not in right]
        if not others:
            return None
        fact = Fact(
            f"{name}/misfiled",
            "record",
            name,
            right[0],
            event.at,
            places=(f"tracker:{self._company.keys.of(name)}",),
            rule="mis-filed",
            is_defect=True,
        )
        self._company.ledger.note(fact)
        return [stream.choice(others)]
