"""Bulk changes: the same done to many issues, each of which may be refused by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import issues as single
from workworld.apps.tracker.service import transitions, watchers
from workworld.apps.tracker.service.issues import Changes, StatusId, TypeRef
from workworld.apps.tracker.types import FieldValues, IssueRef, ProjectRef, RichText
from workworld.context import Context, Surface
from workworld.database import driver
from workworld.errors import Refused
from workworld.operations import Effect, operation

_DOORS = (Surface.MCP,)
"""The vendor's API begins a task that is asked after later; nothing takes that long here."""
MOST = 1000
Keys = Annotated[
    Sequence[IssueRef],
    Field(description="Keys or ids of issues, in order.", min_length=1, max_length=MOST),
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one issue."""

    asked: str
    """The key or id that was given."""
    issue: Issue | None = None
    """None if it was refused or is no more."""
    refused: Refused | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was done."""
        return self.refused is None


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    issues: Keys,
    fields: FieldValues = {},  # noqa: B006 - it is only read
    changes: Changes = (),
) -> Sequence[Outcome]:
    """Change the same fields of several issues; each may be refused by itself."""
    return _each(
        ctx, issues, lambda ref: single.edit(ctx, issue=ref, fields=fields, changes=changes)
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
    """Move several issues on through their workflows; each may be refused by itself."""

    def go(ref: str) -> Issue:
        number = _number(ctx, ref, transition)
        return transitions.perform(
            ctx, issue=ref, transition=number, fields=fields, comment=comment
        )

    return _each(ctx, issues, go)


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
) -> Sequence[Outcome]:
    """Move several issues to another project; each may be refused by itself."""
    return _each(
        ctx,
        issues,
        lambda ref: single.move(
            ctx,
            issue=ref,
            project_id=project_id,
            type_id=type_id,
            status_id=status_id,
            fields=fields,
        ),
    )


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def watch(
    ctx: Context,
    *,
    issues: Keys,
    watching: Annotated[bool, Field(description="Whether to watch them from now on.")] = True,
) -> Sequence[Outcome]:
    """Let the caller watch several issues, or no longer."""
    act = watchers.watch if watching else watchers.unwatch
    return _each(ctx, issues, lambda ref: act(ctx, issue=ref))


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def delete(
    ctx: Context,
    *,
    issues: Keys,
    subtasks: Annotated[bool, Field(description="Delete their sub-tasks as well.")] = False,
) -> Sequence[Outcome]:
    """Delete several issues for good; each may be refused by itself."""
    return _each(ctx, issues, lambda ref: single.delete(ctx, issue=ref, subtasks=subtasks))


def _number(ctx: Context, ref: str, wanted: str) -> str:
    """The number of an issue's transition that is called so or leads there, as far as there is."""
    name = wanted.strip().casefold()
    ways = transitions.list(ctx, issue=ref)
    named = [way for way in ways if way.transition.name.casefold() == name]
    leading = [way for way in ways if way.to.name.casefold() == name]
    possible = sorted([*named, *leading], key=lambda way: way.refused is not None)
    return str(possible[0].transition.number) if possible else wanted[:20]


def _each(
    ctx: Context, asked: Iterable[str], act: Callable[[str], Issue | None]
) -> Sequence[Outcome]:
    return [_one(ctx, ref, act) for ref in dict.fromkeys(asked)]


def _one(ctx: Context, ref: str, act: Callable[[str], Issue | None]) -> Outcome:
    """Do something to one issue; if it is refused nothing of it stays."""
    database, events, topics = driver(ctx.session), len(ctx.events), len(ctx.topics)
    ctx.session.flush()  # what was done so far is not to be undone
    database.execute("SAVEPOINT one_of_many")
    try:
        issue = act(ref)
        ctx.session.flush()  # it belongs to what may be undone
    except Refused as refusal:
        if not database.in_transaction:
            raise
        ctx.session.expunge_all()
        database.execute("ROLLBACK TO one_of_many")
        database.execute("RELEASE one_of_many")
        del ctx.events[events:], ctx.topics[topics:]
        return Outcome(ref, None, refusal)
    database.execute("RELEASE one_of_many")
    return Outcome(ref, issue)
