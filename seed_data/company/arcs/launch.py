"""A launch: an epic, a beta, a date, which moves in some variants while older ones linger."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.scenes import Scene, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event

_GOALS = ("for every site", "2.0", "for carriers", "on the phone", "across regions")
_WORK = (
    "Screens of {thing}",
    "Beta with five customers",
    "Help pages and release notes",
    "Load test with {n}00 doors",
    "Flag on for everybody",
    "Train support on {thing}",
)


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """From the epic to the day itself."""
    scene = Scene(company, cast, stream)
    place, part = room(company, "product", stream)
    thing, what = stream.choice(part.things), f"{part.name} {stream.choice(_GOALS)}"
    date = scene.at.date() + timedelta(days=56)
    date -= timedelta(days=(date.weekday() - 1) % 7)
    epic = scene.open(
        "epic",
        place,
        part,
        "owner",
        20,
        type="Epic",
        summary=what,
        description=f"{thing.capitalize()} first. General availability on {date:%B} {date.day}.",
        fields={"due": date.isoformat(), "labels": ["launch"]},
    )
    scene.note("date/0", "date", epic, date.isoformat(), "newest decision")
    scene.change(epic, "owner", 600, status="In Progress", assignee=cast.people["owner"])
    moves = {"on time": 0, "slipped once": 1, "slipped twice": 2}[cast.variant]
    for number, work in enumerate(_WORK):
        role = "owner" if number in (1, 2) else "engineer"
        facts = {
            "type": "Story" if number == 0 else "Task",
            "summary": f"{what}: {work.format(thing=thing, n=stream.integer(2, 6)).lower()}",
            "description": f"For the launch on {date:%B} {date.day}.",
            "fields": {
                "components": [part.name],
                "assignee": cast.people[role],
                "points": stream.choice((2, 3, 5, 8)),
            },
        }
        issue = cast.name(f"part/{number}")
        scene.tell(
            "issue.opened",
            "owner",
            8,
            {"issue": issue, "project": place.key, "parent": epic},
            facts,
        )
    for number in range(len(_WORK)):
        issue = cast.name(f"part/{number}")
        scene.finish(issue, "owner" if number in (1, 2) else "engineer", days=4)
        if number < 2 * moves and number % 2:
            old, date = date, date + timedelta(days=stream.choice((7, 14)))
            turn = number // 2 + 1
            why = stream.choice(
                (f"{thing} need a week more", "the load test failed", "two beta sites said no")
            )
            scene.change(epic, "owner", 120, due=date.isoformat())
            scene.comment(
                epic, "owner", 2, f"New date: *{date:%B} {date.day}*. {why.capitalize()}."
            )
            scene.tell(
                "decision.made",
                "owner",
                10,
                {"topic": epic},
                {"what": "date of the launch", "value": date.isoformat(), "old": old.isoformat()},
            )
            scene.note(
                f"date/{turn}/old",
                "date",
                epic,
                date.isoformat(),
                "contradiction",
                places=tuple(f"tracker:{cast.name(f'part/{each}')}" for each in range(len(_WORK))),
                is_defect=True,
            )
            scene.note(f"date/{turn}", "date", epic, date.isoformat(), "newest decision")
    scene.change(epic, "owner", 300, status="In Review")
    if scene.change(epic, "owner", 1440, status="Done"):
        scene.comment(epic, "owner", 5, f"{what} is out. Thank you, all of you.")
    return iter(scene)


ARC = Arc(
    name="launch",
    times={"startup": 4, "mid": 14},
    play=play,
    variants={"on time": 2, "slipped once": 2, "slipped twice": 1},
    people={"owner": staff("product"), "engineer": staff("engineering", least_level=3)},
    held_out=("slipped twice",),
    days=70,
    earliest=640,
    latest=75,
)
