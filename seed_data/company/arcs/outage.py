"""A Sev-1 outage: an alert, a call, a way back, a review with actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.scenes import Scene, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.market.cases import Cases

_SYMPTOMS = (
    "bookings cannot be saved, 5xx at {share} percent and climbing",
    "sign-in fails for {share} percent of the sites",
    "{things} are not answered, the queue grows by {share} a second",
    "the map is empty and {things} time out after {share} seconds",
)
_SEEN = (
    "we could not save any bookings",
    "nobody could sign in",
    "answers did not come, and our trucks waited",
    "the map was empty",
)
"""What customers say of each symptom."""
_MOST_CASES = 3
_CAUSES = (
    "the release set the pool of connections to its default of {share}",
    "a migration locked the table behind {things}",
    "an expired certificate between two regions",
    "a cache that was cleared at once on all nodes",
    "a retry without a limit that multiplied {things}",
)
_MENDS = {
    "rolled back": "rolled back to the release before",
    "mended forward": "one line changed and deployed",
    "failed over": "moved to the other region",
}
_ACTIONS = (
    "Alert when {things} fall behind",
    "Deploy to one node first, and wait ten minutes",
    "Write down who may roll back without asking",
    "Limit retries of {things}",
    "Test the way back every quarter",
    "Status page template with what still works",
)


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """From the first alert to the last action."""
    scene = Scene(company, cast, stream)
    ops, part = room(company, "operations", stream)
    product, component = room(company, "product", stream)
    slots = {"share": str(stream.integer(6, 40)), "things": stream.choice(part.things)}
    kind = stream.integer(0, len(_SYMPTOMS) - 1)
    symptom, seen = _SYMPTOMS[kind].format(**slots), _SEEN[kind]
    cause = stream.choice(_CAUSES).format(**slots)
    issue, incident = cast.name("issue"), cast.name("incident")
    things = {"incident": incident, "service": component.name, "issue": issue}
    opened = {
        "type": "Incident",
        "summary": f"{component.name}: {symptom}"[:200],
        "description": f"Since {scene.at:%H:%M}: {symptom}. {slots['things'].capitalize()} first.",
        "fields": {
            "components": [part.name],
            "priority": "Highest",
            "labels": ["incident", "sev-1"],
            "values": {"Severity": "S1 - critical"},
        },
    }
    scene.tell(
        "issue.opened", "on call", 0, {"issue": issue, "project": ops.key}, opened, at_once=True
    )
    began = scene.at
    declared = {"severity": "Sev-1", "symptom": symptom}
    scene.tell("incident.declared", "on call", 2, things, declared, at_once=True)
    scene.change(
        issue, "on call", 2, at_once=True, status="Investigating", assignee=cast.people["on call"]
    )
    first = stream.integer(4, 14)
    for what in (
        f"We look at {slots['things']} first; {first} customers have called.",
        "Do not debug it live. Bring it back, find out why afterwards.",
        f"Decided: {_MENDS[cast.variant]}.",
    ):
        scene.tell(
            "incident.updated",
            "commander",
            stream.integer(4, 15),
            things,
            {"what": what},
            at_once=True,
        )
        scene.comment(issue, "commander", 1, what, at_once=True)
    scene.change(issue, "on call", stream.integer(8, 30), at_once=True, status="Mitigated")
    resolved = {"cause": cause, "mend": _MENDS[cast.variant]}
    scene.tell(
        "incident.resolved", "on call", stream.integer(15, 60), things, resolved, at_once=True
    )
    scene.change(issue, "on call", 1, at_once=True, status="Resolved")
    over = scene.at
    minutes = int((scene.at - began).total_seconds() // 60)
    scene.comment(issue, "on call", 4, f"Over. {minutes} minutes in all; {cause}.", at_once=True)
    scene.note("minutes", "amount", incident, str(minutes), "system of record")
    scene.note("cause", "cause", incident, cause, "newest decision")
    affected = first + stream.integer(1, 4)
    scene.note(
        "affected/old",
        "amount",
        incident,
        str(first),
        "contradiction",
        places=(f"tracker:{issue}",),
        is_defect=True,
    )
    scene.note("affected", "amount", incident, str(affected), "newest decision")
    told = {"began": f"{began:%H:%M}", "over": f"{over:%H:%M}", "seen": seen}
    _cases(company, stream, (began, over), seen, _MENDS[cast.variant])
    scene.talk("outage_apology", "support", "support", 90, things, affected=affected, **told)
    scene.change(issue, "commander", 1440, status="Postmortem")
    actions = [each.format(**slots) for each in stream.sample(_ACTIONS, 3)]
    made = []
    for number, action in enumerate(actions):
        made.append(
            scene.open(
                f"action/{number}",
                product,
                component,
                "commander",
                12,
                type="Task",
                summary=action,
                description=f"From the review of {began:%B} {began.day}: {cause}.",
                fields={
                    "labels": ["postmortem"],
                    **({"assignee": cast.people["on call"]} if number < 2 else {}),
                },
            )
        )
        scene.link(made[-1], issue, "commander", "relates to")
    scene.comment(
        issue,
        "commander",
        60,
        _review((began, over), symptom, cause, _MENDS[cast.variant], made)
        + f"\n\n{affected} customers were affected, not {first}.",
    )
    scene.tell("incident.reviewed", "commander", 20, things, {"actions": actions})
    for action in made[:2]:
        scene.finish(action, "on call", days=stream.integer(1, 5))
    scene.change(issue, "commander", 2880, status="Closed")
    late = "Nobody has come to it, and the two others are enough. Closing."
    scene.comment(made[2], "commander", stream.integer(30, 60) * 1440, late)
    scene.change(made[2], "commander", 2, status="Done", resolution="Won't Do")
    return iter(scene)


def _review(
    times: tuple[datetime, datetime], symptom: str, cause: str, mend: str, made: Sequence[str]
) -> str:
    """The postmortem, as it stands below the issue."""
    began, over = times
    minutes = int((over - began).total_seconds() // 60)
    actions = "\n".join(f"- <#issue:{each}>" for each in made)
    return (
        f"**Postmortem**\n\n**What happened.** From {began:%H:%M} to {over:%H:%M}, "
        f"{minutes} minutes: {symptom}.\n\n**Why.** {cause[:1].upper()}{cause[1:]}. "
        "No alert told us before customers did.\n\n"
        f"**What we did.** {mend[:1].upper()}{mend[1:]}.\n\n**Actions.**\n\n{actions}"
    )


def _cases(
    company: Company, stream: Stream, times: tuple[datetime, datetime], seen: str, mend: str
) -> None:
    """Some of those who were affected write to support, and are told that we are sorry."""
    making, (began, over) = company.market.tools, times
    fit = [
        each
        for each in company.market.accounts.values()
        if each.contacts and each.contacts[0].since < began and each.is_customer(began.date())
    ]
    cases = Cases(making)
    for account in stream.sample(fit, min(len(fit), _MOST_CASES)):
        case = cases.open(
            account,
            began + timedelta(minutes=stream.integer(5, 40)),
            stream,
            contact=account.contacts[0].key,
            kind="Problem",
            subject=f"{seen[:1].upper()}{seen[1:]} since {began:%H:%M}",
            text=f"Since {began:%H:%M} {seen}. Please call us, trucks are at the gate.",
            priority="Critical",
        )
        if case is None:
            continue
        by, at = making.desk.act(case.owner, max(over, case.at), stream, stream.integer(30, 90))
        yours = seen.replace("we ", "you ").replace("our ", "your ")
        sorry = (
            f"We are sorry. From {began:%H:%M} to {over:%H:%M} (our time) {yours}; "
            f"what we did: {mend}. You will hear from us what we change."
        )
        name = f"market/{case.key}/{making.number(case.key):02}"
        facts = {"text": sorry, "is_public": True}
        making.tell(name, "case.commented", at, by, {"case": case.key}, facts)


ARC = Arc(
    name="outage",
    times={"startup": 3, "mid": 12},
    play=play,
    variants={"rolled back": 3, "mended forward": 2, "failed over": 1},
    people={
        "on call": staff("engineering"),
        "commander": staff("engineering", least_level=4),
        "support": staff("support"),
    },
    held_out=("failed over",),
    days=30,
    latest=40,
)
