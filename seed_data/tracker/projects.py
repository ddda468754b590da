"""Company facts → projects: their people, types, screens, components and versions."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Category,
    Component,
    Group,
    Project,
    RoleActor,
    SecurityScheme,
    Version,
)
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import frames
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.tracker.defaults import ROLE_IDS
from workworld.seed_data.tracker.fields import put_on_screens
from workworld.seed_data.tracker.schemes import DEFAULT_SCHEME
from workworld.seed_data.tracker_facts import ProjectFact


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the projects."""
    keys = people_by_key(session)
    categories = _add_categories(session, facts.tracker.categories)
    schemes = dict(session.execute(select(SecurityScheme.name, SecurityScheme.id)).all())
    for fact in facts.tracker.projects:
        project = Project(
            id=next_id(Ids(session), "project"),
            key=fact.key,
            name=fact.name,
            kind=fact.kind,
            description=fact.description,
            avatar=fact.avatar,
            lead_id=keys[fact.lead],
            default_assignee=fact.default_assignee,
            category_id=categories[fact.category] if fact.category else None,
            permission_scheme_id=DEFAULT_SCHEME,
            security_scheme_id=schemes[fact.security] if fact.security else None,
            created_us=to_microseconds(fact.created),
        )
        session.add(project)
        session.flush()  # what follows refers to it
        frames.lay_out(session, project)
        _add_people(session, project, fact, keys)
        _add_parts(session, project, fact, keys)
    put_on_screens(session, facts)


def _add_categories(session: Session, named: Mapping[str, str]) -> dict[str, str]:
    ids = Ids(session)
    made = {name: next_id(ids, "category") for name in named}
    session.add_all(
        Category(id=made[name], name=name, description=said) for name, said in named.items()
    )
    session.flush()  # projects refer to them
    return made


def _add_people(
    session: Session, project: Project, fact: ProjectFact, keys: Mapping[str, str]
) -> None:
    groups = dict(session.execute(select(Group.name, Group.id)).all())
    for role, actors in fact.roles.items():
        for actor in actors:
            is_group = actor.startswith("@")
            session.add(
                RoleActor(
                    project_id=project.id,
                    role_id=ROLE_IDS[role],
                    actor_id=groups[actor[1:]] if is_group else keys[actor],
                    is_group=is_group,
                )
            )


def _add_parts(
    session: Session, project: Project, fact: ProjectFact, keys: Mapping[str, str]
) -> None:
    ids = Ids(session)
    session.add_all(
        Component(
            id=next_id(ids, "component"),
            project_id=project.id,
            name=part.name,
            description=part.description,
            lead_id=keys[part.lead] if part.lead else None,
            assignee_kind=part.assignee,
        )
        for part in fact.components
    )
    session.add_all(
        Version(
            id=next_id(ids, "version"),
            project_id=project.id,
            name=version.name,
            description=version.description,
            start_date=version.start,
            release_date=version.release,
            is_released=version.is_released,
            is_archived=version.is_archived,
            position=place,
        )
        for place, version in enumerate(fact.versions)
    )
