"""On-call burn-out: a week of the rota is swapped in chat, and the schedule does not know."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.talks import held
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact


def play(company: Company, cast: Cast, _stream: Stream) -> Iterator[Event]:
    """Somebody asks, another takes the week, and in one variant the rota changes."""
    people = cast.people
    shift = next(
        (
            each
            for each in company.organization.rota
            if each.first > cast.at.date() and each.person == people["tired"]
        ),
        None,
    )
    if shift is None or shift.first - cast.at.date() > timedelta(days=60):
        return
    at = cast.at
    day = f"the week of {shift.first:%B} {shift.first.day}"
    roles = {"B": people["helper"], "C": people["lead"]}
    plan = ["A swap.tired", "A swap.ask", "B swap.yes"]
    if cast.variant == "rota changes":
        plan.append("C swap.lead")
    yield from held(
        cast, "swap", at, people["tired"],
        place="on-call", plan=plan, people=roles, slots={"swap_day": day},
    )  # fmt: skip
    company.ledger.note(
        Fact(
            name=cast.name("swap"),
            kind="on call",
            subject=f"on call/{shift.first.isoformat()}",
            value=people["helper"],
            since=at,
            places=("chat:on-call", "schedule:on-call"),
            rule="contradiction",
            is_defect=True,
        )
    )


ARC = Arc(
    name="burnout",
    times={"startup": 2, "mid": 4},
    play=play,
    variants={"rota changes": 2, "nothing changes": 1},
    people={
        "tired": staff("engineering"),
        "helper": staff("engineering"),
        "lead": staff("engineering", least_level=5),
    },
    held_out=("nothing changes",),
    days=20,
    is_only_told=True,
    earliest=330,
    latest=40,
)
