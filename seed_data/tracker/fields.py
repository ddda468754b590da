"""Company facts → custom fields, their options, and the screens that they stand on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.field_ids import FIRST_CUSTOM
from workworld.apps.tracker.models import (
    ContextProject,
    CustomField,
    FieldContext,
    FieldOption,
    Project,
    ProjectField,
)
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service.field_places import context_name
from workworld.ids import Ids
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.tracker.defaults import TYPE_IDS


def _numbered(facts: CompanyFacts) -> Iterator[tuple[str, Any]]:
    for place, fact in enumerate(facts.tracker.fields):
        yield f"customfield_{FIRST_CUSTOM + place}", fact


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the fields with their options."""
    for field_id, fact in _numbered(facts):
        session.add(
            CustomField(id=field_id, name=fact.name, description=fact.description, kind=fact.kind)
        )
        session.flush()  # options refer to it
        _add_options(session, field_id, fact.options, None)


def _add_options(
    session: Session, field_id: str, options: Sequence[Any], parent_id: str | None
) -> None:
    for place, option in enumerate(options):
        value, below = next(iter(option.items())) if isinstance(option, dict) else (option, ())
        option_id = next_id(Ids(session), "option")
        session.add(
            FieldOption(
                id=option_id, field_id=field_id, parent_id=parent_id, value=value, position=place
            )
        )
        session.flush()  # those below refer to it
        _add_options(session, field_id, below, option_id)


def put_on_screens(session: Session, facts: CompanyFacts) -> None:
    """Let the projects have the fields, below those that were on their screens already."""
    projects = dict(session.execute(select(Project.key, Project.id)).all())
    for field_id, fact in _numbered(facts):
        context = FieldContext(
            id=next_id(Ids(session), "field context"),
            field_id=field_id,
            name=context_name(fact.name),
            is_everywhere=not fact.projects,
        )
        session.add(context)
        session.flush()  # its projects refer to it
        for key in fact.projects:
            session.add(ContextProject(context_id=context.id, project_id=projects[key]))
            for type_id in (TYPE_IDS[name] for name in fact.types):
                _put(session, projects[key], type_id, field_id, is_required=fact.required)


def _put(
    session: Session, project_id: str, type_id: str, field_id: str, *, is_required: bool
) -> None:
    screen = (ProjectField.project_id == project_id, ProjectField.type_id == type_id)
    last = session.scalar(select(func.max(ProjectField.position)).where(*screen))
    if last is None:
        return  # the project has no issues of this type
    session.add(
        ProjectField(
            project_id=project_id,
            type_id=type_id,
            field=field_id,
            position=last + 1,
            is_required=is_required,
        )
    )
    session.flush()  # the next one comes after it
