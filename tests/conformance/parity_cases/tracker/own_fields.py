"""The fields that the site has added."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import custom_fields
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

EVERYBODY = (("as an admin", "ok", "aruiz"), ("as a member", "permission_denied", "jwikstrand"))


def _fields() -> Iterator[Case]:
    for name, outcome, handle in EVERYBODY:
        yield case(
            "custom_fields.create",
            name,
            outcome,
            mcp=("createJiraField", {"name": "Yard", "kind": "select", "options": ["A", "B"]}),
            ui=("/admin/fields/new", {"name": "Yard", "kind": "select", "options": "A\nB"}),
            handle=handle,
        )
        yield case(
            "custom_fields.edit",
            name,
            outcome,
            mcp=("editJiraField", {"fieldId": "$field", "name": "Gate"}),
            ui=("/admin/fields/$field/edit", {"name": "Gate"}),
            before=_with_field,
            handle=handle,
        )
        yield case(
            "custom_fields.delete_field",
            name,
            outcome,
            mcp=("deleteJiraField", {"fieldId": "$field"}),
            ui=("/admin/fields/$field/delete", {}),
            before=_with_field,
            handle=handle,
        )
        yield case(
            "custom_fields.add_option",
            name,
            outcome,
            mcp=("addJiraFieldOption", {"fieldId": "$field", "value": "C"}),
            ui=("/admin/fields/$field/options", {"value": "C"}),
            before=_with_field,
            handle=handle,
        )
        yield case(
            "custom_fields.edit_option",
            name,
            outcome,
            mcp=("editJiraFieldOption", {"optionId": "$option", "isDisabled": True}),
            ui=("/admin/fields/$field/options/$option", {"is_disabled": "1"}),
            before=_with_field,
            handle=handle,
        )


def _with_field(world: World, facts: Facts) -> None:
    """A field is called ``field``, and a choice in it ``option``."""
    actor, given = Actor(facts["aruiz"]), {"name": "Yard", "kind": "select"}
    facts["field"] = perform(world, actor, custom_fields.create, **given).id
    added = {"field_id": facts["field"], "value": "A"}
    facts["option"] = perform(world, actor, custom_fields.add_option, **added).id


CASES = (*_fields(),)
