"""Addresses of automation rules and of what leads to them, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Group, GroupMember, Project, ProjectAccess
from workworld.apps.tracker.permission_names import ADMINISTER_PROJECT, BIT
from workworld.rules.models import Rule, RuleRun


def rule_facts(session: Session, person_id: str, project: str) -> dict[str, str]:
    """A rule of a project that the person looks after, and a run of one."""
    query = (
        select(Rule.id)
        .join(Project, Project.id == Rule.scope_id)
        .join(ProjectAccess, ProjectAccess.project_id == Project.id)
        .where(
            Project.key == project,
            ProjectAccess.person_id == person_id,
            ProjectAccess.granted.op("&")(BIT[ADMINISTER_PROJECT]) != 0,
        )
    )
    ran = query.join(RuleRun, RuleRun.rule_id == Rule.id).order_by(Rule.id)
    rule_id = session.scalars(ran).first() or session.scalars(query.order_by(Rule.id)).first()
    if rule_id is None:
        return {}
    admins = select(GroupMember.person_id).join(Group, Group.id == GroupMember.group_id)
    looks_after_all = person_id in session.scalars(admins.where(Group.is_admins)).all()
    run = select(RuleRun.id).where(RuleRun.rule_id == rule_id).order_by(RuleRun.id)
    run_id = session.scalars(run).first()
    found = {"rule_id": rule_id, "part_id": "1", "is_admin": "yes" if looks_after_all else ""}
    return found | ({"run_id": run_id} if run_id else {})


def rule_screens(project: str, issue: str, facts: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Addresses by route; ``project`` and ``issue`` are the addresses of one each."""
    rule_id, run_id = facts.get("rule_id"), facts.get("run_id")
    places: dict[str, Sequence[str]] = {}
    for route, root, there in (
        ("/p/<project>/settings/automation", f"{project}/settings/automation", rule_id),
        ("/admin/automation", "/admin/automation", facts.get("is_admin")),
    ):
        places |= {
            route: [root] if there else [],
            f"{route}/new": [f"{root}/new"] if there else [],
            f"{route}/log": [f"{root}/log", f"{root}/log?outcome=failure"] if there else [],
        }
    root = f"/automation/rules/{rule_id}"
    of_rule = {
        "": [root],
        "/details": [f"{root}/details"],
        "/trigger": [f"{root}/trigger", f"{root}/trigger?kind=scheduled"],
        "/parts/new": [
            f"{root}/parts/new",
            f"{root}/parts/new?kind=assign",
            f"{root}/parts/new?kind=edit",
        ],
        "/parts/<part_id>": [f"{root}/parts/1"],
        "/delete": [f"{root}/delete"],
    }
    return {
        **places,
        **{
            f"/automation/rules/<rule_id>{path}": found if rule_id else []
            for path, found in of_rule.items()
        },
        "/automation/runs/<run_id>": [f"/automation/runs/{run_id}"] if run_id else [],
        "/browse/<issue>/automation": [f"{issue}/automation"],
    }
