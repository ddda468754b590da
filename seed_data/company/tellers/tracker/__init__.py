"""The tracker: events about issues, sprints and releases → its facts, and public keys for all."""

from __future__ import annotations

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.tellers.tracker import desks, kept, sites, stories
from workworld.seed_data.company.work.places import places
from workworld.seed_data.issue_facts import IssueFacts
from workworld.seed_data.tracker_facts import TrackerFacts


def tell(company: Company) -> tuple[TrackerFacts, IssueFacts]:
    """What the tracker holds; from then on ``company.keys`` knows the keys of issues.

    Args:
        company: with all its history.
    """
    there = places(company)
    told = stories.tell(company, there)
    site = TrackerFacts(
        groups=sites.groups(company),
        categories={
            "Product": "What customers use.",
            "Internal": "How the company runs.",
        },
        fields=sites.fields(there),
        projects=[sites.project(company, each) for each in there],
        desks=[desks.desk(company, each, told) for each in there if each.kind == "service_desk"],
    )
    work = IssueFacts(
        projects=told,
        filters=kept.filters(company, there),
        stars=kept.stars(company, there),
        viewed=kept.viewed(company, told),
        dashboards=kept.dashboards(company, there),
    )
    return site, work
