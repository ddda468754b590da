"""Hires everybody: an organization out of a plan, the same for the same preset and seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company import leave, names, rota, voices
from workworld.seed_data.company.careers import Careers, Sitting
from workworld.seed_data.company.company import TODAY, Chance
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.draws import happens, weighted
from workworld.seed_data.company.names import PersonName
from workworld.seed_data.company.organization import Employee, Organization, Team
from workworld.seed_data.company.seats import Blueprint, Seat, blueprint
from workworld.seed_data.company.tenures import FIRST_DAY, Tenure, tenures

_AHEAD = timedelta(days=56)
"""So far ahead people have planned their leave, and who is on call."""
_GOES_BY_SHORT = 0.45
_TELLS_PRONOUNS = 0.3
_PRONOUNS = {"female": "she/her", "male": "he/him"}
_STARTS = {8 * 60: 2, 8 * 60 + 30: 5, 9 * 60: 8, 9 * 60 + 30: 4, 10 * 60: 2}
"""When people begin, in minutes after midnight."""
_DAY = 8 * 60 + 45


def organize(chance: Chance, pack: str) -> Organization:
    """The company as an employer, with everybody who works there or did.

    Args:
        chance: decides who.
        pack: the industry, a folder below ``packs``.

    Raises:
        FileNotFoundError: there is no such pack, or no such size of a company.
    """
    plan, made = blueprint(chance.preset), document(f"packs/{pack}/company")
    everybody = _named(chance, plan, tenures(chance, plan))
    careers = Careers(chance, plan, [sitting for sitting, _ in everybody])
    hired = [_employee(chance, plan, careers, *each) for each in everybody]
    staff = {each.key: each for each in sorted(hired, key=lambda each: (each.started, each.key))}
    name = _company_name(chance, pack)
    slug = names.plain(name)
    return Organization(
        name=name,
        slug=slug,
        domain=f"{slug}.example",
        offices=plan.offices,
        teams={
            each.key: Team(each.key, each.name, each.function, careers.lead(each.key, TODAY.date()))
            for each in plan.teams.values()
        },
        staff=staff,
        product=made["product"],
        components=tuple(made["components"]),
        services=tuple(made["services"]),
        rota=rota.shifts(staff, FIRST_DAY, TODAY.date() + _AHEAD),
    )


def _company_name(chance: Chance, pack: str) -> str:
    made, stream = document(f"packs/{pack}/company"), chance.stream("company", "name")
    return str(stream.choice(made["beginnings"]) + stream.choice(made["endings"]))


def _named(
    chance: Chance, plan: Blueprint, planned: Sequence[Tenure]
) -> list[tuple[Sitting, tuple[PersonName, str]]]:
    """Everybody's key, name and office."""
    offices = [_office(chance, plan, each) for each in planned]
    clashes = dict(_clashes(chance, plan, planned, offices))
    taken: dict[str, None] = {}
    full: dict[str, None] = {}
    found = []
    for place, (tenure, office) in enumerate(zip(planned, offices, strict=True)):
        stream = chance.stream("name", tenure.seat.key, tenure.number)
        country = plan.offices[office].country
        name = clashes.get(place) or _new_name(stream, country, full)
        full[name.full] = None
        key = _key(name, taken)
        taken[key] = None
        found.append((Sitting(key, tenure), (name, office)))
    return found


def _new_name(stream: Stream, country: str, taken: Mapping[str, None]) -> PersonName:
    """A name that nobody here has."""
    while True:
        name = names.draw(stream, country)
        if name.full not in taken:
            return name


def _clashes(
    chance: Chance, plan: Blueprint, planned: Sequence[Tenure], offices: Sequence[str]
) -> Iterator[tuple[int, PersonName]]:
    """Names that are taken for one another: who of those who are here bears them."""
    stream = chance.stream("staff", "clashes")
    free = [
        place
        for place, tenure in enumerate(planned)
        if tenure.ended is None and tenure.seat.level < 6 and not tenure.seat.is_contract
    ]
    for country, gender, first, last in document("organizations/names")["clashes"]:
        fit = [each for each in free if plan.offices[offices[each]].country == country] or free
        place = stream.choice(fit)
        free.remove(place)
        yield place, PersonName(first, last, gender)


def _office(chance: Chance, plan: Blueprint, tenure: Tenure) -> str:
    stream = chance.stream("office", tenure.seat.key, tenure.number)
    return tenure.seat.at or weighted(stream, plan.weights)


def _key(name: PersonName, taken: Mapping[str, None]) -> str:
    """A handle that nobody has yet: an initial and the family name."""
    first, last = names.plain(name.first), names.plain(name.last)
    ways = [first[:length] + last for length in range(1, len(first) + 1)]
    ways += [f"{first}{last}{number}" for number in range(2, 100)]
    return next(each for each in ways if each not in taken)


def _employee(
    chance: Chance,
    plan: Blueprint,
    careers: Careers,
    sitting: Sitting,
    named: tuple[PersonName, str],
) -> Employee:
    (name, office_key), tenure, seat = named, sitting.tenure, sitting.tenure.seat
    office, stream = plan.offices[office_key], chance.stream("person", sitting.person)
    begins = weighted(stream, _STARTS)
    return Employee(
        key=sitting.person,
        name=name.full,
        display_name=name.short if happens(stream, _GOES_BY_SHORT) else name.first,
        pronouns=_PRONOUNS[name.gender] if happens(stream, _TELLS_PRONOUNS) else "",
        office=office_key,
        zone=office.zone,
        phone=_phone(stream, office.country),
        role=seat.role if tenure.ended is None else "member",
        function=seat.function,
        started=tenure.started,
        posts=careers.posts(sitting),
        voice=voices.draw(stream, seat.function, seat.level, office.country),
        ended=tenure.ended,
        is_contractor=seat.is_contract,
        is_spotlight=seat.is_persona and tenure.ended is None,
        languages=_languages(office.country),
        leave=_leave(chance, sitting, office.country),
        day=(begins, begins + _DAY),
    )


def _leave(chance: Chance, sitting: Sitting, country: str) -> Sequence[tuple[date, date]]:
    tenure: Tenure = sitting.tenure
    seat: Seat = tenure.seat
    return leave.draw(
        chance.stream("leave", sitting.person),
        max(tenure.started + timedelta(days=30), FIRST_DAY),
        tenure.ended or TODAY.date() + _AHEAD,
        southern=country == "AU",
        # Those for whom agents stand in are there when a company stands still.
        here=TODAY.date() if seat.is_persona or seat.is_lead else None,
    )


def _languages(country: str) -> Sequence[str]:
    return ("English", "German") if country == "DE" else ("English",)


def _phone(stream: Stream, country: str) -> str:
    """A number that is reserved for fiction; of Ireland none is, so there people have none.

    United States: 555-0100 to 555-0199 (https://www.nanpa.com). United Kingdom: 020 7946 0xxx
    (https://www.ofcom.org.uk). Germany: 030 23125 xxx (https://www.bundesnetzagentur.de).
    Australia: 02 5550 xxxx (https://www.acma.gov.au).
    """
    area, number = stream.choice((617, 857, 781, 339)), stream.integer(0, 999)
    return {
        "US": f"+1 {area} 555 01{number % 100:02}",
        "GB": f"+44 20 7946 0{number:03}",
        "DE": f"+49 30 23125 {number:03}",
        "AU": f"+61 2 5550 {stream.integer(0, 9999):04}",
    }.get(country, "")
