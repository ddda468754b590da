"""Building workflows, starting them, and filling in their forms."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.models import Workflow
from workworld.apps.chat.service import members, workflow_runs, workflows
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_ANSWERS = {"which_laptop": "15 inches", "what_for": "Builds", "needed_by": ""}
_WORDLESS = {**_ANSWERS, "what_for": ""}


def _laptop(world: World, facts: Facts) -> None:
    """The company's own workflow, which begins with a form."""
    with world.reading() as session:
        facts["workflow"] = session.scalars(select(Workflow.id)).one()


def _asking(world: World, facts: Facts) -> None:
    """It was started without answers, and asks."""
    _laptop(world, facts)
    actor = Actor(facts[PERSONA])
    run = perform(world, actor, workflow_runs.start, workflow_id=facts["workflow"])
    facts["run"] = run.id


def _draft(world: World, facts: Facts) -> None:
    """The persona's own workflow, which is ready."""
    begins = {"kind": "link", "settings": {"channel_id": facts["deploys"]}}
    says = {"kind": "message", "settings": {"channel": facts["deploys"], "text": "Go"}}
    made = perform(
        world,
        Actor(facts[PERSONA]),
        workflows.create,
        name="Go",
        trigger=begins,
        steps=[says],
    )
    facts["workflow"] = made.id


def _empty(world: World, facts: Facts) -> None:
    made = perform(world, Actor(facts[PERSONA]), workflows.create, name="Empty")
    facts["workflow"] = made.id


def _live(world: World, facts: Facts) -> None:
    _draft(world, facts)
    actor = Actor(facts[PERSONA])
    perform(world, actor, workflows.publish, workflow_id=facts["workflow"])


def _deserted(world: World, facts: Facts) -> None:
    """It is published, and its owner has left the channel to which it posts."""
    _live(world, facts)
    perform(world, Actor(facts[PERSONA]), members.leave, channel_id=facts["deploys"])


def _create(name: str, outcome: str, handle: str = PERSONA, /, **given: str) -> Case:
    doors = {
        Surface.MCP: Words("slack_create_workflow", given),
        Surface.UI: Words("/workflows/new", given),
    }
    return Case("chat.workflows.create", name, outcome, doors, handle=handle)


def _change(
    verb: str, path: str, name: str, outcome: str, before: Before, handle: str = PERSONA
) -> Case:
    doors = {
        Surface.MCP: Words(f"slack_{path}_workflow", {"workflow_id": "$workflow"}),
        Surface.UI: Words(f"/workflows/$workflow/{path}", {}),
    }
    return Case(f"chat.workflows.{verb}", name, outcome, doors, before, handle)


def _hand_over(
    name: str, outcome: str, person: str, before: Before = _live, handle: str = PERSONA
) -> Case:
    given = {"workflow_id": "$workflow", "user_id": person}
    doors = {
        Surface.MCP: Words("slack_hand_over_workflow", given),
        Surface.UI: Words("/workflows/$workflow/owner", {"owner": person}),
    }
    return Case("chat.workflow_owners.change", name, outcome, doors, before, handle)


def _start(
    name: str, outcome: str, answers: dict[str, Any], before: Before = _laptop, where: str = ""
) -> Case:
    given = {"workflow_id": "$workflow", **({"answers": answers} if answers else {})}
    doors = {
        Surface.MCP: Words("slack_start_workflow", given),
        Surface.UI: Words(f"/c/{where or '$product_eng'}/workflows/$workflow", answers),
    }
    return Case("chat.workflow_runs.start", name, outcome, doors, before)


def _submit(name: str, outcome: str, answers: dict[str, str], handle: str = PERSONA) -> Case:
    doors = {
        Surface.MCP: Words("slack_submit_workflow_form", {"run_id": "$run", "answers": answers}),
        Surface.UI: Words("/workflows/$workflow/runs/$run/form", answers),
    }
    return Case("chat.workflow_runs.submit", name, outcome, doors, _asking, handle)


CASES = (
    _create("named", "ok", name="Welcome", description="For whoever is new", icon="wave"),
    _create("no name", "invalid_name", name=" ", description="", icon="zap"),
    _create("no emoji", "invalid_emoji", name="Odd", description="", icon="no such thing"),
    _create("by a guest", "user_is_restricted", "mtierney", name="Mine", icon="zap"),
    _change("publish", "publish", "a draft", "ok", _draft),
    _change("publish", "publish", "nothing in it", "no_trigger", _empty),
    _change("publish", "publish", "of somebody else", "access_denied", _laptop),
    _change("unpublish", "unpublish", "a live one", "ok", _live),
    _change("unpublish", "unpublish", "a draft", "not_published", _draft),
    _change("remove", "delete", "one's own", "ok", _live),
    _change("remove", "delete", "hidden", "workflow_not_found", _draft, COLLEAGUE),
    _hand_over("one's own", "ok", "$mchen"),
    _hand_over("of somebody else, by an admin", "ok", "$aruiz", _laptop),
    _hand_over("of somebody else", "access_denied", "$mchen", _laptop, COLLEAGUE),
    _hand_over("to a guest", "invalid_users", "$mtierney"),
    _hand_over("to oneself", "already_owner", "$aruiz"),
    _hand_over("to nobody", "user_not_found", "U0000000000"),
    _hand_over("hidden", "workflow_not_found", "$mchen", _draft, COLLEAGUE),
    _start("with answers", "ok", _ANSWERS),
    _start("one missing", "invalid_answers", _WORDLESS),
    _start("without a form", "ok", {}, _live, "$deploys"),
    _start("failing at once", "ok", {}, _deserted, "$deploys"),
    _submit("answered", "ok", _ANSWERS),
    _submit("one missing", "invalid_answers", _WORDLESS),
    _submit("by its owner", "access_denied", _ANSWERS, "wtallis"),
)
