"""Addresses of releases, components, and settings of projects and the site, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.apps.tracker_sight import Sight

from workworld.apps.tracker.models import (
    Board,
    CustomField,
    FieldContext,
    Group,
    GroupMember,
    Hook,
    PermissionScheme,
    Project,
    ProjectAccess,
    ProjectType,
)
from workworld.apps.tracker.permission_names import ADMINISTER_PROJECT, BIT
from workworld.apps.tracker.service import hooks, issues
from workworld.apps.tracker.service.notification_schemes import USUAL_ID
from workworld.calls import perform
from workworld.context import Actor
from workworld.deliveries.models import Delivery
from workworld.worlds import World


def prepare(world: World, person_id: str) -> None:
    """Whoever administers the site has a web hook, for which something is kept."""
    with world.reading() as session:
        if not Sight(session).is_overseer(person_id):
            return
    actor, url = Actor(person_id), "https://hooks.partner.example/x"
    told = {"name": "Ledger", "url": url, "events": ["jira:issue_created"]}
    perform(world, actor, hooks.create, **told)
    new = {"project_id": "CAL", "type_id": "Task", "fields": {"summary": "What is told outside"}}
    perform(world, actor, issues.create, **new)


def settings_facts(session: Session, person_id: str, project_id: str) -> dict[str, str]:
    """What leads to settings that the person finds: of a project, and of the site."""
    mine = session.get(ProjectAccess, (person_id, project_id))
    found: dict[str, str] = {}
    if mine is not None and mine.granted & BIT[ADMINISTER_PROJECT]:
        types = select(ProjectType.type_id).where(ProjectType.project_id == project_id)
        found["settings_type"] = session.scalars(types.order_by(ProjectType.position)).first() or ""
        found["settings"] = session.get_one(Project, project_id).key
    admins = select(GroupMember.person_id).join(Group, Group.id == GroupMember.group_id)
    if person_id in session.scalars(admins.where(Group.is_admins)).all():
        found["own_field"] = session.scalars(select(CustomField.id)).first() or ""
        contexts = select(FieldContext.id).where(FieldContext.field_id == found["own_field"])
        context = session.scalars(contexts).first()
        found["own_context"] = f"{found['own_field']}/contexts/{context}" if context else ""
        groups = select(Group.id).where(~Group.is_admins).order_by(Group.name)
        found["own_group"] = session.scalars(groups).first() or ""
        found["own_hook"] = session.scalars(select(Hook.id)).first() or ""
        found["own_delivery"] = session.scalars(select(Delivery.id)).first() or ""
        found["own_scheme"] = session.scalars(select(PermissionScheme.id)).first() or ""
    found |= _kanban(session, person_id)
    return found


def _kanban(session: Session, person_id: str) -> dict[str, str]:
    """Below which address there is a kanban board that the person may release."""
    query = (
        select(Project.key, Board.id)
        .join(Board, Board.project_id == Project.id)
        .join(ProjectAccess, ProjectAccess.project_id == Project.id)
        .where(
            Board.kind == "kanban",
            ProjectAccess.person_id == person_id,
            ProjectAccess.granted.op("&")(BIT[ADMINISTER_PROJECT]) != 0,
        )
        .order_by(Board.id)
    )
    first = session.execute(query).first()
    return {"kanban": f"/p/{first.key}/boards/{first.id}"} if first else {}


def screens(project: str, facts: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Addresses by route; ``project`` is the address of a project."""
    settings, releases = f"{project}/settings", f"{project}/releases"
    version, component = facts.get("version_id"), facts.get("component_id")
    components = f"{project}/components"
    looks_after = bool(facts.get("settings"))
    found: dict[str, Sequence[str]] = {
        **_administration(facts),
        "/p/<project>/releases": [releases, f"{releases}?state=archived"],
        "/p/<project>/releases/new": [f"{releases}/new"],
        "/p/<project>/releases/<version_id>": (
            [f"{releases}/{version}", f"{releases}/{version}?tab=notes"] if version else []
        ),
        "/p/<project>/releases/<version_id>/<any(edit, release, merge, delete):deed>": [
            f"{releases}/{version}/{deed}"
            for deed in ("edit", "release", "merge", "delete")
            if version
        ],
        "/p/<project>/boards/<int:board_id>/release": (
            [f"{facts['kanban']}/release"] if facts.get("kanban") else []
        ),
        "/p/<project>/components": [components],
        "/p/<project>/components/new": [f"{components}/new"],
        "/p/<project>/components/<component_id>/<any(edit, delete):deed>": [
            f"{components}/{component}/{deed}" for deed in ("edit", "delete") if component
        ],
        "/p/<project>/settings/details": [f"{settings}/details"],
        "/p/<project>/settings/board": [
            f"{settings}/board{asked}"
            for asked in (
                "",
                "?part=lanes",
                "?part=filters",
                "?part=cards",
                "?part=general",
                "?part=new",
            )
        ],
        "/p/<project>/settings/people": [f"{settings}/people"],
        "/p/<project>/settings/people/<person_id>": (
            [f"{settings}/people/{facts['person_id']}"] if facts.get("person_id") else []
        ),
        "/p/<project>/settings/types": [f"{settings}/types"],
        "/p/<project>/settings/types/<type_id>/edit": (
            [f"{settings}/types/{facts['settings_type']}/edit"]
            if facts.get("settings_type")
            else []
        ),
        "/p/<project>/settings/workflow": [f"{settings}/workflow"],
        "/p/<project>/settings/fields": [f"{settings}/fields"],
        "/p/<project>/settings/permissions": [f"{settings}/permissions"],
        "/p/<project>/settings/notifications": [f"{settings}/notifications"],
        "/p/<project>/settings/<any(archive, restore, delete):deed>": [
            f"{settings}/{deed}" for deed in ("archive", "delete")
        ],
    }
    return {
        rule: there if looks_after or not _is_managed(rule) else [] for rule, there in found.items()
    }


def _is_managed(rule: str) -> bool:
    """Whether only those who look after a project find a route."""
    return "/p/" in rule and any(part in rule for part in ("/settings/", "/new", ":deed>"))


def _administration(facts: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Addresses of the site's administration."""
    named = {
        "fields/<field_id>": facts.get("own_field"),
        "fields/<field_id>/contexts/new": (
            f"{facts['own_field']}/contexts/new" if facts.get("own_field") else None
        ),
        "fields/<field_id>/contexts/<context_id>": facts.get("own_context"),
        "groups/<group>": facts.get("own_group"),
        "permissions/<scheme_id>": facts.get("own_scheme"),
        "notifications/<scheme_id>": USUAL_ID if facts.get("own_scheme") else None,
        "webhooks/<hook_id>": facts.get("own_hook"),
    }
    delivery = facts.get("own_delivery")
    return {
        **dict.fromkeys(("/admin", "/admin/audit"), ()),
        **{
            f"/admin/{name}": [f"/admin/{name}"] if facts.get("own_scheme") else []
            for name in (
                "fields",
                "fields/new",
                "webhooks",
                "webhooks/new",
                "users",
                "groups",
                "global",
                "permissions",
                "notifications",
                "security",
                "workflows",
                "values",
            )
        },
        **{
            f"/admin/{rule}": [f"/admin/{rule.partition('/')[0]}/{id}"] if id else []
            for rule, id in named.items()
        },
        "/admin/webhooks/deliveries/<delivery_id>": (
            [f"/admin/webhooks/deliveries/{delivery}"] if delivery else []
        ),
    }
