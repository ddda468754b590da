"""Workbooks that only companies have in which many teams keep their own.

What a large company has beside those of every company: plans of each team, comparisons for each
thing that is bought, exports by territory, and what each sprint closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.sheets import exports, lists, plans
from workworld.seed_data.company.tellers.sheets.books import DAY, WHOLE, Book, Table, keeper, moment
from workworld.seed_data.company.tellers.sheets.forecasts import deals_at
from workworld.seed_data.company.work.places import Place, places
from workworld.seed_data.company.work.wording import read

_MANY_TEAMS = 20
"""From so many teams on a company is large."""
_ROUND = (0.6, 0.8, 1.0, 1.25, 1.6)
_USAGE = 3_160
"""So many rows has the first month of a territory's usage."""
_MONTHS = 24
_LOGGED = 12
"""Of so many months there are lists of the work that was logged."""


def _is_large(company: Company) -> bool:
    return len(company.organization.teams) > _MANY_TEAMS


def live(company: Company) -> Iterator[Book]:
    """Those that are kept up by hand."""
    if _is_large(company):
        said = document(f"packs/{company.pack}/plans_larger")
        yield from plans.capacities(company, [*company.organization.teams][4:])
        for place in (each for each in places(company) if each.kind == "scrum"):
            yield from (_goals(company, said["goals"], place, *each) for each in said["quarters"])
        yield from (_comparison(company, said, *each) for each in said["bought"])
        yield from (_gathering(company, said, *each) for each in said["gatherings"])


def kept(company: Company) -> Iterator[Book]:
    """Lists and exports."""
    if _is_large(company):
        made = [each for each in places(company) if each.kind == "scrum"]
        for number, place in enumerate(made):
            yield from lists.rotas(company, place.teams[0])
            over = [each for each in place.sprints if each.end <= TODAY]
            # Of the first one the latest are there already.
            yield from exports.closed(company, place, over[:-16] if number == 0 else over)
        yield from _logged(company, made)
        for territory in _territories(company):
            known = exports.customers(company, territory)
            yield from exports.usage(company, known, territory, _USAGE)
        yield from _surveys(company)
        yield from _leads(company)
        yield from _pipelines(company)


def _goals(
    company: Company,
    written: Mapping[str, Mapping[str, Sequence[int]]],
    place: Place,
    quarter: str,
    made: date,
) -> Book:
    """Three objectives of a team, about what its project is about."""
    stream = company.chance.stream("sheets", "objectives", place.key, quarter)
    wanted: dict[str, dict[str, Sequence[int]]] = {}
    for objective in stream.sample([*written], 3):
        part = stream.choice(place.parts)
        slots = {"part": part.name, "thing": stream.choice(part.things)}
        results = {each.format(**slots): span for each, span in written[objective].items()}
        wanted[objective.format(**slots)] = results
    return plans.goals(company, quarter, made, wanted, place.teams[0])


def _comparison(company: Company, said: Mapping[str, Any], what: str, made: date) -> Book:
    """Offers of three or four vendors, by some criteria."""
    stream = company.chance.stream("sheets", "bought", what)
    names = stream.sample(said["vendors"], stream.integer(3, 4))
    criteria = {each: stream.integer(2, 5) for each in stream.sample(said["criteria"], 6)}
    return plans.vendors(company, what, made, names, criteria)


def _gathering(company: Company, said: Mapping[str, Any], what: str, made: date, size: int) -> Book:
    """What it costs that so many people come together."""
    stream = company.chance.stream("sheets", "gathering", what)
    costs = stream.sample([*said["costs"]], 7)
    items = {each: _rounded(said["costs"][each] * size, stream) for each in costs}
    return plans.event(company, what, made, items)


def _rounded(amount: float, stream: Stream) -> int:
    return max(100, 100 * round(amount * stream.choice(_ROUND) / 100))


def _territories(company: Company) -> list[str]:
    """Where customers are, by name."""
    opened = company.history.of("account.opened")
    found = {str(each.facts.get("territory") or ""): None for each in opened}
    return sorted(each for each in found if each)


def _logged(company: Company, made: Sequence[Place]) -> Iterator[Book]:
    """What was logged on issues of a project in a month, by person."""
    opened = company.history.of("issue.opened")
    projects = {each.things["issue"]: each.things["project"] for each in opened}
    by_place: dict[tuple[str, str], list[Event]] = {}
    for event in company.history.of("work.logged"):
        key = (projects[event.things["issue"]], f"{event.at:%Y-%m}")
        by_place.setdefault(key, []).append(event)
    for place in made:
        for back in range(_LOGGED, 0, -1):
            month, after = exports.first_of(back), exports.first_of(back - 1)
            rows: list[list[Any]] = [
                [
                    event.at.date().isoformat(),
                    company.organization.staff[event.by].name,
                    company.keys.of(event.things["issue"]),
                    event.facts["minutes"],
                    event.facts["text"],
                ]
                for event in by_place.get((place.key, f"{month:%Y-%m}"), ())
            ]
            owner = keeper(company, "engineering", after, place.teams[0]).key
            yield Book(
                f"workbook/logged/{place.key}/{month:%Y-%m}",
                f"{place.name}: work logged in {month:%B %Y}",
                owner,
                moment(company, owner, _at(after + timedelta(days=1))),
                [Table("Work", _LOG, rows, (), {0: DAY, 3: WHOLE}, {1: 170, 4: 360})],
                link_role="reader",
            )


_LOG = ("Day", "Person", "Issue", "Minutes", "What")


def _at(day: date, hour: int = 10) -> datetime:
    return datetime.combine(day, time(hour), TODAY.tzinfo)


def _surveys(company: Company) -> Iterator[Book]:
    """What newcomers of each office and customers of each team say, every other month."""
    said = read("packs/logistics/surveys.yaml")
    for back in range(1, 14):
        made = exports.first_of(2 * back)
        for office in company.organization.offices.values():
            owner = keeper(company, "people", made).key
            title = f"Pulse survey {office.city} {made:%B %Y}"
            yield lists.survey(company, said, f"pulse/{office.key}/{made}", title, owner, made)
        for team in company.organization.teams.values():
            if team.function == "success":
                owner = keeper(company, "success", made, team.key).key
                title = f"{team.name}: survey {made:%B %Y}"
                yield lists.survey(company, said, f"team/{team.key}/{made}", title, owner, made)


def _leads(company: Company) -> Iterator[Book]:
    """Whom each sales team got from an event of the month, as somebody typed it in."""
    selling = [each for each in company.organization.teams.values() if each.function == "sales"]
    arrived: dict[str, list[Event]] = {}
    for event in company.history.of("lead.arrived"):
        arrived.setdefault(f"{event.at:%Y-%m}", []).append(event)
    for number, team in enumerate(selling[1:]):
        for back in range(_MONTHS, 0, -1):
            month = exports.first_of(back)
            known = arrived.get(f"{month:%Y-%m}", [])[number :: len(selling)][:140]
            yield lists.imported(company, team.key, f"{team.name} {month:%B %Y}", month, known)


def _pipelines(company: Company) -> Iterator[Book]:
    """The open pipeline of each sales team at the beginning of each month."""
    staff = company.organization.staff
    selling = [each.key for each in company.organization.teams.values() if each.function == "sales"]
    for back in range(_MONTHS):
        first = exports.first_of(back)
        at = _at(first + timedelta(days=(7 - first.weekday()) % 7), 9)
        deals = [*deals_at(company, at).values()]
        for team in selling[1:]:
            own = [each for each in deals if staff[each["owner"]].post_on(first).team == team]
            yield lists.snapshot(company, at, own, team)
