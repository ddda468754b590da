"""The service desk of a generated company, for colleagues who ask for help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.seed_data.company.company import HEADQUARTERS, TODAY, Company
from workworld.seed_data.company.work.places import Place
from workworld.seed_data.company.work.wording import read
from workworld.seed_data.issue_facts import IssueFact, WorkFact
from workworld.seed_data.tracker_facts import DeskFact

_HOURS = "Office hours"
_SHARED = 14
"""Of 100 requests, how many somebody else is told of as well."""
_TYPE_OF = {
    "Hardware": "Something for my desk",
    "Access": "Access to something",
    "Software": "A program or a license",
    "Office network": "Something does not work",
}


def desk(company: Company, place: Place, told: Sequence[WorkFact]) -> DeskFact:
    """Its request types, queues and times, and how each request came in."""
    said: dict[str, Any] = read("packs/logistics/desk.yaml")
    office = next(iter(company.organization.offices.values()))
    holidays = [
        {"date": day, "name": name}
        for day, name in sorted(office.holidays.items())
        if day.year >= TODAY.year
    ]
    calendar = {
        "name": _HOURS,
        "zone": HEADQUARTERS,
        "days": ["mon", "tue", "wed", "thu", "fri"],
        "from": 480,
        "to": 1080,
        "holidays": holidays,
    }
    stream = company.chance.stream("work", place.key, "channels")
    issues = next(each.issues for each in told if each.project == place.key)
    requests = [
        {
            "n": each.number,
            "type": _TYPE_OF[each.fields["components"][0]],
            "channel": "portal" if stream.integer(1, 100) <= 78 else "agent",
            "participants": _beside(company, each),
        }
        for each in issues
    ]
    ratings = [
        {
            "n": each.number,
            "by": each.by,
            "stars": stream.choice((5, 5, 5, 5, 4, 4, 3, 2)),
            "comment": "",
            "at": each.story[-1].at,
        }
        for each in issues
        if each.story
        and each.story[-1].did.get("status") == "Closed"
        and stream.integer(1, 100) <= 22
    ]
    return DeskFact(
        project=place.key, calendars=[calendar], requests=requests, ratings=ratings, **said
    )


def _beside(company: Company, issue: IssueFact) -> list[str]:
    """Who is told as well: of some requests the manager, or a colleague of the same team."""
    stream = company.chance.stream("tracker", "beside", "help", issue.number)
    staff, by = company.organization.staff, issue.by
    if by not in staff or stream.integer(1, 100) > _SHARED:
        return []
    day = issue.at.date()
    team = staff[by].post_on(day).team
    near = [each.key for each in company.organization.there(day, team=team) if each.key != by]
    return [stream.choice(near)] if near else []
