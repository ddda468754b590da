"""Whether an automation rule can run as it is built."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.apps.tracker import APP
from workworld.automation import read
from workworld.context import Context
from workworld.errors import Invalid, Problem, Refused
from workworld.rules import kinds, trees
from workworld.rules.kinds import Check, Family, PartKind, TriggerKind
from workworld.rules.models import Rule
from workworld.rules.trees import Placed

BEGINS = "trigger"
"""What stands in the field of a problem of the trigger; of a part it is the part's id."""
_FOUND_ANYWHERE = ("jql", "created")
"""What a branch can be of where there is no issue."""


def require_sound(ctx: Context, row: Rule) -> None:
    """See to it that a rule can run as it is built.

    Raises:
        Invalid: ``invalid_rule``, with a problem for each part.
    """
    found = problems(ctx, row)
    if found:
        said = " ".join(problem.what for problem in found)
        raise Invalid("invalid_rule", said, problems=found)


def problems(ctx: Context, row: Rule) -> list[Problem]:
    """What is wrong with a rule as it is built, part by part."""
    begins, placed = row.draft["trigger"], [*trees.walk(APP.id, row.draft["parts"])]
    found: list[Problem] = []
    trigger = kinds.triggers(APP.id).get(begins.get("kind", ""))
    if trigger is None:
        found.append(Problem("Choose what begins the rule.", BEGINS))
    else:
        settings = begins["settings"]
        found += _of_settings(ctx, row, trigger, trigger.check, settings, BEGINS)
    if not any(each.kind.family is Family.ACTION for each in placed):
        found.append(Problem("Add an action: a rule does something.", ""))
    for each in placed:
        found += _of_part(ctx, row, each, trigger, placed)
    return found


def _of_part(
    ctx: Context,
    row: Rule,
    placed: Placed,
    trigger: TriggerKind | None,
    everything: list[Placed],
) -> Iterator[Problem]:
    part, kind = placed.part, placed.kind
    if kind.family is Family.IF and not part[trees.TESTS]:
        yield Problem(f"{kind.title}: add a condition.", part["id"])
    if kind.family is Family.BRANCH and not part[trees.WITHIN]:
        yield Problem(f"{kind.title}: add what is done for each.", part["id"])
    has_thing = trigger is None or trigger.has_thing or _is_in_branch(placed, everything)
    has_thing = has_thing or row.draft["trigger"]["settings"].get("about") == "issues"
    if kind.needs_thing and not has_thing:
        said = f"{kind.title}: there is no issue here. Put it in a branch."
        yield Problem(said, part["id"])
    is_of_related = part["settings"].get("relation") not in _FOUND_ANYWHERE
    if kind.family is Family.BRANCH and is_of_related and not has_thing:
        said = f"{kind.title}: there is no issue here. Choose those of a query."
        yield Problem(said, part["id"])
    yield from _of_settings(ctx, row, kind, kind.check, part["settings"], part["id"])


def _is_in_branch(placed: Placed, everything: list[Placed]) -> bool:
    by_id = {each.part["id"]: each for each in everything}
    while placed.parent_id:
        placed = by_id[placed.parent_id]
        if placed.kind.family is Family.BRANCH:
            return True
    return False


def _of_settings(
    ctx: Context,
    row: Rule,
    kind: TriggerKind | PartKind,
    check: Check | None,
    settings: dict[str, object],
    field: str,
) -> Iterator[Problem]:
    try:
        settled = read(kind, settings)
        if check is not None:
            check(ctx, row.scope_id, settled)
    except Refused as refused:
        said = " ".join(each.what for each in refused.problems) or refused.message
        if not said.startswith(kind.title):
            said = f"{kind.title}: {said}"
        yield Problem(said, field)
