"""What a new project has, by its kind: types of issues, their workflows, the fields on screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker import field_ids as field
from workworld.apps.tracker.models import (
    Group,
    IssueType,
    Project,
    ProjectField,
    ProjectType,
    Role,
    RoleActor,
    Workflow,
)

_SOFTWARE, _BUG, _SIMPLE = "Software workflow", "Bug workflow", "Simple workflow"
_INCIDENT, _CHANGE, _SUPPORT = "Incident workflow", "Change workflow", "Support workflow"
_FRAMES: Mapping[str, Mapping[str, str]] = {
    "scrum": {
        "Epic": _SOFTWARE,
        "Story": _SOFTWARE,
        "Task": _SOFTWARE,
        "Bug": _BUG,
        "Spike": _SOFTWARE,
        "Sub-task": _SIMPLE,
    },
    "kanban": {
        "Epic": _SOFTWARE,
        "Task": _SOFTWARE,
        "Bug": _BUG,
        "Incident": _INCIDENT,
        "Change": _CHANGE,
        "Sub-task": _SIMPLE,
    },
    "service_desk": {
        "Task": _SUPPORT,
        "Incident": _INCIDENT,
        "Change": _CHANGE,
        "Sub-task": _SIMPLE,
    },
    "business": {"Epic": _SIMPLE, "Task": _SIMPLE, "Sub-task": _SIMPLE},
}
"""Types of issues and their workflows, by name; the first that is no epic comes first."""
KINDS = tuple(_FRAMES)

_ALWAYS = (
    field.SUMMARY,
    field.DESCRIPTION,
    field.ASSIGNEE,
    field.REPORTER,
    field.PRIORITY,
    field.LABELS,
    field.COMPONENTS,
    field.PARENT,
    field.START_DATE,
    field.DUE_DATE,
    field.TIME_TRACKING,
    field.SECURITY,
    field.FLAGGED,
)
_ESTIMATED = ("Epic", "Story", "Task", "Bug", "Spike")
_SEEN_SOMEWHERE = ("Bug", "Incident")


def types_of(kind: str) -> Sequence[str]:
    """Names of the types of issues that a new project of a kind has."""
    return tuple(_FRAMES[kind])


def lay_out(session: Session, project: Project) -> None:
    """Give a new project its types of issues, each with a workflow and a screen."""
    workflows = dict(session.execute(select(Workflow.name, Workflow.id)).all())
    types = dict(session.execute(select(IssueType.name, IssueType.id)).all())
    for place, (name, workflow) in enumerate(_FRAMES[project.kind].items()):
        session.add(
            ProjectType(
                project_id=project.id,
                type_id=types[name],
                workflow_id=workflows[workflow],
                position=place,
            )
        )
        session.add_all(
            ProjectField(
                project_id=project.id,
                type_id=types[name],
                field=field_id,
                position=position,
                is_required=field_id == field.SUMMARY,
            )
            for position, field_id in enumerate(screen_of(project.kind, name))
        )
    session.flush()  # what was added is read by statements


def screen_of(kind: str, type_name: str) -> Sequence[str]:
    """Ids of the fields that issues of a type have in a new project of a kind."""
    found = list(_ALWAYS)
    if kind != "business":
        found += [field.FIX_VERSIONS]
    if kind == "scrum" and type_name in _ESTIMATED:
        found += [field.STORY_POINTS]
    if kind == "scrum" and type_name not in ("Epic", "Sub-task"):
        found += [field.SPRINT]
    if type_name in _SEEN_SOMEWHERE:
        found += [field.AFFECTS_VERSIONS, field.ENVIRONMENT]
    return found


def let_in_first(session: Session, project: Project) -> None:
    """Let those who administer the site, and its lead, administer a new project."""
    role_id = session.scalars(select(Role.id).order_by(Role.position)).first()
    if role_id is None:
        raise RuntimeError("the site has no roles")
    groups = session.scalars(select(Group.id).where(Group.is_admins).order_by(Group.id))
    actors = [(project.lead_id, False), *((group_id, True) for group_id in groups)]
    session.add_all(
        RoleActor(project_id=project.id, role_id=role_id, actor_id=actor_id, is_group=is_group)
        for actor_id, is_group in actors
    )
    session.flush()  # what was added is read by statements
