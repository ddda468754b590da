"""The CRM, as the gates see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.gates.apps.crm_facts import shown
from tests.gates.apps.crm_things import hidden, things
from tests.gates.facets import Facets

from workworld.worlds import World

_LEADING_ON = ("/",)
"""Routes that only lead on."""
_PARTS = ("/lookups/<sobject>/<field>",)
"""Parts of pages, which are seen on those."""


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    facts = shown(world, person_id)
    found = dict.fromkeys((*_LEADING_ON, *_PARTS), ())
    if "record_id" not in facts:
        return found
    records = [
        f"/{name}/{facts[f'{name.lower()}_id']}"
        for name in ("Account", "Contact", "Lead", "Opportunity", "Case")
        if f"{name.lower()}_id" in facts
    ]
    one = f"/{facts['sobject']}/{facts['record_id']}"
    changing = [] if facts.get("is_read_only") else [one]
    return found | {
        "/home": ["/home"],
        "/<sobject>/<record_id>": [
            *records,
            *(f"{records[0]}?tab={tab}" for tab in ("related", "activity", "history")),
        ],
        "/<sobject>/<record_id>/edit": [f"{each}/edit" for each in changing],
        "/<sobject>/<record_id>/clone": [f"{each}/clone" for each in changing],
        "/<sobject>/new": ["/Contact/new", "/Lead/new"] if changing else [],
    }


FACETS = Facets(
    shown=shown,
    hidden=hidden,
    things=things,
    screens=_screens,
    free_text={},
    in_paths={"version": "62.0"},
)
