"""Missed slots: what is reported of them day by day, and what it leads to if misread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from workworld.randomness import Stream


class Site(NamedTuple):
    """Where a customer has docks."""

    customer: str
    name: str


@dataclass(frozen=True, slots=True)
class Report:
    """How many slots were missed at a site on a day, and what was said of it afterwards."""

    site: Site
    day: date
    first: int
    """As it was reported."""
    final: int
    """As it stands."""
    remedy: str = ""
    """How it was put right: ``reply``, ``message``, or ``withdrawn``, in which case it was not."""
    mistaken: int = 0
    """What a withdrawn correction said."""
    is_repeated: bool = False


_BEGINNINGS = ("Brenn", "Drosk", "Feld", "Grint", "Ivrel", "Krell", "Norv", "Osk", "Tresk", "Ulv")
_ENDINGS = ("arley", "ingate", "omere", "estow", "erby", "astead")
_TRADES = ("Foods", "Freight", "Timber", "Tiles", "Beverages", "Textiles", "Glass", "Dairy")
_CITIES = ("Akron", "Boise", "Dayton", "Fargo", "Laredo", "Mobile", "Reno", "Toledo", "Tulsa")
_QUARTERS = ("North", "South", "East", "West")
_LEAST, _MOST = 2, 19
_REMEDIES = ("reply", "message", "withdrawn", "reply")
MISTAKES = (
    "first hit only",
    "corrections overlooked",
    "withdrawn correction believed",
    "repetitions counted",
    "site of a similar name",
    "both sites of the name",
    "customer of a similar name",
    "days outside counted",
)
"""What may go wrong in adding up, in the order of the totals that it leads to."""


class Period(NamedTuple):
    """Days that are asked for, both ends included."""

    first: date
    last: date

    def workdays(self, around: int = 0) -> list[date]:
        """Those from Monday to Friday, and as many weeks before and after as are wanted."""
        start, end = self.first - timedelta(weeks=around), self.last + timedelta(weeks=around)
        days = [start + timedelta(days=ahead) for ahead in range((end - start).days + 1)]
        return [day for day in days if day.weekday() < 5]

    def of(self, reports: Sequence[Report], *places: Site) -> list[Report]:
        """The reports of these sites on these days."""
        return [r for r in reports if r.site in places and self.first <= r.day <= self.last]


def sites(rng: Stream, known: str) -> list[Site]:
    """A site of a customer, and others that could be taken for it, the likest first.

    Args:
        rng: decides.
        known: a text in which none of the customers may occur.
    """
    customer, alike, other = _customers(rng, known)
    city, second, third = rng.sample(_CITIES, 3)
    pair = [city, f"{city} {rng.choice(_QUARTERS)}"]
    if rng.integer(0, 1):
        pair.reverse()
    return [
        Site(customer, pair[0]),
        Site(customer, pair[1]),
        Site(alike, pair[0]),
        Site(customer, second),
        Site(alike, third),
        Site(other, pair[0]),
        Site(other, second),
    ]


def _customers(rng: Stream, known: str) -> tuple[str, str, str]:
    """Two that share their first word, and a third."""
    heads = [f"{each}{ending}" for each in _BEGINNINGS for ending in _ENDINGS]
    free = (head for head in rng.sample(heads, len(heads)) if head not in known)
    head, another = next(free), next(free)
    trade, second, third = rng.sample(_TRADES, 3)
    return f"{head} {trade}", f"{head} {second}", f"{another} {third}"


def _plain_report(rng: Stream, site: Site, day: date) -> Report:
    """A report that is right at once."""
    count = rng.integer(_LEAST, _MOST)
    return Report(site, day, count, count)


def _put_right(rng: Stream, report: Report, remedy: str) -> Report:
    """The same report with a number that is corrected later, or that somebody wants to correct."""
    wrong = rng.choice([each for each in range(_LEAST, _MOST) if each != report.final])
    if remedy == "withdrawn":
        return Report(report.site, report.day, report.final, report.final, remedy, wrong)
    return Report(report.site, report.day, wrong, report.final, remedy)


def drawn(
    rng: Stream, nearby: Sequence[Site], period: Period
) -> tuple[list[Report], dict[str, int]]:
    """Reports in which no mistake leads to the truth, and where each leads."""
    while True:
        reports = _reports(rng, nearby, period)
        wrong = _mistakes(reports, nearby, period)
        if total(period.of(reports, nearby[0])) not in wrong.values():
            return reports, wrong


def _reports(rng: Stream, nearby: Sequence[Site], period: Period) -> list[Report]:
    asked, *others = nearby
    days = sorted(rng.sample(period.workdays(), rng.integer(7, 9)))
    reports = [_plain_report(rng, asked, day) for day in days]
    spoken_of = rng.sample(range(len(reports)), len(_REMEDIES) + 1)
    for index, remedy in zip(spoken_of, _REMEDIES, strict=False):
        reports[index] = _put_right(rng, reports[index], remedy)
    for index in spoken_of[-2:]:
        reports[index] = replace(reports[index], is_repeated=True)
    outside = [each for each in period.workdays(1) if not period.first <= each <= period.last]
    reports += [_plain_report(rng, asked, day) for day in rng.sample(outside, 3)]
    for site in others:
        for day in rng.sample(period.workdays(1), rng.integer(5, 8)):
            report = _plain_report(rng, site, day)
            is_wrong = rng.integer(0, 2) == 0 and day <= period.last  # there is time to mend it
            reports.append(_put_right(rng, report, "reply") if is_wrong else report)
    return reports


def _mistakes(reports: Sequence[Report], nearby: Sequence[Site], period: Period) -> dict[str, int]:
    asked, same_city, alike, *_rest = nearby
    right = period.of(reports, asked)
    totals = (
        right[0].first,
        sum(report.first for report in right),
        total(right) + sum(r.mistaken - r.final for r in right if r.remedy == "withdrawn"),
        total(right) + sum(report.first for report in right if report.is_repeated),
        total(period.of(reports, same_city)),
        total(period.of(reports, asked, same_city)),
        total(period.of(reports, alike)),
        total([report for report in reports if report.site == asked]),
    )
    return dict(zip(MISTAKES, totals, strict=True))


def total(reports: Sequence[Report]) -> int:
    """How many slots were missed, as it stands in the end."""
    return sum(report.final for report in reports)
