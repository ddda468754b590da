"""What happened to people and teams, as events: they came, rose, moved, and went."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from workworld.seed_data.company.company import HEADQUARTERS, TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.organization import Employee
from workworld.seed_data.company.seats import blueprint
from workworld.seed_data.company.tenures import FIRST_DAY
from workworld.zones import zone

_CHIEF = 6
"""From this level on a departure is first known to few."""


def tell(company: Company) -> None:
    """Add what happened to people, in the time of which there is a history."""
    for employee in company.organization.staff.values():
        company.history.add(_life(company, employee))
        _note(company, employee)
    company.history.add(_renamings(company))
    _note_rota(company)


def _life(company: Company, employee: Employee) -> Iterator[Event]:
    if employee.started >= FIRST_DAY:
        buddy = _buddy(company, employee)
        yield Event(
            f"person/{employee.key}/joined",
            "person.joined",
            _at(employee.started, employee.zone),
            _of_people(company, employee.started, employee),
            {"person": employee.key},
            {"as": employee.posts[0].title, "buddy": buddy},
            {"newcomer": employee.key} | ({"buddy": buddy} if buddy else {}),
        )
    for old, new in zip(employee.posts, employee.posts[1:], strict=False):
        if new.since >= FIRST_DAY and (old.title, old.team) != (new.title, new.team):
            yield Event(
                f"person/{employee.key}/moved/{new.since}",
                "person.moved",
                _at(new.since, HEADQUARTERS, 10),
                new.manager or employee.key,
                {"person": employee.key},
                {"team": new.team, "manager": new.manager, "title": new.title, "was": old.title},
            )
    if employee.ended and FIRST_DAY <= employee.ended < TODAY.date():
        heir = _heir(company, employee)
        yield Event(
            f"person/{employee.key}/left",
            "person.left",
            _at(employee.ended, employee.zone, 16),
            _of_people(company, employee.ended, employee),
            {"person": employee.key},
            {"heir": heir, "is_restricted": employee.post.level >= _CHIEF},
            {"heir": heir},
        )


def _note(company: Company, employee: Employee) -> None:
    """When somebody was here, as what and for whom: tasks and proofs ask for it."""
    end = _at(employee.ended, employee.zone, 23) if employee.ended else None
    first = _at(employee.started, employee.zone, 0)
    person = f"person/{employee.key}"
    company.ledger.note(_told(person, "tenure", employee.name, first, end))
    company.ledger.note(_told(person, "hours", _clock(employee), first, end))
    for number, post in enumerate(employee.posts):
        after = employee.posts[number + 1].since if post is not employee.post else None
        until = _at(after, HEADQUARTERS, 0) if after else end
        value = f"{post.title}; {post.team}; {post.manager or 'nobody'}"
        since = _at(post.since, HEADQUARTERS, 0)
        company.ledger.note(_told(person, "post", value, since, until, number))
    for number, (away, back) in enumerate(employee.leave):
        since, until = _at(away, employee.zone, 0), _at(back, employee.zone, 23)
        company.ledger.note(_told(person, "leave", "annual leave", since, until, number))


def _told(
    thing: str,
    kind: str,
    value: str,
    since: datetime,
    until: datetime | None,
    number: int | None = None,
) -> Fact:
    name = f"{thing}/{kind}" if number is None else f"{thing}/{kind}/{number}"
    subject = thing.partition("/")[2]
    return Fact(name, kind, subject, value, since, until, rule="system of record")


def _clock(employee: Employee) -> str:
    first, last = (f"{minute // 60:02}:{minute % 60:02}" for minute in employee.day)
    return f"{first}-{last}"


def _note_rota(company: Company) -> None:
    """Who is on call in each week, as planned."""
    for shift in company.organization.rota:
        since = _at(shift.first, HEADQUARTERS, 0)
        until = _at(shift.last, HEADQUARTERS, 23)
        told = _told(f"rota/{shift.first}", "on call", shift.person, since, until)
        company.ledger.note(told)


def _renamings(company: Company) -> Iterator[Event]:
    plan = blueprint(company.chance.preset)
    for row in plan.reorganizations:
        team = plan.teams[row["team"]]
        if team.former:
            chief = next(each for each in company.organization.staff.values() if _is_chief(each))
            yield Event(
                f"team/{team.key}/renamed",
                "team.renamed",
                _at(row["day"], HEADQUARTERS, 11),
                chief.key,
                {"team": team.key},
                {"name": team.name, "old": team.former},
            )


def _is_chief(employee: Employee) -> bool:
    return employee.post.manager is None and employee.ended is None


def _buddy(company: Company, employee: Employee) -> str:
    """Who looks after a newcomer: one of the team who is no manager; nobody, if all are new."""
    day, team = employee.started, employee.posts[0].team
    there = [
        each
        for each in company.organization.there(day - timedelta(days=60), team=team)
        if each.is_here(day + timedelta(days=60)) and each.key != employee.posts[0].manager
    ]
    stream = company.chance.stream("buddy", employee.key)
    return stream.choice(there).key if there else ""


def _heir(company: Company, employee: Employee) -> str:
    """Who takes over from somebody who leaves: one of the same function, else the manager."""
    day = (employee.ended or TODAY.date()) + timedelta(days=1)
    team = employee.post.team
    there = [
        each.key
        for each in company.organization.there(day, function=employee.function, team=team)
        if not each.is_contractor and each.key != employee.key
    ]
    stream = company.chance.stream("heir", employee.key)
    return stream.choice(there) if there else str(employee.post.manager)


def _of_people(company: Company, day: date, other: Employee) -> str:
    """Who of those who care for people was there; else the other's manager."""
    there = company.organization.there(day, function="people")
    found = next((each.key for each in there if each.key != other.key), other.post_on(day).manager)
    return found or other.key


def _at(day: date, zone_name: str, hour: int = 9) -> datetime:
    return datetime.combine(day, time(hour, 15), zone(zone_name))
