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

_TURNS: Mapping[str, Sequence[str]] = {
    "lingering": ("A reorg.where", "B reorg.answer", "C reorg.grumble"),
    "cleaned up": ("A reorg.where", "B reorg.answer", "A reorg.cleaned", "C act.thanks"),
    "wrong answer": ("A reorg.where", "C reorg.wrong", "B reorg.corrected", "C reorg.grumble"),
}
"""How it goes, by variant."""


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
    plan = _TURNS[cast.variant]
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
    if cast.variant == "wrong answer":
        company.ledger.note(
            Fact(
                name=cast.name("wrong"),
                kind="name",
                subject=event.things.get("team", name),
                value=name,
                since=cast.at,
                places=("chat:engineering",),
                rule="contradiction",
                is_defect=True,
            )
        )


ARC = Arc(
    name="reorganization",
    times={"startup": 1, "mid": 1},
    play=play,
    variants={"lingering": 2, "cleaned up": 1, "wrong answer": 1},
    held_out=("wrong answer",),
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
