"""What workflows of chat begin with and do in the tracker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import beginnings, steps
from workworld.apps.integrations import issues as made_of
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import addresses, issues, projects, sight, site
from workworld.automation import (
    LINK,
    PERSON,
    TEXT,
    Asked,
    Deed,
    Done,
    Outcome,
    Settings,
    linked,
    step,
    trigger,
)
from workworld.context import Context, Event
from workworld.events import on
from workworld.richtext.json_form import to_json

_CREATED = "issue_created"
_LONGEST_SUMMARY = 255
_Choices = Sequence[tuple[str, str]]
_ANY = ("", "Any")


def _projects(ctx: Context) -> _Choices:
    """The projects in which the reader may create issues."""
    found = projects.list(ctx, action="create", limit=200).items
    return [(each.key, f"{each.name} ({each.key})") for each in found]


def _watched(ctx: Context) -> _Choices:
    """The projects that the reader sees."""
    found = projects.list(ctx, limit=200).items
    return [(each.key, f"{each.name} ({each.key})") for each in found]


def _types(ctx: Context) -> _Choices:
    """The types of issues that stand alone, the usual one first."""
    names = dict.fromkeys(row.name for row in site.issue_types(ctx).values() if row.level == 0)
    ordered = sorted(names, key=lambda each: (each != made_of.USUAL, each))
    return [(each, each) for each in ordered]


def _any_type(ctx: Context) -> _Choices:
    """The types of issues, or any of them."""
    names = dict.fromkeys(row.name for row in site.issue_types(ctx).values())
    return [_ANY, *((each, each) for each in sorted(names))]


@trigger(
    _CREATED,
    title="An issue is created",
    icon="square-check",
    says="Somebody creates an issue in a project that its owner sees.",
    facts={
        "person": PERSON,
        "issue": LINK,
        "summary": TEXT,
        "type": TEXT,
        "priority": TEXT,
        "assignee": PERSON,
    },
)
class OnCreation(Settings):
    """In which project, and of which type."""

    project: Annotated[str, Asked("choice", offers=_watched), Field(title="Project", min_length=1)]
    type: Annotated[str, Asked("choice", offers=_any_type), Field(title="Issue type")] = ""


@on("tracker.issue_created")
def begin_for_issue(ctx: Context, event: Event) -> None:
    """Begin what watches a project for issues, where the workflow's owner sees the new one."""
    for version in beginnings.begun_anywhere(ctx, _CREATED):
        settings = OnCreation.model_validate(version.trigger_settings)
        owner = beginnings.owner_of(ctx, version)
        row = sight.found(owner, event.facts["issue_id"])
        if row is not None and _fits(owner, settings, row):
            beginnings.begin(ctx, version, _facts(ctx, row, event.actor_id), event.actor_id)


class CreateSettings(Settings):
    """An issue to be."""

    project: Annotated[str, Asked("choice", offers=_projects), Field(title="Project", min_length=1)]
    type: Annotated[str, Asked("choice", offers=_types), Field(title="Issue type")] = made_of.USUAL
    summary: Annotated[
        str,
        StringConstraints(min_length=1, max_length=1_000),
        Asked("line"),
        Field(title="Summary", description="Variables go in double braces."),
    ]
    description: Annotated[
        str,
        StringConstraints(max_length=4_000),
        Asked("area"),
        Field(title="Description", description="As in the composer, with variables."),
    ] = ""
    assignee: Annotated[
        str,
        StringConstraints(max_length=100),
        Asked("person", PERSON),
        Field(title="Assignee", description="Left empty, the project's rule says who gets it."),
    ] = ""


@step(
    "create_issue",
    CreateSettings,
    title="Create an issue",
    icon="square-check",
    says="In its owner's name, in a project where they may.",
    yields={"issue": LINK},
)
def create_issue(deed: Deed, settings: CreateSettings) -> Outcome:
    """Create an issue in the owner's name."""
    owner = deed.owner
    project = projects.known(owner, settings.project)
    summary = deed.values.filled(settings.summary, lambda value: steps.in_words(deed, value))
    fields: dict[str, Any] = {f.SUMMARY: " ".join(summary.split())[:_LONGEST_SUMMARY]}
    if settings.description:
        said = deed.values.filled(settings.description, lambda value: steps.in_mrkdwn(deed, value))
        fields[f.DESCRIPTION] = to_json(from_mrkdwn(said))
    if settings.assignee:
        fields[f.ASSIGNEE] = steps.person_of(deed, settings.assignee)
    made = issues.create(owner, project_id=project.id, type_id=settings.type, fields=fields)
    return Done({"issue": _link(owner, made)})


def _fits(owner: Context, settings: OnCreation, row: Issue) -> bool:
    is_here = projects.known(owner, row.project_id).key == settings.project
    return is_here and settings.type in ("", site.issue_types(owner)[row.type_id].name)


def _facts(ctx: Context, row: Issue, person_id: str) -> Mapping[str, str]:
    priority = site.priorities(ctx).get(row.priority_id or "")
    return {
        "person": person_id,
        "issue": _link(ctx, row),
        "summary": row.summary,
        "type": site.issue_types(ctx)[row.type_id].name,
        "priority": priority.name if priority else "",
        "assignee": row.assignee_id or "",
    }


def _link(ctx: Context, row: Issue) -> str:
    return linked(addresses.of_issue(ctx, row.key), row.key)
