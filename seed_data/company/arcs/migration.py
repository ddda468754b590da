"""A migration with a cut-over: changes that are approved, a freeze, a way back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.scenes import Scene, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event

_STEPS = (
    "Copy {thing} to the new store",
    "Read from both, compare",
    "Switch reads over",
    "Switch writes over",
    "Switch the old store off",
)
_FROZEN = 2
"""From this step on nothing else is deployed meanwhile."""


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Step by step; one of them has to be taken back in some variants."""
    scene = Scene(company, cast, stream)
    place, part = room(company, "operations", stream)
    thing = stream.choice(room(company, "product", stream)[1].things)
    failing = {"smooth": -1, "rolled back once": 3, "reads differ": 1}[cast.variant]
    due, about = scene.at.date(), {"topic": cast.name("move")}
    for number, step in enumerate(_STEPS):
        due += timedelta(days=stream.integer(4, 8))
        tries = 2 if number == failing else 1
        for attempt in range(tries):
            again = ", second try" if attempt else ""
            summary = f"{step.format(thing=thing)}{again}"
            issue = scene.open(
                f"step/{number}/{attempt}",
                place,
                part,
                "engineer",
                600,
                type="Change",
                summary=summary,
                description=(
                    f"**Freeze:** no releases from the evening before.\n"
                    f"**Checks:** counts of {thing} on both sides.\n"
                    f"**Way back:** {stream.integer(5, 40)} minutes, by the runbook."
                ),
                fields={"assignee": cast.people["engineer"], "labels": ["migration"]},
            )
            scene.change(issue, "engineer", 20, status="Review")
            scene.comment(issue, "approver", 300, "Who watches the counts while it runs?")
            scene.comment(issue, "engineer", 40, f"I do, for {stream.integer(2, 6)} hours.")
            scene.change(issue, "approver", 30, status="Approved")
            scene.change(issue, "engineer", 20, status="Scheduled", due=due.isoformat())
            if number >= _FROZEN:
                named = summary[:1].lower() + summary[1:]
                scene.talk(
                    "cutover_freeze",
                    "deploys",
                    "engineer",
                    60,
                    about,
                    step_name=named,
                    moving=thing,
                )
            scene.change(issue, "engineer", 1440, status="Implementing")
            if tries == 2 and not attempt:
                lost = stream.integer(3, 90)
                scene.comment(issue, "engineer", 30, f"{lost} of {thing} differ. Going back.")
                scene.change(issue, "engineer", 6, status="Rolled Back", resolution="Won't Do")
                scene.talk(
                    "cutover_back", "deploys", "engineer", 20, about, lost=lost, moving=thing
                )
                scene.note("differ", "amount", issue, str(lost), "system of record")
                continue
            scene.change(issue, "engineer", 60, status="Done")
    scene.talk("cutover_done", "engineering", "engineer", 30, about, moving=thing)
    scene.note("way", "decision", cast.name("step", 0, 0), cast.variant, "system of record")
    return iter(scene)


ARC = Arc(
    name="migration",
    times={"startup": 2, "mid": 8},
    play=play,
    variants={"smooth": 1, "rolled back once": 2, "reads differ": 1},
    people={
        "engineer": staff("engineering", least_level=3),
        "approver": staff("engineering", least_level=4),
    },
    held_out=("reads differ",),
    days=40,
    latest=45,
)
