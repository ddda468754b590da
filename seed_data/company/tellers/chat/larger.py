"""The channels of a company, as rows of its pack: those of any, then those of its teams.

A large company has channels for each team, project, office and large customer, and for whatever
its people like. A pack tells how they are called and what is talked about in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.market.things import Account
from workworld.seed_data.company.work.places import places

_NO_NAME = re.compile(r"[^a-z0-9]+")
_LOOKED_AFTER = ("sales", "success", "support", "product")
_ENGAGED = 0.06
"""So many of those who deal with customers are in the channel of one."""


def rows(
    company: Company, pack: Mapping[str, Any], public: int, private: int
) -> Iterator[Mapping[str, Any]]:
    """What is told of each channel that does not come from events, public ones first.

    Args:
        company: whose.
        pack: see ``rooms.recipe``.
        public: how many public ones there are to be.
        private: how many private ones.
    """
    more = document(f"packs/{company.pack}/channels_larger")
    for kind, wanted in (("public", public), ("private", private)):
        there = [*pack[kind][:wanted]]
        if len(there) < wanted:
            there += _more(company, more, kind)
        for row in there[:wanted]:
            yield {**row, "kind": kind}


def _more(company: Company, more: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    """Rows of the larger companies, none of a name that the pack's first ones have."""
    found = [
        *_of_teams(company, more[kind]["teams"], more["moods"]),
        *_of_projects(company, more[kind]["projects"]),
        *_of_offices(company, more[kind]["offices"]),
    ]
    if kind == "public":
        found += _of_customers(company, more["customers"])
    return found + [{"for": "all", **row} for row in more[kind]["others"]]


def _of_teams(
    company: Company, written: list[Mapping[str, Any]], moods: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    for team in company.organization.teams.values():
        slots = {"key": team.key, "name": team.name}
        for row in written:
            if team.function in row.get("of", (team.function,)):
                told = {"moods": moods[team.function], "teams": [team.key], **_filled(row, slots)}
                yield {"for": "all", **told}


def _of_projects(company: Company, written: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Of each project that is not the company's own: makers are those of its first team."""
    for place in places(company):
        if place.kind == "scrum":
            key = place.teams[0].partition("-")[2] or place.teams[0]
            for row in written:
                told = _filled(row, _named(key, place.name))
                yield {"for": "all", "teams": [*place.teams], **told}


def _of_offices(company: Company, written: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for office in company.organization.offices.values():
        for row in written:
            if office.key not in row.get("not_of", ()):
                slots = _named(office.key, office.city)
                yield {"for": "all", "office": office.key, **_filled(row, slots)}


def _of_customers(company: Company, written: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Of the largest customers, those of whom more is told first, with whom they deal."""
    today = TODAY.date()
    large = [each for each in company.market.accounts.values() if each.is_customer(today)]
    large.sort(key=lambda each: (not each.is_story, -each.yearly(today), each.key))
    taken: dict[str, None] = {}
    for account in large:
        key = _NO_NAME.sub("-", account.name.lower().replace("&", "and")).strip("-")
        if key not in taken and len(taken) < written["count"]:
            taken[key] = None
            told = _filled(written["row"], _named(key, account.name))
            yield {**_customer(account), **told}


def _customer(account: Account) -> Mapping[str, Any]:
    first = min((each.start for each in account.contracts), default=TODAY.date())
    known = max(account.since, TODAY - (TODAY.date() - first))
    return {
        "for": _LOOKED_AFTER,
        "share": _ENGAGED,
        "curious": 0,
        "account": account.key,
        "people": (account.owner, account.csm),
        "since": min(known + timedelta(days=1), TODAY - timedelta(days=30)),
    }


def _named(key: str, name: str) -> dict[str, str]:
    return {"key": key, "name": name}


def _filled(row: Mapping[str, Any], slots: Mapping[str, str]) -> dict[str, Any]:
    """A row with its names in it."""
    return {
        column: value.format(**slots) if isinstance(value, str) else value
        for column, value in row.items()
        if column not in ("of", "not_of")
    }
