"""Contexts of the fields that the site has added."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, three

from workworld.apps.tracker.service import custom_fields, field_contexts
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

EVERYBODY = (("as an admin", "ok", "aruiz"), ("as a member", "permission_denied", "jwikstrand"))
ROOT, PAGE = "field/$field/context", "/admin/fields/$field/contexts"
ONE = {"fieldId": "$field", "contextId": "$context"}


def _contexts() -> Iterator[Case]:
    for name, outcome, handle in EVERYBODY:
        yield case(
            "field_contexts.create",
            name,
            outcome,
            rest=(three(f"POST {ROOT}"), {"name": "Docks", "projectIds": ["$cal"]}),
            mcp=(
                "createJiraFieldContext",
                {"fieldId": "$field", "name": "Docks", "projectIds": ["$cal"], "typeIds": []},
            ),
            ui=(f"{PAGE}/new", {"name": "Docks", "places": "1", "project": ["$cal"]}),
            before=_with_field,
            handle=handle,
        )
        yield case(
            "field_contexts.edit",
            name,
            outcome,
            rest=(three(f"PUT {ROOT}/$context"), {"name": "Docks"}),
            mcp=("editJiraFieldContext", {**ONE, "name": "Docks"}),
            ui=(f"{PAGE}/$context/edit", {"name": "Docks"}),
            before=_with_field,
            handle=handle,
        )
        yield case(
            "field_contexts.set_defaults",
            name,
            outcome,
            rest=(
                three(f"PUT {ROOT}/defaultValue"),
                {"defaultValues": [{"contextId": "$context", "type": "float", "number": 3.0}]},
            ),
            mcp=("setJiraFieldDefaults", {"fieldId": "$field", "values": {"$context": 3.0}}),
            ui=(f"{PAGE}/$context/default", {"$field": "3"}),
            before=_with_field,
            handle=handle,
        )
        yield case(
            "field_contexts.delete",
            name,
            outcome,
            rest=(three(f"DELETE {ROOT}/$context"), {}),
            mcp=("deleteJiraFieldContext", ONE),
            ui=(f"{PAGE}/$context/delete", {}),
            before=_with_field,
            handle=handle,
        )


def _with_field(world: World, facts: Facts) -> None:
    """A field that holds a number is called ``field``, and its context ``context``."""
    actor = Actor(facts["aruiz"])
    facts["field"] = perform(world, actor, custom_fields.create, name="Pallets", kind="number").id
    (context,) = perform(world, actor, field_contexts.list, field_id=facts["field"])
    facts["context"] = context.id


CASES = (*_contexts(),)
