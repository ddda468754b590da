"""A company to look at: who works for whom, when people act, what is sold, how large all is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.apps.crm.schema.picklists import STAGES
from workworld.charts import Axis, Point, Series, draw, plot
from workworld.directory.models import Person
from workworld.seed_data.company import graphs
from workworld.seed_data.company.checks.acts import Act, all_acts
from workworld.seed_data.company.checks.counts import WANTED, counts, size_of
from workworld.seed_data.company.checks.people import local
from workworld.worlds.ledgers import Fact

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_AREAS = {"chat": "Chat", "crm": "CRM", "sheets": "Sheets", "tracker": "Tracker"}


class Amount(NamedTuple):
    """How much there is of something, and how much is planned."""

    name: str
    there: int
    wanted: int


def amounts(session: Session, ledger: Sequence[Fact]) -> list[Amount]:
    """How much a generated company holds of everything that is planned."""
    there = counts(session, ledger)
    return [Amount(name, there[name], each) for name, each in WANTED[size_of(session)].items()]


def pictures(session: Session) -> Mapping[str, str]:
    """Pictures of a company by name, each an SVG."""
    zones = {each.handle: each.zone for each in session.query(Person)}
    acts = list(all_acts(session))
    return {
        "activity-by-hour": _by_hour(acts, zones),
        "activity-by-weekday": _by_weekday(acts, zones),
        "messages": graphs.messages(session),
        "organization": graphs.organization(session),
        "pipeline": _pipeline(session),
    }


def organization_chart(session: Session) -> Iterator[str]:
    """Who works for whom, a line a person, each below who manages them."""
    people = session.query(Person).filter_by(kind="person", is_deactivated=False)
    below: dict[str | None, list[Person]] = {}
    for each in people.order_by(Person.name):
        below.setdefault(each.manager_id, []).append(each)
    ahead = [(each, 0) for each in reversed(below.get(None, []))]
    while ahead:
        person, depth = ahead.pop()
        yield f"{'  ' * depth}{person.name}, {person.title} ({person.office})"
        ahead += [(each, depth + 1) for each in reversed(below.get(person.id, []))]


def _by_hour(acts: Sequence[Act], zones: Mapping[str, str]) -> str:
    found: dict[str, Counter[int]] = {}
    for act in acts:
        hour = local(act.at_us, zones[act.handle]).hour
        found.setdefault(_area(act), Counter())[hour] += 1
    series = [
        Series(area, [Point(float(hour), counted[hour]) for hour in range(24)])
        for area, counted in sorted(found.items())
    ]
    hours, acted = Axis("Hour of the day, where people are"), Axis("Acts", is_whole=True)
    return draw(plot("When people act", hours, acted, series), "light")


def _by_weekday(acts: Sequence[Act], zones: Mapping[str, str]) -> str:
    found: dict[str, Counter[int]] = {}
    for act in acts:
        day = local(act.at_us, zones[act.handle]).weekday()
        found.setdefault(_area(act), Counter())[day] += 1
    series = [
        Series(area, [Point(name, counted[day]) for day, name in enumerate(_DAYS)], "bar")
        for area, counted in sorted(found.items())
    ]
    days, acted = Axis("Day of the week", "category"), Axis("Acts", is_whole=True)
    return draw(plot("On which days people act", days, acted, series, stacked=True), "light")


def _pipeline(session: Session) -> str:
    query = text(
        "SELECT stage, count(*) FROM crm_opportunities WHERE closed_us IS NULL GROUP BY stage"
    )
    counts: dict[str, int] = dict(session.execute(query).all())
    points = [Point(each.name, counts[each.name]) for each in STAGES if each.name in counts]
    stages, deals = Axis("Stage", "category"), Axis("Open deals", is_whole=True)
    return draw(plot("Pipeline", stages, deals, [Series("Deals", points, "bar")]), "light")


def _area(act: Act) -> str:
    return _AREAS[act.table.partition("_")[0]]
