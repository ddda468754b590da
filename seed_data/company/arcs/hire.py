"""A hire: the panel meets, agrees, and an offer goes out; the new colleague's first day follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.talks import held
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact


def coming(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    """Who begins in five to nine weeks."""
    first, last = (at + timedelta(weeks=weeks) for weeks in (5, 9))
    there = company.organization.staff.values()
    return [each.key for each in there if first.date() <= each.started <= last.date()]


def _steps(variant: str, stream: Stream) -> Sequence[tuple[str, int, Sequence[str]]]:
    """What is talked about, after how many days, and by which turns."""
    offered, signed = 4 + stream.integer(0, 3), 12 + stream.integer(0, 4)
    between: Mapping[str, Sequence[tuple[str, int, Sequence[str]]]] = {
        "second choice": (
            ("declined", offered + 2, ["A hire.declined", "B hire.second", "A act.fine"]),
        ),
        "on hold": (
            ("held", offered - 2, ["A hire.frozen", "C hire.protest", "A act.fine"]),
            ("freed", offered - 1, ["A hire.freed", "B act.thanks"]),
        ),
    }
    return (
        ("panel", 0, ["A hire.panel", "B hire.view", "C hire.view", "A act.fine"]),
        *between.get(variant, ()),
        ("offer", offered, ["A hire.offer", "B act.fine"]),
        ("signed", signed, ["A hire.done", "C act.thanks"]),
    )


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """The panel's talks, in a private channel; names are not said before the first day."""
    new = company.organization.staff[cast.things["new"]]
    roles = {"B": cast.people["first"], "C": cast.people["second"]}
    slots = {"role_open": new.posts[0].title.lower()}
    audience = (*cast.people.values(),)
    by = cast.people["people"]
    for name, days, plan in _steps(cast.variant, stream):
        yield from held(
            cast, name, cast.at + timedelta(days=days), by,
            place="hiring-panel", plan=plan, people=roles, slots=slots, audience=audience,
        )  # fmt: skip
    company.ledger.note(
        Fact(cast.name("offer"), "decision", new.key, "hired", cast.at + timedelta(days=12))
    )


ARC = Arc(
    name="hire",
    times={"startup": 3, "mid": 8},
    play=play,
    variants={"straight": 2, "second choice": 1, "on hold": 1},
    held_out=("on hold",),
    things={"new": coming},
    people={
        "people": staff("people"),
        "first": staff("engineering", least_level=4),
        "second": staff("product", least_level=4),
    },
    days=25,
    is_only_told=True,
    earliest=350,
    latest=30,
)
