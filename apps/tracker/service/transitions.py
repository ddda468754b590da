"""Transitions: the ways that an issue may go on from where it stands, and going one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import BindParameter, Select, bindparam, or_, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import (
    Issue,
    Status,
    Transition,
    TransitionFrom,
)
from workworld.apps.tracker.service import (
    access,
    comments,
    customer_moves,
    field_input,
    field_values,
    projects,
    screens,
    sight,
    site,
    status_changes,
    transition_rules,
)
from workworld.apps.tracker.service.place import Place
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.service.transition_rules import Attempted
from workworld.apps.tracker.types import FieldValues, IssueRef, RichText
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import Conflict, Invalid, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits

TransitionNumber = Annotated[
    str,
    Field(
        description="The number of a transition in the issue's workflow, such as 21.",
        min_length=1,
        max_length=20,
    ),
]


@dataclass(frozen=True, slots=True)
class Available:
    """A way on from where an issue stands."""

    transition: Transition
    to: Status
    fields: Sequence[ScreenField]
    """What its screen asks for; without any it has none."""
    refused: Refused | None
    """Why the caller may not take it, or None if they may."""

    @property
    def has_screen(self) -> bool:
        """Whether it asks for something."""
        return bool(self.fields)


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, issue: IssueRef) -> Sequence[Available]:
    """List the ways on from where an issue stands, with the reasons why some are closed.

    Numbers belong to a workflow: issues of other types have others.
    """
    row = sight.read(ctx, issue)
    place = _place(ctx, row)
    refusal = why_not(ctx, row)
    theirs = _for_customers(ctx, row) if refusal else ()
    return [
        _available(ctx, place, way, None if way in theirs else refusal, has_screen=not theirs)
        for way in ways_of(ctx, row)
    ]


@operation(Effect.WRITE, scope="write:jira-work")
def perform(
    ctx: Context,
    *,
    issue: IssueRef,
    transition: TransitionNumber,
    fields: FieldValues = {},  # noqa: B006 - it is only read
    comment: Annotated[RichText | None, Field(description="What to say of it.")] = None,
) -> Issue:
    """Move an issue on through its workflow.

    ``list`` tells which ways there are, and what each asks for: a resolution, say, or a comment.
    Customers take those that the portal shows, and fill in nothing but a comment.
    """
    row = sight.known(ctx, issue)
    if refusal := why_not(ctx, row):
        way = _for_customer(ctx, row, transition)
        if way is None or fields:
            raise refusal
    else:
        way = _chosen(ctx, row, transition)
    if refusal := transition_rules.why_not(ctx, row, way):
        raise refusal
    given = _given(ctx, row, way, fields)
    attempted = Attempted(row, way, given, comment is not None)
    if problems := transition_rules.problems(ctx, attempted):
        said = " ".join(problem.what for problem in problems)
        raise Invalid("invalid_fields", said, problems=problems)
    if comment is not None:
        comments.put(ctx, row, comment)
    status_changes.go(ctx, attempted)
    return row


def why_not(ctx: Context, issue: Issue) -> Refused | None:
    """Why the caller may not move an issue on at all, or None if they may."""
    return access.why_not_with(ctx, permission_names.TRANSITION, issue)


@permits("tracker.transitions.perform", Issue)
def _may_perform(ctx: Context, issue: Issue) -> Refused | None:
    return why_not(ctx, issue)


def ways_of(ctx: Context, issue: Issue) -> Sequence[Transition]:
    """The transitions from where an issue stands, whoever may take them."""
    workflow = site.workflow_of(ctx, issue.project_id, issue.type_id)
    if workflow is None:
        return []
    key = ("tracker ways", workflow.id, issue.status_id)
    values = {"workflow": workflow.id, "status": issue.status_id}
    return ctx.remembered(key, lambda: plain_rows(ctx.session, Transition, _ways(), values))


def _chosen(ctx: Context, issue: Issue, number: str) -> Transition:
    """The transition of a number.

    Raises:
        Conflict: ``transition_not_allowed``, naming those that are possible.
    """
    ways = ways_of(ctx, issue)
    for way in ways:
        if str(way.number) == number.strip():
            return way
    statuses = site.statuses(ctx)
    possible = [
        f"{way.number} ({way.name} → {statuses[way.to_id].name})"
        for way in ways
        if transition_rules.why_not(ctx, issue, way) is None
    ]
    here = statuses[issue.status_id].name
    raise Conflict(
        "transition_not_allowed",
        f"Transition '{number}' is not possible for {issue.key}, which is in status '{here}'."
        f" Possible: {', '.join(possible) or 'none'}.",
    )


def _for_customers(ctx: Context, issue: Issue) -> Sequence[Transition]:
    """The ways on that the portal shows to customers, if the caller is one with whom it is."""
    if not customer_moves.is_theirs(ctx, issue):
        return ()
    return [way for way in ways_of(ctx, issue) if customer_moves.shows(way)]


def _for_customer(ctx: Context, issue: Issue, number: str) -> Transition | None:
    ways = _for_customers(ctx, issue)
    return next((way for way in ways if str(way.number) == number.strip()), None)


def _given(
    ctx: Context, issue: Issue, way: Transition, fields: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The values that were filled in for the transition's screen, checked."""
    place = _place(ctx, issue)
    asked = [each for each in way.screen if each != f.COMMENT]
    given = field_input.Input(ctx, place, field_input.showing(place, asked), always=())
    for field, raw in fields.items():
        known = field in asked
        had = field_values.current(ctx, issue, field) if known else None
        given.take(field, raw, had)
    return given.finish()


def _place(ctx: Context, issue: Issue) -> Place:
    project = projects.known(ctx, issue.project_id)
    return Place(project, site.issue_types(ctx)[issue.type_id], issue)


def _available(
    ctx: Context, place: Place, way: Transition, refusal: Refused | None, *, has_screen: bool
) -> Available:
    issue = place.issue
    if refusal is None and issue is not None:
        refusal = transition_rules.why_not(ctx, issue, way)
    if not has_screen:
        return Available(way, site.statuses(ctx)[way.to_id], (), refusal)
    must = transition_rules.required_fields(way)
    shown = field_input.showing(place, way.screen)
    for field in must & shown.keys():
        shown[field].is_required = True
    fields = screens.described(ctx, place, way.screen, shown)
    return Available(way, site.statuses(ctx)[way.to_id], fields, refusal)


@cache
def _ways() -> Select[Any]:
    ways, sources = Transition.__table__.c, TransitionFrom.__table__.c
    status: BindParameter[str] = bindparam("status")
    from_here = select(sources.transition_id).where(sources.status_id == status)
    everywhere = ways.is_global.is_(True) & (ways.to_id != status)
    return constant(
        select(Transition.__table__)
        .where(ways.workflow_id == bindparam("workflow"), or_(everywhere, ways.id.in_(from_here)))
        .order_by(ways.number)
    )
