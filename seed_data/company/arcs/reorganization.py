"""After a team got another name: the old one lingers in bookmarks, pages and habits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.talks import held
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact


def renamed(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    """Renamings of the half year before."""
    since = at - timedelta(days=180)
    return [each.name for each in company.history.of("team.renamed") if since <= each.at <= at]


def play(company: Company, cast: Cast, _stream: Stream) -> Iterator[Event]:
    """Somebody looks for the old name, others know better."""
    event = next(
        each for each in company.history.of("team.renamed") if each.name == cast.things["renaming"]
    )
    old, name = str(event.facts["old"]), str(event.facts["name"])
    roles = {"B": cast.people["helper"], "C": cast.people["wit"]}
    plan = ["A reorg.where", "B reorg.answer", "C reorg.grumble"]
    yield from held(
        cast, "where", cast.at, cast.people["lost"],
        place="engineering", plan=plan, people=roles, slots={"old": old, "name": name},
    )  # fmt: skip
    company.ledger.note(
        Fact(
            name=cast.name("name"),
            kind="name",
            subject=event.things.get("team", name),
            value=name,
            since=event.at,
            places=("chat:engineering",),
            rule="newest decision",
        )
    )


ARC = Arc(
    name="reorganization",
    times={"startup": 1, "mid": 1},
    play=play,
    variants={"lingering": 1},
    things={"renaming": renamed},
    people={
        "lost": staff("engineering"),
        "helper": staff("engineering"),
        "wit": staff("engineering"),
    },
    is_only_told=True,
    earliest=150,
    latest=40,
)
