"""The hunt for a test that fails now and then."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.scenes import Scene, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event

_CAUSES = {
    "order": "it counts on the order in which {thing} come out of a set",
    "clock": "it fails in the minute before midnight",
    "shared state": "another test leaves {thing} behind",
    "real bug": "two workers do take the same {thing}: the test was right",
}


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Ignored, quarantined, hunted, found."""
    scene = Scene(company, cast, stream)
    place, part = room(company, "platform", stream)
    thing = stream.choice(part.things)
    test = f"test_{thing.replace(' ', '_').replace('-', '_')}_are_kept"
    cause = _CAUSES[cast.variant].format(thing=thing)
    issue = scene.open(
        "issue",
        place,
        part,
        "finder",
        20,
        type="Bug",
        summary=f"{test} fails once in {stream.integer(12, 60)} runs",
        description=f"```\nFAILED {test} - AssertionError: {stream.integer(2, 9)} != 1\n```",
        fields={"priority": "Low", "labels": ["flaky"]},
    )
    scene.comment(issue, "other", 200, "Ran it again, green. Merged.")
    scene.comment(issue, "finder", 4300, f"That was the {stream.integer(4, 15)}th time this month.")
    scene.change(issue, "finder", 30, status="To Do", priority="Medium")
    skipped = scene.open(
        "quarantine",
        place,
        part,
        "other",
        60,
        type="Task",
        summary=f"Put {test} in quarantine",
        description=f"Until <#issue:{issue}> is found.",
    )
    scene.link(skipped, issue, "other", "relates to")
    scene.finish(skipped, "other", days=0)
    scene.change(issue, "finder", 3000, status="In Progress", assignee=cast.people["finder"])
    scene.comment(
        issue, "finder", 800, f"A loop of 500 runs overnight: {stream.integer(3, 30)} red."
    )
    scene.comment(issue, "finder", 1440, f"Found it: {cause}.")
    scene.change(issue, "finder", 400, status="In Review")
    scene.change(issue, "other", 300, status="Done")
    scene.comment(issue, "other", 10, "Out of quarantine again.")
    scene.note("cause", "cause", issue, cause, "newest decision")
    return iter(scene)


ARC = Arc(
    name="flaky-test",
    times={"startup": 3, "mid": 14},
    play=play,
    variants={"order": 2, "clock": 1, "shared state": 2, "real bug": 1},
    people={"finder": staff("engineering"), "other": staff("engineering")},
    held_out=("real bug",),
    days=18,
    latest=20,
)
