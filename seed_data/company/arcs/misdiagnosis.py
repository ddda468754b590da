"""A Sev-3 that burns slowly and is taken for something else twice before its cause is found."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.scenes import Scene, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event

_CAUSES = {
    "clock": "the clock of one worker is {n} seconds late, so its messages count as old",
    "disk": "a disk of the third replica reports errors only when it is warm",
    "limit": "the carrier's side takes {n} calls a minute and drops the rest without a word",
}


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Muted alerts, two wrong issues, and the root cause at last."""
    scene = Scene(company, cast, stream)
    place, part = room(company, "platform", stream)
    thing, other = stream.sample(part.things, 2)
    cause = _CAUSES[cast.variant].format(n=stream.integer(20, 90))
    wrong = [
        (f"{thing.capitalize()} are late in the morning", f"the new index for {thing}"),
        (f"Fewer {thing} than {other} since the last release", f"a change to {other}"),
    ]
    incident = cast.name("incident")
    issues = []
    for number, (summary, guess) in enumerate(wrong):
        by = ("finder", "engineer")[number]
        issue = scene.open(
            f"wrong/{number}",
            place,
            part,
            by,
            60 + 4000 * number,
            type="Bug",
            summary=summary,
            description=f"**Actual:** {summary.lower()}.\n\nProbably {guess}.",
            fields={"priority": "Medium", "values": {"Severity": "S3 - minor"}},
        )
        issues.append(issue)
        things = {"incident": incident, "service": part.name, "issue": issue}
        if not number:
            facts = {"severity": "Sev-3", "symptom": summary}
            scene.tell("incident.declared", by, 20, things, facts)
        scene.comment(issue, "engineer", 700, f"It must be {guess}. I mute the alert for now.")
        scene.note(
            f"guess/{number}",
            "cause",
            issue,
            cause,
            "newest decision",
            places=(f"tracker:{issue}",),
            is_defect=True,
        )
        scene.comment(issue, "finder", 2900, f"Still there without {guess}.")
    root = scene.open(
        "root",
        place,
        part,
        "engineer",
        1500,
        type="Bug",
        summary=f"{part.name}: {cause}"[:200],
        description=f"What <#issue:{issues[0]}> and <#issue:{issues[1]}> saw. Cause: {cause}.",
    )
    for issue in issues:
        scene.link(issue, root, "engineer", "duplicates")
        scene.change(issue, "engineer", 5, status="Won't Fix", resolution="Duplicate")
    things = {"incident": incident, "service": part.name, "issue": root}
    scene.finish(root, "engineer", days=2, kind="Bug")
    scene.tell("incident.resolved", "engineer", 10, things, {"cause": cause, "mend": "put right"})
    scene.note("cause", "cause", incident, cause, "newest decision")
    return iter(scene)


ARC = Arc(
    name="misdiagnosis",
    times={"startup": 3, "mid": 12},
    play=play,
    variants={"clock": 2, "limit": 2, "disk": 1},
    people={"finder": staff("engineering"), "engineer": staff("engineering", least_level=3)},
    held_out=("disk",),
    days=25,
    latest=30,
)
