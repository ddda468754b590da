"""What goals of SLAs may ask of issues, read from their rows alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    Component,
    IssueComponent,
    IssueLabel,
    IssueType,
    Organization,
    Priority,
    Request,
    RequestType,
)


def of(session: Session, rows: Sequence[Any]) -> Mapping[str, Mapping[str, set[str]]]:
    """Fields and what they hold in lower case, by the issue's id."""
    types = dict(session.execute(select(IssueType.id, IssueType.name)).all())
    priorities = dict(session.execute(select(Priority.id, Priority.name)).all())
    found: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        found[row.id] = {
            "key": {row.key.lower(), row.id},
            "issuetype": {types[row.type_id].lower(), row.type_id},
            "reporter": {row.reporter_id.lower()} if row.reporter_id else set(),
            "priority": (
                {priorities[row.priority_id].lower(), row.priority_id} if row.priority_id else set()
            ),
        }
    for field, query in _beside([*found]):
        for issue_id, *words in session.execute(query).all():
            held = found[issue_id].setdefault(field, set())
            held.update(str(word).lower() for word in words if word is not None)
    return found


def _beside(ids: Sequence[str]) -> Sequence[tuple[str, Any]]:
    labels = select(IssueLabel.issue_id, IssueLabel.label)
    components = select(IssueComponent.issue_id, Component.id, Component.name).join(
        Component, Component.id == IssueComponent.component_id
    )
    types = select(Request.issue_id, RequestType.id, RequestType.name).join(
        RequestType, RequestType.id == Request.type_id
    )
    organizations = select(Request.issue_id, Organization.id, Organization.name).join(
        Organization, Organization.id == Request.organization_id
    )
    return (
        ("labels", labels.where(IssueLabel.issue_id.in_(ids))),
        ("components", components.where(IssueComponent.issue_id.in_(ids))),
        ("request type", types.where(Request.issue_id.in_(ids))),
        ("organizations", organizations.where(Request.issue_id.in_(ids))),
    )
