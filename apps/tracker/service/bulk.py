"""Bulk changes: the same done to many issues, each of which may be refused by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import issues as single
from workworld.apps.tracker.service import search, sight, transitions, watchers
from workworld.apps.tracker.service.issues import Changes, StatusId, TypeRef
from workworld.apps.tracker.service.several import Outcome, each, steadily
from workworld.apps.tracker.types import FieldValues, IssueRef, Jql, ProjectRef, RichText
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API begins a task that is asked after later: see ``bulk_tasks``."""
MOST = 1000
Keys = Annotated[
    Sequence[IssueRef],
    Field(description="Keys or ids of issues, in order.", min_length=1, max_length=MOST),
]


Replacements = Annotated[
    Mapping[str, str],
    Field(description="An id as issues have it → the id there.", max_length=200),
]


# Tools search, and name what they found.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def chosen(
    ctx: Context,
    *,
    jql: Annotated[
        Jql | None, Field(description="All that it finds; none for those named.")
    ] = None,
    issues: Annotated[
        Sequence[IssueRef], Field(description="Keys or ids of issues.", max_length=MOST)
    ] = (),
) -> Sequence[Issue]:
    """List the issues that a change would be of: those named, or the first 1000 of a query."""
    if jql is not None:
        return search.search(ctx, jql=jql, limit=MOST, with_total=False).rows
    found = [sight.found(ctx, ref) for ref in dict.fromkeys(issues)]
    return list({issue.id: issue for issue in found if issue is not None}.values())


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    issues: Keys,
    fields: FieldValues = {},  # noqa: B006 - it is only read
    changes: Changes = (),
) -> Sequence[Outcome]:
    """Change the same fields of several issues; each may be refused by itself."""
    steady = steadily(ctx)
    return each(
        ctx, issues, lambda ref: single.edit(steady, issue=ref, fields=fields, changes=changes)
    )


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def transition(
    ctx: Context,
    *,
    issues: Keys,
    transition: Annotated[
        str,
        Field(
            description="Number or name of a transition, or the name of the status it leads to.",
            min_length=1,
            max_length=255,
        ),
    ],
    fields: FieldValues = {},  # noqa: B006 - it is only read
    comment: Annotated[RichText | None, Field(description="What to say of each.")] = None,
) -> Sequence[Outcome]:
    """Move several issues on through their workflows; each may be refused by itself.

    A field that only some of them are asked for is filled in there.
    """
    asked = _asked_fields(ctx, issues, transition) if fields else {}
    anywhere = {field for those in asked.values() for field in those}
    steady = steadily(ctx)

    def go(ref: str) -> Issue:
        left = anywhere - asked.get(ref, set())
        mine = {field: value for field, value in fields.items() if field not in left}
        number = _number(steady, ref, transition)
        return transitions.perform(
            steady, issue=ref, transition=number, fields=mine, comment=comment
        )

    return each(ctx, issues, go)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def move(
    ctx: Context,
    *,
    issues: Keys,
    project_id: ProjectRef,
    type_id: Annotated[
        TypeRef | None, Field(description="Their type there; by default they keep their own.")
    ] = None,
    status_id: StatusId = None,
    fields: FieldValues = {},  # noqa: B006 - it is only read
    type_ids: Replacements = {},  # noqa: B006 - it is only read
    status_ids: Replacements = {},  # noqa: B006 - it is only read
) -> Sequence[Outcome]:
    """Move several issues to another project; each may be refused by itself.

    ``type_ids`` and ``status_ids`` say what becomes of those that have a type or status, where
    that is not the same for all of them.
    """

    def go(ref: str) -> Issue:
        row = sight.read(ctx, ref)
        return single.move(
            ctx,
            issue=ref,
            project_id=project_id,
            type_id=type_ids.get(row.type_id, type_id),
            status_id=status_ids.get(row.status_id, status_id),
            fields=fields,
        )

    return each(ctx, issues, go)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def watch(
    ctx: Context,
    *,
    issues: Keys,
    watching: Annotated[bool, Field(description="Whether to watch them from now on.")] = True,
) -> Sequence[Outcome]:
    """Let the caller watch several issues, or no longer."""
    act = watchers.watch if watching else watchers.unwatch
    return each(ctx, issues, lambda ref: act(ctx, issue=ref))


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def delete(
    ctx: Context,
    *,
    issues: Keys,
    subtasks: Annotated[bool, Field(description="Delete their sub-tasks as well.")] = False,
) -> Sequence[Outcome]:
    """Delete several issues for good; each may be refused by itself."""
    return each(ctx, issues, lambda ref: single.delete(ctx, issue=ref, subtasks=subtasks))


def ways_to(ctx: Context, ref: str, wanted: str) -> Sequence[transitions.Available]:
    """The ways on of an issue that are called so or lead to a status of that name, open ones first.

    Raises:
        NotFound: ``issue_not_found``.
    """
    name = wanted.strip().casefold()
    ways = transitions.list(ctx, issue=ref)
    named = [way for way in ways if way.transition.name.casefold() == name]
    leading = [way for way in ways if way.to.name.casefold() == name and way not in named]
    return sorted([*named, *leading], key=lambda way: way.refused is not None)


def _number(ctx: Context, ref: str, wanted: str) -> str:
    possible = ways_to(ctx, ref, wanted)
    return str(possible[0].transition.number) if possible else wanted[:20]


def _asked_fields(ctx: Context, refs: Sequence[str], wanted: str) -> Mapping[str, set[str]]:
    """The fields that each issue is asked for on its way, of those that have one."""
    found = {}
    for ref in dict.fromkeys(refs):
        ways = ways_to(ctx, ref, wanted) if sight.found(ctx, ref) else ()
        found[ref] = {field.id for field in ways[0].fields} if ways else set()
    return found
