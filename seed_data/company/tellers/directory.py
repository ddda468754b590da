"""Organization → the directory's people and teams."""

from __future__ import annotations

from dataclasses import replace

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.organization import Employee, Organization
from workworld.seed_data.facts import PersonFact, TeamFact


def tell(company: Company) -> None:
    """Put everybody into the facts, those who left as well."""
    there = company.organization
    teams = [TeamFact(each.key, each.name, each.lead) for each in there.teams.values()]
    people = [_person(there, each) for each in there.staff.values()]
    company.facts = replace(company.facts, teams=teams, people=people)


def _person(there: Organization, employee: Employee) -> PersonFact:
    office, post = there.offices[employee.office], employee.post
    return PersonFact(
        key=employee.key,
        name=employee.name,
        display_name=employee.display_name,
        title=post.title,
        team=post.team,
        manager=post.manager,
        zone=employee.zone,
        office=office.city if office.rooms else f"Remote, {office.city}",
        role=employee.role,
        spotlight=employee.is_spotlight,
        phone=employee.phone,
        started=employee.started.isoformat(),
        pronouns=employee.pronouns,
        ended=employee.ended.isoformat() if employee.ended else "",
    )
