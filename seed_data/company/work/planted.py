"""What is wrong with issues on purpose: duplicates, and open ones that nobody has touched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.work.lives import DAY, Life, spread
from workworld.seed_data.company.work.places import Place, lead

_DUPLICATES = {"Bug": 15, "Task": 4}
"""So many of a hundred are there already."""
_STALE = 12
"""So many of a hundred open issues have been idle for half a year."""
IDLE = timedelta(days=180)
_SHARED = ("thing", "fail", "cond", "act", "chore", "aim", "when")
_SINCE = timedelta(days=45)


def original(life: Life, recent: Sequence[Life]) -> Life | None:
    """The issue that this one says again, if it is to be a duplicate."""
    if not life.chance(_DUPLICATES.get(life.type, 0)):
        return None
    fit = [
        each
        for each in recent
        if each.type == life.type
        and each.events
        and each.events[0].at > life.at - _SINCE
        and each.events[0].at < life.at - timedelta(hours=2)
        and each.reporter != life.reporter
    ]
    return fit[-1] if fit else None


def resemble(life: Life, first: Life) -> None:
    """It is about the same, in other words."""
    life.part = first.part
    for name in (*_SHARED, "component"):
        life.slots.fixed[name] = first.slots.fixed[name]
    life.slots.others = first.slots.others


def mislead(life: Life) -> None:
    """Its title is about another thing of the component than what it is about."""
    wrong = [each for each in life.part.things if each != life.slots.fixed["thing"]]
    life.title = {"thing": life.stream.choice(wrong)} if wrong else {}


def note_title(company: Company, life: Life) -> None:
    """Tell the ledger what an issue is about whose title says something else."""
    company.ledger.note(
        Fact(
            f"{life.name}/title",
            "title",
            life.name,
            life.slots.fixed["thing"],
            life.at,
            places=(f"tracker:{life.name}",),
            rule="misleading title",
            is_defect=True,
        )
    )


def close_as_duplicate(company: Company, life: Life, first: Life) -> bool:
    """Half of them are found out and closed; of the others only the ledger knows."""
    is_found = life.chance(50)
    if is_found:
        by = lead(company, life.place, life.at.date())
        is_found = life.comment(
            "duplicate", spread(life.stream, DAY, 0.8), by=by, ref=f"<#issue:{first.name}>"
        )
        facts = {"link": "duplicates"}
        life.do("issue.linked", 2, facts, by=by, things={"other": first.name})
        status = {"Bug": "Won't Fix", "Task": "Done"}[life.type]
        if life.place.kind == "service_desk":
            status = "Resolved"
        life.is_done = life.change(2, by=by, status=status, resolution="Duplicate")
    company.ledger.note(
        Fact(
            f"{life.name}/duplicate",
            "duplicate",
            life.name,
            first.name,
            life.events[0].at,
            places=(f"tracker:{life.name}",),
            rule="duplicate",
            is_defect=not life.is_done,
        )
    )
    return is_found


def leave_stale(company: Company, place: Place, lives: Sequence[Life]) -> None:
    """Of what is open, some has been idle for half a year, and is noted; all else was looked at."""
    open_ones = [each for each in lives if not each.is_done and each.events]
    touched = _touched(lives)
    old = [each for each in open_ones if touched[each.name] < TODAY - IDLE]
    allowed = round(len(open_ones) * _STALE / 100)
    stream = company.chance.stream("work", place.key, "stale")
    here = [each for each in old if _is_kept(company, each)]
    stale = {each.name for each in stream.sample(here, min(allowed, len(here)))}
    for life in old:
        if life.name not in stale:
            _look_again(life)
            continue
        company.ledger.note(
            Fact(
                f"{life.name}/stale",
                "stale",
                life.name,
                "open, and nobody has touched it for half a year",
                touched[life.name] + IDLE,
                places=(f"tracker:{life.name}",),
                rule="stale",
                is_defect=True,
            )
        )


def _touched(lives: Sequence[Life]) -> dict[str, datetime]:
    """When something was last done to each issue, or to another one that was linked to it."""
    found = {each.name: each.events[-1].at for each in lives if each.events}
    for event in (event for each in lives for event in each.events):
        if event.kind == "issue.linked":
            other = event.things["other"]
            found[other] = max(found.get(other, event.at), event.at)
    return found


def _is_kept(company: Company, life: Life) -> bool:
    """Whether whoever has it is still there."""
    return not life.assignee or company.organization.staff[life.assignee].ended is None


def _look_again(life: Life) -> None:
    """Somebody asks, or it is given up; in the last five months."""
    life.ended = False
    life.at = TODAY - timedelta(days=life.stream.integer(3, 150))
    by = lead(life.company, life.place, life.at.date())
    asking = life.somebody()
    if life.chance(72) or life.status in ("In Progress", "In Review"):
        life.comment("idle", 5, by=asking)
        return
    life.comment("wontdo", 10, by=by)
    status = "Won't Fix" if life.type == "Bug" and life.status != "In Review" else "Done"
    if life.place.kind == "service_desk":
        status = "Resolved"
    life.is_done = life.change(3, by=by, status=status, resolution="Won't Do")
