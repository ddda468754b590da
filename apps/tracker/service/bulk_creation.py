"""Many issues at once: those that are fit are created, and of the others it is told why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import creation
from workworld.apps.tracker.service import issues as single
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.context import Context, Surface
from workworld.errors import Invalid, Problem, Refused
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED


class NewIssue(BaseModel):
    """One of the issues."""

    model_config = CLOSED

    project_id: Annotated[str, Field(description="Its project, by id or key.", max_length=64)]
    type_id: Annotated[str, Field(description="Its type, by id or name.", max_length=255)]
    fields: Annotated[Mapping[str, Any], Field(description="Values by field id.")]
    problems: Annotated[
        Sequence[tuple[str, str]],
        Field(description="What was unfit of it before it came here: what, and which field."),
    ] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one of them was not created."""

    number: int
    """Its place, from 0."""
    refused: Refused


@dataclass(frozen=True, slots=True)
class Made:
    """What came of it."""

    issues: Sequence[Issue]
    failures: Sequence[Failure]


class NothingMade(Invalid):
    """None of them was fit."""

    failures: Sequence[Failure] = ()


@operation(Effect.WRITE, scope="write:jira-work", doors=PROGRAMS)
def create(
    ctx: Context,
    *,
    issues: Annotated[Sequence[NewIssue], Field(description="The issues.", max_length=50)],
) -> Made:
    """Create up to 50 issues; one that is unfit does not keep the others from being created."""
    made: list[Issue] = []
    failures: list[Failure] = []
    for number, wanted in enumerate(issues):
        try:
            made.append(_create(ctx, wanted))
        except Refused as refused:
            failures.append(Failure(number, refused))
    if not made:
        nothing = NothingMade("invalid_fields", "No issue was created.")
        nothing.failures = failures
        raise nothing
    return Made(made, failures)


# The vendor's API has no such question; the community's tool for many issues does.
@operation(Effect.READ, scope="write:jira-work", doors=(Surface.MCP,))
def check(
    ctx: Context,
    *,
    issues: Annotated[Sequence[NewIssue], Field(description="The issues.", max_length=50)],
) -> int:
    """Tell whether issues would be created, without creating them: how many, or why not."""
    for wanted in issues:
        _require_fit(wanted)
        place = creation.place_of(ctx, wanted.project_id, wanted.type_id)
        creation.accepted(ctx, place, wanted.fields)
    return len(issues)


def _create(ctx: Context, wanted: NewIssue) -> Issue:
    """All is checked before anything is written, so that a refusal leaves nothing behind."""
    _require_fit(wanted)
    return single.create(
        ctx, project_id=wanted.project_id, type_id=wanted.type_id, fields=wanted.fields
    )


def _require_fit(wanted: NewIssue) -> None:
    if wanted.problems:
        problems = [Problem(what, field) for what, field in wanted.problems]
        raise Invalid("invalid_fields", problems=problems)
