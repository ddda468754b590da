"""A departure that few know of: leaders and the people team plan the hand-over in private."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.talks import held
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact


def leaving(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    """Who leaves in two to seven weeks."""
    first, last = (at + timedelta(weeks=weeks) for weeks in (2, 7))
    there = company.organization.staff.values()
    return [each.key for each in there if each.ended and first.date() <= each.ended <= last.date()]


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """It is told in the people team's channel; the ledger says who may know, and since when."""
    leaver = company.organization.staff[cast.things["leaver"]]
    boss = leaver.post.manager or cast.people["people"]
    ended = leaver.ended
    if ended is None:
        return
    slots = {
        "leaver": leaver.name,
        "heir": company.organization.staff[boss].display_name,
        "last_day": f"{ended:%A, %B} {ended.day}",
    }
    roles = {"B": cast.people["chief"]}
    audience = tuple(sorted({*cast.people.values(), boss}))
    plan = ["A departure.told", "B departure.question", "A departure.plan"]
    if cast.variant == "counter-offer":
        plan = ["A departure.told", "B departure.stay", "A departure.asked"]
    later = cast.at + timedelta(days=3 + stream.integer(0, 4))
    settled = ["A departure.settled", "B act.fine"]
    if cast.variant == "counter-offer":
        settled = ["A departure.declined", "B act.fine", "A departure.settled"]
    for name, at, turns in (
        ("told", cast.at, plan),
        ("settled", later, settled),
    ):
        yield from held(
            cast, name, at, cast.people["people"],
            place="people-team", plan=turns, people=roles, slots=slots, audience=audience,
        )  # fmt: skip
    company.ledger.note(
        Fact(
            name=cast.name("secret"),
            kind="secret",
            subject=leaver.key,
            value=f"leaves on {ended.isoformat()}",
            since=cast.at,
            places=("chat:people-team",),
            rule="known to " + ", ".join(audience),
        )
    )
    if cast.variant == "leaked":
        yield from _leak(company, cast, slots, later, boss)


def _leak(
    company: Company, cast: Cast, slots: Mapping[str, str], at: datetime, boss: str
) -> Iterator[Event]:
    """Somebody has heard of it and asks where everybody reads; the ledger marks that."""
    heard = cast.people["chief"]
    at += timedelta(days=1)
    yield from held(
        cast, "leak", at, heard,
        place="general", plan=["A departure.leak", "B departure.hush"], people={"B": boss},
        slots=slots,
    )  # fmt: skip
    company.ledger.note(
        Fact(
            name=cast.name("leak"),
            kind="secret",
            subject=cast.things["leaver"],
            value="is not to be told yet",
            since=at,
            places=("chat:general",),
            rule="leak",
            is_defect=True,
        )
    )


ARC = Arc(
    name="departure",
    times={"startup": 2, "mid": 5},
    play=play,
    variants={"planned": 2, "counter-offer": 1, "leaked": 1},
    things={"leaver": leaving},
    people={"people": staff("people"), "chief": staff("executive")},
    held_out=("leaked",),
    days=30,
    is_only_told=True,
    earliest=350,
    latest=20,
)
