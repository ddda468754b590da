"""What the whole site has agreed on, to be looked at: workflows, types, statuses and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flask

from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.settings_types import LEVELS
from workworld.apps.tracker.pages.settings_workflow import view_of
from workworld.apps.tracker.service import site, workflows
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound

_CATEGORIES = {"new": "To do", "indeterminate": "In progress", "done": "Done"}


@BLUEPRINT.get("/admin/workflows")
def workflow_administration() -> str:
    """The workflows of the site."""
    require_admin("workflows")
    known = page(
        site.statuses,
        lambda ctx, _found: [(row.id, row.name) for row in site.workflows(ctx).values()],
    )
    wanted = flask.request.args.get("workflow", known[0][0] if known else "")
    if wanted not in dict(known):
        raise NotFound("workflow_not_found")
    return admin_page(
        "admin_workflows.html",
        "workflows",
        choices=[(name, admin_url("workflows", workflow=id), id == wanted) for id, name in known],
        flow=page(workflows.show, view_of, workflow_id=wanted),
    )


@BLUEPRINT.get("/admin/values")
def value_administration() -> str:
    """Types, statuses, priorities, resolutions, link types, roles and categories of the site."""
    require_admin("values")
    found = page(site.statuses, _values)
    return admin_page("admin_values.html", "values", tables=found)


def _values(
    ctx: Context, _statuses: Mapping[str, Any]
) -> Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
    """Tables: what they hold, their columns, and their lines."""
    plain = ("Name", "Description")
    types = [
        (row.name, LEVELS[row.level], row.description) for row in site.issue_types(ctx).values()
    ]
    statuses = [
        (row.name, _CATEGORIES[row.category], row.description)
        for row in site.statuses(ctx).values()
    ]
    links = [(row.name, row.outward, row.inward) for row in site.link_types(ctx).values()]
    return (
        ("Issue types", ("Name", "Level", "Description"), types),
        ("Statuses", ("Name", "Category", "Description"), statuses),
        ("Priorities", plain, _described(site.priorities(ctx))),
        ("Resolutions", plain, _described(site.resolutions(ctx))),
        ("Link types", ("Name", "Outward", "Inward"), links),
        ("Roles", plain, _described(site.roles(ctx))),
        ("Categories of projects", plain, _described(site.categories(ctx))),
    )


def _described(rows: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    return [(row.name, row.description) for row in rows.values()]
