"""Rules as they are told of: how each is built, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from workworld.apps.tracker.models import Project
from workworld.context import Context
from workworld.rules.models import Rule, RuleRun, RuleVersion

_versions, _runs = RuleVersion.__table__.c, RuleRun.__table__.c
_projects = Project.__table__.c


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule as it is built, and how it stands."""

    id: str
    name: str
    description: str
    project: str
    """The key of the project in which it holds; empty for everywhere."""
    owner_id: str
    actor_id: str
    """Who published it, by whose rights it runs; empty for nobody."""
    state: str
    """``draft``, ``enabled``, ``disabled``; of what is published."""
    is_changed: bool
    """Whether its draft is not what is published."""
    follows_rules: bool
    trigger: Mapping[str, Any]
    parts: Sequence[Mapping[str, Any]]
    last_run_us: int | None
    last_outcome: str
    secret: str
    """The last part of its address, if programs begin it."""
    updated_us: int


def views(ctx: Context, rows: Sequence[Rule]) -> Sequence[RuleView]:
    """Rules with how they stand."""
    ids = [row.id for row in rows]
    live = select(_versions.rule_id, _versions.version, _versions.actor_id)
    actors = {
        (each.rule_id, each.version): each.actor_id
        for each in ctx.session.execute(live.where(_versions.rule_id.in_(ids)))
    }
    scopes = {row.scope_id for row in rows}
    keys = dict(
        ctx.session.execute(
            select(_projects.id, _projects.key).where(_projects.id.in_(scopes))
        ).all()
    )
    last = select(_runs.rule_id, func.max(_runs.began_us).label("at"), _runs.outcome)
    ran = {
        each.rule_id: each
        for each in ctx.session.execute(last.where(_runs.rule_id.in_(ids)).group_by(_runs.rule_id))
    }
    return [
        RuleView(
            id=row.id,
            name=row.name,
            description=row.description,
            project=keys.get(row.scope_id, ""),
            owner_id=row.owner_id,
            actor_id=actors.get((row.id, row.version or 0), ""),
            state=_state(row),
            is_changed=row.changed_since,
            follows_rules=row.follows_rules,
            trigger=row.draft["trigger"],
            parts=row.draft["parts"],
            last_run_us=ran[row.id].at if row.id in ran else None,
            last_outcome=ran[row.id].outcome if row.id in ran else "",
            secret=row.secret if row.draft["trigger"].get("kind") == "webhook" else "",
            updated_us=row.updated_us,
        )
        for row in rows
    ]


def _state(row: Rule) -> str:
    if row.version is None:
        return "draft"
    return "enabled" if row.is_enabled else "disabled"
