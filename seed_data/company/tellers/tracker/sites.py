"""The tracker's site of a generated company: groups, fields and projects."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.work.places import BEGAN, Place, lead, makers, pool
from workworld.seed_data.tracker_facts import (
    ComponentFact,
    FieldFact,
    ProjectFact,
    SiteGroupFact,
    VersionFact,
)

_ADMINS = ("it",)
EVERYBODY = "jira-software-users"
AGENTS = "jira-servicemanagement-users"


def groups(company: Company) -> list[SiteGroupFact]:
    """Who gets roles together: administrators, everybody, engineers, agents."""
    today = TODAY.date()
    there = company.organization.there(today)
    admins = [each.key for each in pool(company, _ADMINS, today)][:3]
    makers = [each.key for each in pool(company, ("engineering", "product", "design"), today)]
    agents = [each.key for each in pool(company, ("it", "people"), today)]
    return [
        SiteGroupFact("jira-administrators", True, admins),
        SiteGroupFact(EVERYBODY, False, [each.key for each in there]),
        SiteGroupFact("engineering", False, makers),
        SiteGroupFact(AGENTS, False, agents),
    ]


def fields(places: Sequence[Place]) -> list[FieldFact]:
    """What the site has added."""
    keys = [each.key for each in places if {"Bug", "Incident"} & {*each.types}]
    return [
        FieldFact(
            name="Severity",
            kind="select",
            description="How bad it is for whom it concerns.",
            options=["S1 - critical", "S2 - major", "S3 - minor", "S4 - cosmetic"],
            projects=keys,
            types=["Bug", "Incident"],
        )
    ]


def project(company: Company, place: Place) -> ProjectFact:
    """A project with its people, components and versions."""
    leader = lead(company, place, TODAY.date())
    is_desk = place.kind == "service_desk"
    roles = {
        "Administrator": ["@jira-administrators", leader],
        "Developer": ["@engineering"],
        "Reporter": [f"@{EVERYBODY}"],
    }
    if is_desk:
        roles = {
            "Administrator": ["@jira-administrators", leader],
            "Service agent": [f"@{AGENTS}"],
            "Customer": [f"@{EVERYBODY}"],
        }
    return ProjectFact(
        key=place.key,
        name=place.name,
        kind=place.kind,
        description=place.description,
        lead=leader,
        created=BEGAN - timedelta(days=3),
        roles=roles,
        category=place.category,
        components=_components(company, place),
        versions=[
            VersionFact(
                each.name,
                start=each.start.isoformat(),
                release=each.release.isoformat(),
                is_released=each.is_released,
            )
            for each in place.versions
        ],
    )


def _components(company: Company, place: Place) -> list[ComponentFact]:
    """Each is somebody's."""
    there = [each.key for each in makers(company, place, TODAY.date())]
    owners = company.chance.stream("work", place.key, "owners")
    return [ComponentFact(each.name, each.about, owners.choice(there)) for each in place.parts]
