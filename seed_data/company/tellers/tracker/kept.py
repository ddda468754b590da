"""What people keep in the tracker: queries, dashboards, favourites, what they looked at last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.work.places import Place, lead
from workworld.seed_data.issue_facts import (
    DashboardFact,
    FilterFact,
    StarFact,
    SubscriptionFact,
    WorkFact,
)

_MORNING = 8
"""The hour at which leads want to be sent what their queries find."""


def filters(company: Company, places: Sequence[Place]) -> list[FilterFact]:
    """Queries of each project that its lead has made for all."""
    found = []
    for place in places:
        owner = lead(company, place, TODAY.date())
        at = TODAY - timedelta(days=96)
        for name, jql, days in (
            ("open by priority", "resolution IS EMPTY ORDER BY priority DESC, updated", ()),
            ("idle for a month", "resolution IS EMPTY AND updated <= -30d ORDER BY updated", (0,)),
            ("done this week", "resolved >= -7d ORDER BY resolved DESC", (4,)),
        ):
            found.append(
                FilterFact(
                    name=f"{place.key} {name}",
                    description="",
                    jql=f"project = {place.key} AND {jql}",
                    owner=owner,
                    at=at,
                    columns=[],
                    shares=[{"kind": "all"}],
                    starred=[owner],
                    subscribed=[SubscriptionFact(owner, days, _MORNING)] if days else [],
                )
            )
    return found


def stars(company: Company, places: Sequence[Place]) -> list[StarFact]:
    """The boards and projects of those who work most with them."""
    return [
        StarFact(lead(company, place, TODAY.date()), kind, thing, TODAY - timedelta(days=200))
        for place in places
        for kind, thing in (("project", place.key), ("board", f"{place.key} board"))
    ]


def viewed(company: Company, told: Sequence[WorkFact]) -> dict[str, list[str]]:
    """The issues that people in the spotlight had to do with last, the latest first."""
    last: dict[str, dict[str, None]] = {}
    happened = [
        (event.at, event.by, f"{work.project}-{issue.number}")
        for work in told
        for issue in work.issues
        for event in issue.story
    ]
    for _, by, key in sorted(happened, reverse=True):
        last.setdefault(by, {}).setdefault(key, None)
    spotlight = [each for each in company.organization.staff.values() if each.is_spotlight]
    return {each.key: [*last[each.key]][:6] for each in spotlight if each.key in last}


def dashboards(company: Company, places: Sequence[Place]) -> list[DashboardFact]:
    """One for each team with sprints."""
    found = []
    for place in places:
        if place.kind != "scrum":
            continue
        owner, key = lead(company, place, TODAY.date()), place.key
        gadgets = [
            {
                "column": 0,
                "kind": "sprint-health",
                "title": "Sprint health",
                "color": "purple",
                "settings": {"board": f"{key} board"},
            },
            {
                "column": 0,
                "kind": "filter-results",
                "title": "Open by priority",
                "color": "red",
                "settings": {"filter": f"{key} open by priority", "jql": "", "count": "10"},
            },
            {
                "column": 1,
                "kind": "created-vs-resolved",
                "title": "Bugs in the last 30 days",
                "color": "cyan",
                "settings": {
                    "filter": "",
                    "jql": f"project = {key} AND issuetype = Bug",
                    "days": "30",
                },
            },
        ]
        found.append(
            DashboardFact(
                name=f"{place.name} today",
                description="What the team looks at in the morning.",
                owner=owner,
                at=TODAY - timedelta(days=64),
                columns=2,
                shares=[{"kind": "all"}],
                starred=[owner],
                gadgets=gadgets,
            )
        )
    return found
