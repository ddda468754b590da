"""Several versions at once: those that are fit are created; why others are not is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from workworld.apps.tracker.models import Version
from workworld.apps.tracker.service import projects, versions
from workworld.apps.tracker.types import ProjectRef
from workworld.context import Context, Surface
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED


class NewVersion(BaseModel):
    """One of the versions."""

    model_config = CLOSED

    name: Annotated[str, Field(description="What it is called.", max_length=1000)]
    description: Annotated[str, Field(description="What it is about.", max_length=20_000)] = ""
    start_date: Annotated[str, Field(description="Like 2030-01-31.", max_length=64)] = ""
    release_date: Annotated[str, Field(description="Like 2030-01-31.", max_length=64)] = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one version."""

    version: Version | None = None
    refused: Refused | None = None


# The vendor's API creates one at a time, and so do pages.
@operation(Effect.WRITE, scope="manage:jira-project", doors=(Surface.MCP,))
def create(
    ctx: Context,
    *,
    project: ProjectRef,
    new: Annotated[Sequence[NewVersion], Field(description="The versions.", max_length=100)],
) -> Sequence[Outcome]:
    """Create several versions; one that is unfit does not keep the others from being created."""
    projects.known(ctx, project)
    return [_one(ctx, project, each) for each in new]


def _one(ctx: Context, project: str, wanted: NewVersion) -> Outcome:
    """All is checked before anything is written, so that a refusal leaves nothing behind."""
    try:
        return Outcome(versions.create(ctx, project=project, **wanted.model_dump()))
    except Refused as refused:
        return Outcome(refused=refused)
