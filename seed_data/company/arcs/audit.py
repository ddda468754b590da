"""An audit: evidence that is asked for, reminders, and gaps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.scenes import Scene, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event

_CONTROLS = {
    "Access reviews": "the signed list of the last four quarters",
    "Changes to production": "ten changes with their approval",
    "Backups": "the last restore test with its log",
    "People who left": "when their access ended",
    "Incidents": "the reviews of all that were Sev-1 or Sev-2",
    "Vendors": "the contracts with their terms for data",
    "Keys": "who rotated which, and when",
}


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Each control has an issue; of some the evidence is late, of one there is none."""
    scene = Scene(company, cast, stream)
    place, part = room(company, "operations", stream)
    epic = cast.name("gap")
    names = stream.sample([*_CONTROLS], 5)
    gap = names[-1] if cast.variant != "clean" else ""
    until = (scene.at + timedelta(days=14)).date()
    topic = {"topic": cast.name("audit")}
    scene.talk(
        "audit_ask",
        "engineering",
        "auditor",
        5,
        topic,
        controls=len(names),
        until_day=f"{until:%B} {until.day}",
    )
    issues = {}
    for control in names:
        issues[control] = scene.open(
            f"control/{control.lower().replace(' ', '-')}",
            place,
            part,
            "auditor",
            15,
            type="Task",
            summary=f"Audit {scene.at.year}: evidence for {control.lower()}",
            description=f"Wanted: {_CONTROLS[control]}.\n\nPut it in the folder and close this.",
            fields={"labels": ["audit"], "assignee": cast.people["engineer"]},
        )
    scene.talk(
        "audit_remind",
        "engineering",
        "auditor",
        5 * 1440,
        topic,
        missing=stream.integer(2, 4),
        controls=len(names),
    )
    for control, issue in issues.items():
        if stream.integer(0, 1):
            scene.comment(issue, "auditor", 2000, f"Reminder: {_CONTROLS[control]}, please.")
        if control == gap:
            scene.comment(issue, "engineer", 300, f"There is no such thing for {control.lower()}.")
            scene.note(
                "gap/missing",
                "gap",
                issue,
                f"no evidence for {control.lower()}",
                "audit finding",
                places=(f"tracker:{issue}",),
                is_defect=True,
            )
            if cast.variant == "gap closed":
                scene.open(
                    "gap",
                    place,
                    part,
                    "auditor",
                    60,
                    type="Task",
                    summary=f"Close the gap of the audit: {control.lower()}",
                    description=f"Found by <#issue:{issue}>.",
                    fields={"labels": ["audit"], "assignee": cast.people["engineer"]},
                )
                scene.link(epic, issue, "auditor", "relates to")
                scene.finish(epic, "engineer", days=6)
        scene.finish(issue, "engineer", days=1)
    scene.note("result", "decision", cast.name("audit"), cast.variant, "system of record")
    return iter(scene)


ARC = Arc(
    name="audit",
    times={"startup": 2, "mid": 4},
    play=play,
    variants={"clean": 1, "gap closed": 2, "gap accepted": 1},
    people={"auditor": staff("finance"), "engineer": staff("engineering", least_level=3)},
    held_out=("gap accepted",),
    days=30,
    latest=40,
)
