"""What issues are made of, by name: people, types, statuses, components and so on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Component,
    CustomField,
    FieldOption,
    IssueType,
    LinkType,
    Priority,
    Project,
    ProjectType,
    Resolution,
    SecurityLevel,
    Status,
    Version,
    Workflow,
)
from workworld.database import Base
from workworld.directory.models import Person
from workworld.richtext.json_form import to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, Inline, Marks, Mention, Paragraph, Text, document
from workworld.richtext.plain import to_plain
from workworld.seed_data.directory import people_by_key

_MENTION = re.compile(r"<@([a-z][a-z0-9._-]*)>")
_SIMPLE = re.compile(
    r"(?![\d\s-])(?:[^\W_]|[ ,;'?%/().:!-]|`[^\W_](?:[^\W_]|[./-])*`|<@[UW][A-Z0-9]+>)+(?<! )",
    re.ASCII,
)
"""One line whose only markup is code and people: most of what is said below issues."""
_MARKED = re.compile(r"`([^`]+)`|<@([UW][A-Z0-9]+)>")


@dataclass(frozen=True, slots=True)
class Words:
    """A text as rows hold it."""

    json: dict[str, Any]
    plain: str


@dataclass(frozen=True, slots=True)
class Known:
    """Rows and ids by what the facts call them."""

    people: Mapping[str, str]
    names: Mapping[str, str]
    """What people are called, by id."""
    projects: Mapping[str, Project]
    types: Mapping[str, IssueType]
    statuses: Mapping[str, Status]
    priorities: Mapping[str, Priority]
    resolutions: Mapping[str, Resolution]
    levels: Mapping[str, SecurityLevel]
    link_types: Mapping[str, LinkType]
    fields: Mapping[str, CustomField]
    options: Mapping[tuple[str, str], str]
    """Ids of options, by their field's id and what they say."""
    components: Mapping[tuple[str, str], str]
    """Ids by the project's id and the name; versions likewise."""
    versions: Mapping[tuple[str, str], str]
    first_status: Mapping[tuple[str, str], str]
    """The name of the status that new issues of a project and a type have."""

    def words(self, markdown: str) -> Words:
        """A Markdown text in which people are mentioned by key."""
        text = _MENTION.sub(lambda found: f"<@{self.people[found[1]]}>", markdown)
        doc = _line(text) if _SIMPLE.fullmatch(text) else from_markdown(text, breaks=True)
        return Words(to_json(doc), to_plain(doc, Names(self.names, {}, str)))


def _line(text: str) -> Document:
    """The document of a simple line, without the parser, which takes a millisecond."""
    found: list[Inline] = []
    at = 0
    for match in _MARKED.finditer(text):
        code, person_id = match.groups()
        found.append(Text(text[at : match.start()]))
        found.append(Text(code, Marks(code=True)) if code else Mention(person_id))
        at = match.end()
    return document([Paragraph((*found, Text(text[at:])))])


def look_up(session: Session) -> Known:
    """What there is, once the site and the projects are made."""
    return Known(
        people=people_by_key(session),
        names=dict(session.execute(select(Person.id, Person.name)).all()),
        projects={row.key: row for row in session.scalars(select(Project))},
        types=_named(session, IssueType),
        statuses=_named(session, Status),
        priorities=_named(session, Priority),
        resolutions=_named(session, Resolution),
        levels=_named(session, SecurityLevel),
        link_types=_named(session, LinkType),
        fields=_named(session, CustomField),
        options={(row.field_id, row.value): row.id for row in session.scalars(select(FieldOption))},
        components=_within(session, Component),
        versions=_within(session, Version),
        first_status=_first_statuses(session),
    )


def _named(session: Session, model: type[Any]) -> dict[str, Any]:
    return {row.name: row for row in session.scalars(select(model))}


def _within(session: Session, model: type[Base]) -> dict[tuple[str, str], str]:
    columns = model.__table__.c
    rows = session.execute(select(columns.project_id, columns.name, columns.id))
    return {(project_id, name): id for project_id, name, id in rows}


def _first_statuses(session: Session) -> dict[tuple[str, str], str]:
    query = (
        select(ProjectType.project_id, ProjectType.type_id, Status.name)
        .join(Workflow, Workflow.id == ProjectType.workflow_id)
        .join(Status, Status.id == Workflow.initial_status_id)
    )
    return {(project_id, type_id): name for project_id, type_id, name in session.execute(query)}
