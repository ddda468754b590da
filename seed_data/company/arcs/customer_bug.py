"""A customer's bug: a case, an issue, a mend, a release, an answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff, things
from workworld.seed_data.company.arcs.scenes import Scene, customer, room
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.market.cases import Cases
from workworld.seed_data.company.market.things import Case


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Support hears of it, engineering mends it, the customer is told."""
    scene = Scene(company, cast, stream)
    place, part = room(company, "product", stream)
    thing = stream.choice(part.things)
    name = customer(company, cast.things["account"])
    rows = stream.integer(40, 900)
    case = _case(company, cast, stream, f"{thing} are missing after row {rows}")
    if case is not None:  # support may have been away when the customer wrote
        scene.at = max(scene.at, case.at)
    issue = scene.open(
        "issue",
        place,
        part,
        "support",
        30,
        type="Bug",
        summary=f"{thing.capitalize()} of {name} are missing after row {rows}",
        description=(
            f"{name} has sent us the file.\n\n**Steps**\n\n1. Export {thing}\n2. Count the rows\n\n"
            f"**Expected:** all of them.\n**Actual:** {rows}, then nothing.\n\n"
            f"```\nWARN truncated at {rows}, account={name}\n```"
        ),
        fields={"labels": ["customer-reported"], "values": {"Severity": "S2 - major"}},
        case=case.key if case else "",
    )
    scene.comment(issue, "support", 200, f"{name} needs it for the month's end.")
    scene.change(issue, "lead", 100, status="To Do", assignee=cast.people["engineer"])
    if cast.variant == "asked back":
        scene.comment(issue, "engineer", 300, f"Which browser, and does it happen to {thing} only?")
        scene.comment(issue, "support", 1440, f"{name}: Firefox, and yes.")
    scene.change(issue, "engineer", 300, status="In Progress")
    cause = f"the page of {thing} asks for {rows} at most"
    scene.comment(issue, "engineer", 900, f"Found it: {cause}.")
    scene.tell("work.logged", "engineer", 240, {"issue": issue}, {"minutes": 240, "text": ""})
    scene.change(issue, "engineer", 30, status="In Review")
    version = place.version_after(scene.at.date())
    fix: dict[str, Any] = {"fix": [version.name]} if version else {}
    scene.change(issue, "lead", 400, status="Done", **fix)
    if cast.variant == "came back":
        scene.change(issue, "support", 4000, status="Reopened")
        scene.comment(issue, "support", 3, f"{name} sees it again, now after row {rows * 2}.")
        scene.change(issue, "engineer", 500, status="In Progress")
        scene.change(issue, "engineer", 900, status="In Review")
        scene.change(issue, "lead", 200, status="Done")
    scene.comment(issue, "support", 600, f"{name} has been told, and says thanks.")
    if case is not None and not scene.is_over:
        out = f"with version {version.name}" if version else "with the next version"
        answer = f"The mend is out {out}: all rows of {thing} come again. Thank you for the file."
        facts = {"text": answer, "is_public": True}
        scene.tell("case.commented", "support", 4, {"case": case.key}, facts)
    scene.note("cause", "cause", issue, cause, "system of record")
    if version:
        scene.note("version", "version", issue, version.name, "system of record")
    return iter(scene)


def _case(company: Company, cast: Cast, stream: Stream, what: str) -> Case | None:
    """The customer writes to support before anybody opens an issue."""
    account = company.market.accounts.get(cast.things["account"])
    if account is None or not account.contacts or account.contacts[0].since > cast.at:
        return None
    return Cases(company.market.tools).open(
        account,
        cast.at - timedelta(hours=20),
        stream,
        contact=account.contacts[0].key,
        kind="Problem",
        subject=f"{what[:1].upper()}{what[1:]}",
        text=f"In our export {what}. The file is attached; we need it for the end of the month.",
        priority="High",
    )


ARC = Arc(
    name="customer-bug",
    times={"startup": 6, "mid": 32},
    play=play,
    variants={"straight": 3, "asked back": 2, "came back": 1},
    things={"account": things("account.opened", "account")},
    people={
        "support": staff("support"),
        "engineer": staff("engineering"),
        "lead": staff("engineering", least_level=4),
    },
    held_out=("came back",),
    days=20,
    latest=25,
)
