"""The tracker, as the gates see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.gates.agent import Facts
from tests.gates.apps import tracker_desks as desks
from tests.gates.apps import tracker_reports as reports
from tests.gates.apps import tracker_settings as settings
from tests.gates.apps import tracker_transfers as transfers
from tests.gates.apps.tracker_automation import rule_screens
from tests.gates.apps.tracker_facts import shown
from tests.gates.apps.tracker_flows import FLOWS, LIVE
from tests.gates.apps.tracker_sight import Sight
from tests.gates.apps.tracker_things import hidden, things
from tests.gates.facets import Facets, as_json

from workworld.worlds import World

_LEADING_ON = ("/p/<project>", "/p/<project>/settings", "/issues/pick", "/notifications")
"""Routes that only lead on."""
_PARTS = (
    "/options/labels",
    "/options/assignees",
    "/options/mentions",
    "/options/blocks",
    "/options/emoji",
    "/options/issues",
    "/browse/<issue>/comments/<comment>/quote",
    "/issues/export.csv",
    "/issues/export.xlsx",
    "/issues/export.json",
    "/issues/feed.xml",
    "/browse/<issue>/export.doc",
    "/browse/<issue>/export.xml",
    "/issues/people",
    "/issues/suggest",
    "/p/<project>/list/<issue>/<field>",
    "/p/<project>/boards/<int:board_id>/moves/<issue>",
    "/p/<project>/boards/<int:board_id>/menu/<issue>",
    "/p/<project>/boards/<int:board_id>/details/<issue>",
    "/p/<project>/boards/<int:board_id>/plan/menu",
)
"""Parts of pages, which are seen on those."""


_OF_LEADERS = (
    "/p/<project>/settings/",
    "/p/<project>/releases/new",
    "/p/<project>/releases/<version_id>/",
    "/p/<project>/components/new",
    "/p/<project>/components/<component_id>/",
)
"""How the routes begin of those who administer a project."""
_OF_OVERSEERS = ("/projects/new", "/admin")
"""How the routes begin of those who administer the site."""


def _steps(issue: str) -> Sequence[str]:
    """Each step of a bulk change, and each kind of values."""
    chosen = f"/bulk?jql=key+%3D+{issue}&pick={issue}"
    return [
        f"/bulk?jql=key+%3D+{issue}",
        chosen,
        f"{chosen}&step=values&operation=edit",
        f"{chosen}&step=values&operation=transition",
        f"{chosen}&step=values&operation=move&project=OPS",
        f"{chosen}&step=confirm&operation=edit&change=priority&priority=1",
        f"{chosen}&step=confirm&operation=delete",
    ]


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    facts = shown(world, person_id)
    issue, project = f"/browse/{facts.get('issue')}", f"/p/{facts.get('project')}"
    comment, worklog = facts.get("comment"), facts.get("worklog")
    found = {
        **dict.fromkeys((*_LEADING_ON, *_PARTS, *desks.LEADING_ON), ()),
        **desks.screens(world, person_id),
        **rule_screens(project, issue, facts),
        "/": ["/", "/?tab=worked", "/?tab=viewed", "/?tab=starred"],
        "/create": ["/create", f"/create?project={facts.get('project')}"],
        "/browse/<issue>": [issue, f"{issue}?activity=all", f"{issue}?edit=description"],
        "/browse/<issue>/clone": [f"{issue}/clone"],
        "/browse/<issue>/offers/<name>": [f"{issue}/offers/open-channel"],
        "/browse/<issue>/convert": [f"{issue}/convert"],
        "/browse/<issue>/delete": [f"{issue}/delete"],
        "/browse/<issue>/move": [f"{issue}/move"],
        "/browse/<issue>/print": [f"{issue}/print"],
        "/browse/<issue>/watchers": [f"{issue}/watchers"],
        "/browse/<issue>/work": [f"{issue}/work"],
        "/browse/<issue>/comments/<comment>/delete": (
            [f"{issue}/comments/{comment}/delete"] if comment else []
        ),
        "/browse/<issue>/work/<worklog>": [f"{issue}/work/{worklog}"] if worklog else [],
        "/browse/<issue>/work/<worklog>/delete": (
            [f"{issue}/work/{worklog}/delete"] if worklog else []
        ),
        "/browse/<issue>/transition/<number>": [f"{issue}/transition/11"],
        "/p/<project>/board": [
            f"{project}/board",
            f"{project}/board?group=epic",
            f"{project}/board?old=1",
            f"{project}/board?q=nothing-like-it",
        ],
        "/p/<project>/backlog": [
            f"{project}/backlog",
            f"{project}/backlog?side=epics",
            f"{project}/backlog?side=versions",
        ],
        "/p/<project>/sprints/<int:sprint_id>/<any(edit, start, complete, delete):deed>": [
            f"{project}/sprints/{facts.get('sprint_id')}/{deed}"
            for deed in ("edit", "start", "complete", "delete")
            if facts.get("sprint_id")
        ],
        "/p/<project>/timeline": [
            f"{project}/timeline",
            f"{project}/timeline?zoom=weeks",
            f"{project}/timeline?from=2031-01-01",
        ],
        "/p/<project>/calendar": [
            f"{project}/calendar",
            f"{project}/calendar?view=week",
        ],
        "/p/<project>/dates/<issue>": [f"{project}/dates/{facts.get('issue')}"],
        "/p/<project>/list": [f"{project}/list", f"{project}/list?group=status"],
        **reports.screens(project, facts),
        "/projects": ["/projects", "/projects?q=nothing-like-it"],
        "/projects/new": ["/projects/new"],
        "/boards": ["/boards"],
        "/filters": ["/filters", "/filters?starred=1"],
        "/filters/new": ["/filters/new?jql=project+%3D+CAL"],
        "/filters/<filter_id>": [f"/filters/{facts.get('filter_id')}"]
        if facts.get("filter_id")
        else [],
        "/settings": ["/settings"],
        **settings.screens(project, facts),
        **transfers.screens(world, person_id),
        "/issues/print": [f"/issues/print?jql=key+%3D+{facts.get('issue')}"],
        "/bulk": _steps(str(facts.get("issue"))),
        "/issues": [
            "/issues",
            "/issues?jql=ORDER+BY+created+DESC",
            "/issues?jql=project+%3D",
            "/issues?mode=basic",
            "/issues?view=split",
        ],
    }
    kept = _kept_from(world, person_id, facts)
    return {rule: () if rule.startswith(kept) else found[rule] for rule in found}


def _kept_from(world: World, person_id: str, facts: Facts) -> tuple[str, ...]:
    """How the routes begin that are refused to whoever does not administer."""
    with world.reading() as session:
        sight = Sight(session)
        is_leading = sight.administers(person_id, str(facts.get("project_id")))
        is_overseer = sight.is_overseer(person_id)
    return (() if is_leading else _OF_LEADERS) + (() if is_overseer else _OF_OVERSEERS)


def _prepare(world: World, person_id: str) -> None:
    transfers.prepare(world, person_id)
    settings.prepare(world, person_id)


def _asked(method: str, path: str, arguments: Facts) -> Mapping[str, Any]:
    """Requests as JSON, with ids of changes where one may not leave them out."""
    ids = {"changelogIds": ["1"]} if path.endswith("/changelog/list") else {}
    return as_json(method, path, {**ids, **arguments})


FACETS = Facets(
    shown=shown,
    asked=_asked,
    hidden=hidden,
    things=things,
    prepare=_prepare,
    screens=_screens,
    flows=FLOWS,
    live=LIVE,
    free_json={
        "tracker_comments": {"body": ("text",)},
        "tracker_worklogs": {"body": ("text",)},
        "rules_rules": {"draft": ("text", "comment")},
        "rules_versions": {"parts": ("text", "comment")},
        "tracker_gadgets": {"settings": ("text",)},
        "tracker_issue_values": {"document": ("text",)},
        "tracker_issues": {"description": ("text",), "environment": ("text",)},
        "tracker_request_types": {"fields": ("label", "help"), "status_words": ("*",)},
        "tracker_sla_calendars": {"holidays": ("name",)},
    },
    fixed_json={
        "rules_rules": {"draft": ("jql", "cron")},
        "rules_versions": {"settings": ("jql", "cron"), "parts": ("jql",)},
        "tracker_gadgets": {"settings": ("jql",)},
    },
    free_text={
        "rules_rules": ("name", "description"),
        "rules_run_lines": ("text",),
        "rules_runs": ("reason",),
        "approvals_approvals": ("name",),
        "tracker_approval_rules": ("name",),
        "approvals_approvers": ("comment",),
        "tracker_board_columns": ("name",),
        "tracker_boards": ("name", "sub_query"),
        "tracker_canned_replies": ("name", "text"),
        "tracker_categories": ("name", "description"),
        "tracker_comments": ("body_text",),
        "tracker_components": ("name", "description"),
        "tracker_dashboards": ("name", "description"),
        "tracker_gadgets": ("title",),
        "tracker_custom_fields": ("name", "description"),
        "tracker_field_contexts": ("name", "description"),
        "tracker_field_options": ("value",),
        "tracker_filters": ("name", "description", "jql"),
        "tracker_groups": ("name",),
        "tracker_hooks": ("name", "jql"),
        "tracker_history": ("field", "from_text", "to_text"),
        "tracker_issue_types": ("description",),
        "tracker_issue_values": ("text",),
        "tracker_issues": ("summary", "description_text", "environment_text"),
        "tracker_link_types": ("inward", "outward"),
        "tracker_organizations": ("name",),
        "tracker_permission_schemes": ("name", "description"),
        "tracker_priorities": ("description",),
        "tracker_projects": ("name", "description"),
        "tracker_queues": ("name", "jql"),
        "tracker_quick_filters": ("name", "jql", "description"),
        "tracker_ratings": ("comment",),
        "tracker_remote_links": ("title", "summary", "relationship"),
        "tracker_request_types": ("name", "group_name", "description", "help_text"),
        "tracker_resolutions": ("name", "description"),
        "tracker_roles": ("name", "description"),
        "tracker_security_levels": ("name", "description"),
        "tracker_security_schemes": ("name",),
        "tracker_sla_calendars": ("name",),
        "tracker_slas": ("name",),
        "tracker_sprints": ("name", "goal"),
        "tracker_statuses": ("name", "description"),
        "tracker_transitions": ("name",),
        "tracker_versions": ("name", "description"),
        "tracker_workflows": ("name", "description"),
        "tracker_worklogs": ("body_text",),
    },
)
