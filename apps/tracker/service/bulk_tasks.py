"""Bulk changes as the vendor's API asks for them: what came of each is a task to be read later.

They are done at once; the task is finished when its id is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import BulkResult, Issue
from workworld.apps.tracker.service import bulk, bulk_results, screens, sight, transitions
from workworld.apps.tracker.service.bulk import Keys
from workworld.apps.tracker.service.issues import Changes, TypeRef
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.service.several import Outcome
from workworld.apps.tracker.service.transitions import Available
from workworld.apps.tracker.types import FieldValues, IssueRef, ProjectRef
from workworld.context import Context, Surface
from workworld.errors import NotFound, Refused
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED

# Tools and pages have the bulk changes themselves, which tell at once what came of each issue.
_DOORS = (Surface.REST,)
_KIND = "task"


class Going(BaseModel):
    """Issues that take the same way on."""

    model_config = CLOSED

    issues: Keys
    transition: Annotated[
        str, Field(description="Number of a transition.", min_length=1, max_length=255)
    ]


class Moving(BaseModel):
    """Issues that go to the same place."""

    model_config = CLOSED

    issues: Keys
    project_id: ProjectRef
    type_id: TypeRef
    parent: Annotated[IssueRef | None, Field(description="Below which issue there.")] = None
    status_ids: Annotated[
        Mapping[str, str], Field(description="Status of now → status there.", max_length=200)
    ] = {}
    fields: FieldValues = {}


@dataclass(frozen=True, slots=True)
class SharedWays:
    """Issues that may go on in the same ways."""

    issues: Sequence[Issue]
    ways: Sequence[Available]


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    issues: Keys,
    fields: FieldValues = {},  # noqa: B006 - it is only read
    changes: Changes = (),
) -> BulkResult:
    """Change the same fields of several issues; answer the task that tells what came of it."""
    return _kept(
        ctx, issues, "edit", lambda: bulk.edit(ctx, issues=issues, fields=fields, changes=changes)
    )


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def transition(
    ctx: Context,
    *,
    ways: Annotated[
        Sequence[Going], Field(description="Who goes where.", min_length=1, max_length=50)
    ],
) -> BulkResult:
    """Move several issues on; answer the task that tells what came of it."""

    def act() -> Iterable[Outcome]:
        for each in ways:
            yield from bulk.transition(ctx, issues=each.issues, transition=each.transition)

    return _kept(ctx, [ref for each in ways for ref in each.issues], "transition", act)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def move(
    ctx: Context,
    *,
    moves: Annotated[
        Sequence[Moving], Field(description="What goes where.", min_length=1, max_length=50)
    ],
) -> BulkResult:
    """Move several issues to projects or types; answer the task that tells what came of it."""

    def act() -> Iterable[Outcome]:
        for each in moves:
            below = {} if each.parent is None else {f.PARENT: each.parent}
            yield from bulk.move(
                ctx,
                issues=each.issues,
                project_id=each.project_id,
                type_id=each.type_id,
                status_ids=each.status_ids,
                fields={**each.fields, **below},
            )

    return _kept(ctx, [ref for each in moves for ref in each.issues], "move", act)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def watch(
    ctx: Context,
    *,
    issues: Keys,
    watching: Annotated[bool, Field(description="Whether to watch them from now on.")] = True,
) -> BulkResult:
    """Watch several issues, or no longer; answer the task that tells what came of it."""
    deed = "watch" if watching else "unwatch"
    return _kept(ctx, issues, deed, lambda: bulk.watch(ctx, issues=issues, watching=watching))


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def delete(ctx: Context, *, issues: Keys) -> BulkResult:
    """Delete several issues and their sub-tasks; answer the task that tells what came of it."""
    return _kept(ctx, issues, "delete", lambda: bulk.delete(ctx, issues=issues, subtasks=True))


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def info(
    ctx: Context,
    *,
    task_id: Annotated[str, Field(description="A task's id.", min_length=1, max_length=64)],
) -> BulkResult:
    """Read what came of a bulk change of the caller's.

    Raises:
        NotFound: ``task_not_found``.
    """
    row = ctx.session.get(BulkResult, f"{_KIND} {task_id}")
    if row is None or row.person_id != ctx.actor.person_id:
        raise NotFound("task_not_found", f"The task with id '{task_id}' does not exist.")
    return row


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def ways(ctx: Context, *, issues: Keys) -> Sequence[SharedWays]:
    """List the ways on that several issues have, those together that may go the same ways."""
    found: dict[tuple[str, ...], tuple[list[Issue], Sequence[Available]]] = {}
    for row in _known(ctx, issues):
        open_ways = [way for way in transitions.list(ctx, issue=row.id) if way.refused is None]
        same = tuple(way.transition.id for way in open_ways)
        found.setdefault(same, ([], open_ways))[0].append(row)
    return [SharedWays(*each) for each in found.values()]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def fields(
    ctx: Context,
    *,
    issues: Keys,
    text: Annotated[str, Field(description="What their names hold.", max_length=255)] = "",
) -> Sequence[ScreenField]:
    """List the fields that can be changed on each of several issues, in order."""
    shown = [screens.edit_screen(ctx, issue=row.id) for row in _known(ctx, issues)]
    if not shown:
        return []
    common = set.intersection(*({field.id for field in each} for each in shown))
    wanted = text.strip().casefold()
    return [each for each in shown[0] if each.id in common and wanted in each.name.casefold()]


def number_of(task: BulkResult) -> str:
    """A task's id as its caller knows it."""
    return task.id.removeprefix(f"{_KIND} ")


def _known(ctx: Context, refs: Sequence[str]) -> Sequence[Issue]:
    rows = [sight.read(ctx, ref) for ref in dict.fromkeys(refs)]
    return [*{row.id: row for row in rows}.values()]


def _kept(
    ctx: Context, refs: Sequence[str], deed: str, act: Callable[[], Iterable[Outcome]]
) -> BulkResult:
    """Do it, and keep what came of each issue."""
    seen = {ref: sight.found(ctx, ref) for ref in dict.fromkeys(refs)}
    ids = {ref: row.id for ref, row in seen.items() if row is not None}
    outcomes = [*act()]
    content = {
        "deed": deed,
        "total": len(seen),
        "done": [ids[each.asked] for each in outcomes if each.is_done],
        "failed": {
            ids[each.asked]: _said(each.refused)
            for each in outcomes
            if each.refused is not None and each.asked in ids
        },
        "unknown": len(seen) - len(ids),
    }
    number = numbers.next_id(ctx.ids, "bulk task")
    return bulk_results.keep(ctx, f"{_KIND} {number}", _KIND, content)


def _said(refused: Refused) -> list[str]:
    problems: list[Any] = [*refused.problems]
    return [each.what for each in problems] or [refused.message]
