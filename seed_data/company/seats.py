"""The seats of a company: which teams there are, and who is to sit in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from workworld.seed_data.company.documents import document
from workworld.seed_data.company.holidays import holidays_of
from workworld.seed_data.company.organization import Office


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a team.

    Args:
        key: tells it from all others: ``sales/2``.
        team: the team's key.
        title: of who sits there.
        function: what they do.
        level: from 1 to 7.
        is_lead: whether they lead the team.
        under: the seat to which they report, by key; empty if to the team's lead.
        ladder: by which titles people rise to it; empty if they come as what they are.
        role: in the directory.
        at: the office that it is in; empty if any.
        is_persona: whether an agent may stand in for who sits there.
        departed: when the last one who sat there left, if that was part of a story.
        is_contract: whether who sits there is a contractor.
    """

    key: str
    team: str
    title: str
    function: str
    level: int
    is_lead: bool = False
    under: str = ""
    ladder: str = ""
    role: str = "member"
    at: str = ""
    is_persona: bool = False
    departed: date | None = None
    is_contract: bool = False


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """A team: its name, the one it had, and the team to whose lead its own reports."""

    key: str
    name: str
    function: str
    under: str = ""
    former: str = ""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """All that is planned of a company of a size, before anybody has a name."""

    founded: date
    share_before: float
    leavers: int
    offices: Mapping[str, Office]
    weights: Mapping[str, float]
    """How many of its people an office has, by key."""
    teams: Mapping[str, TeamPlan]
    seats: Sequence[Seat]
    reorganizations: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    projects: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Which of the pack's projects there are, and how much is done in each, by key."""


def blueprint(preset: str) -> Blueprint:
    """What is planned of the companies of a size.

    Raises:
        FileNotFoundError: there is no such size.
    """
    rows = document(f"organizations/{preset}")
    teams = [team for row in rows["teams"] for team in _teams(row)]
    return Blueprint(
        founded=rows["founded"],
        share_before=rows["share_before"],
        leavers=rows["leavers"],
        offices={row["key"]: _office(row) for row in rows["offices"]},
        weights={row["key"]: row["weight"] for row in rows["offices"]},
        teams={plan.key: plan for plan, _ in teams},
        seats=[*(seat for _, seats in teams for seat in seats), *_contracts(rows)],
        reorganizations=rows["reorganizations"],
        projects=rows["projects"],
    )


def _office(row: Mapping[str, Any]) -> Office:
    holidays = holidays_of(row["country"])
    return Office(row["key"], row["city"], row["country"], row["zone"], row["rooms"], holidays)


def _teams(row: Mapping[str, Any]) -> list[tuple[TeamPlan, list[Seat]]]:
    """A team, or one for each name of those that are planned alike."""
    if "named" not in row:
        return [(_plan(row, row["key"], row["name"]), _seats(row, row["key"]))]
    return [
        (_plan(row, f"{row['key']}-{key}", name), _seats(row, f"{row['key']}-{key}"))
        for key, name in row["named"].items()
    ]


def _plan(row: Mapping[str, Any], key: str, name: str) -> TeamPlan:
    return TeamPlan(key, name, row["function"], row.get("under", ""), row.get("former", ""))


def _seats(row: Mapping[str, Any], team: str) -> list[Seat]:
    found: list[Seat] = []
    for each in row["seats"]:
        under = next((seat.key for seat in found if seat.title == each.get("under")), "")
        for _ in range(each.get("count", 1)):
            found.append(
                Seat(
                    key=f"{team}/{len(found)}",
                    team=team,
                    title=each["title"],
                    function=each["function"],
                    level=each["level"],
                    is_lead=not found,
                    under=under,
                    ladder=each.get("ladder", ""),
                    role=each.get("role", "member"),
                    at=each.get("at", row.get("at", "")),
                    is_persona=each.get("persona", False),
                    departed=each.get("departed"),
                )
            )
    return found


def _contracts(rows: Mapping[str, Any]) -> list[Seat]:
    """Seats of contractors, in the teams that have some, one team after the other."""
    kinds = document("organizations/ladders")["contracts"]
    there: dict[str, list[str]] = {}
    for team in [team for row in rows["teams"] for team, _ in _teams(row)]:
        there.setdefault(team.function, []).insert(0, team.key)  # the last ones first
    found = []
    for number in range(rows["contractors"]):
        kind = kinds[number % len(kinds)]
        teams = there[kind["function"]]
        seat = Seat(
            key=f"contract/{number}",
            team=teams[number // len(kinds) % len(teams)],
            title=kind["title"],
            function=kind.get("as", kind["function"]),
            level=kind["level"],
            is_contract=True,
        )
        found.append(seat)
    return found
