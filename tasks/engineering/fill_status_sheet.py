"""Fill in a list of issues from what the tracker has of them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, Status
from workworld.directory.models import Person
from workworld.grading import Episode
from workworld.randomness import Stream
from workworld.tasks import fillings
from workworld.tasks.fillings import EMPTY, Facts, Wording
from workworld.tasks.issues import Row, found
from workworld.tasks.releases import led_and_worked_on
from workworld.worlds import World

_HEADS = ("Issue", "Status", "Assignee")
_LINES, _LATEST = 26, 120
_WORDING = Wording(
    titles=("Open points", "Status sheet", "Steering list", "Review list", "Follow-ups"),
    asks=(
        "The spreadsheet “{title}” lists issues by key. Fill in the columns Status and Assignee "
        "as the tracker has them now, each issue in its line.",
        "Please complete “{title}”: status and assignee of every issue in it, from the tracker.",
        "In “{title}” there are only keys of issues so far. I need what the tracker says next to "
        "each of them, the status and the name of the assignee.",
    ),
    whys=(
        "It is for people who have no access to the tracker.",
        "We go through the list at four.",
        "Last time it was typed from memory, and it showed.",
    ),
    limits=(
        "If nobody is assigned, write “{empty}”. Leave the keys and their order alone, and change "
        "nothing in the tracker.",
        "Where the tracker names no assignee, “{empty}” goes into the cell. The first column, the "
        "headings and the issues themselves stay as they are.",
    ),
)


def prepare(world: World, rng: Stream) -> Facts:
    """Draw somebody who works on a project, and have them begin a list of its issues."""
    project, who = led_and_worked_on(world, rng)
    with world.reading() as session:
        issues = _issues(session, project.id)
    drawn = rng.sample(issues, _LINES)
    lines = [(key, (status, name or EMPTY)) for key, status, name in drawn]
    return fillings.begun(world, rng, who, _HEADS, lines, _WORDING)


def _issues(session: Session, project_id: str) -> list[tuple[str, str, str]]:
    """Key, status and assignee of the latest issues of a project that everybody sees."""
    query = (
        select(Issue.key, Status.name, func.coalesce(Person.name, ""))
        .join(Status, Status.id == Issue.status_id)
        .outerjoin(Person, Person.id == Issue.assignee_id)
        .where(Issue.project_id == project_id, Issue.security_level_id.is_(None))
        .order_by(Issue.number.desc())
        .limit(_LATEST)
    )
    return [(key, status, name) for key, status, name in session.execute(query)]


def _found(episode: Episode, _facts: Facts, names: Sequence[str]) -> list[tuple[str, str]]:
    """Ask the tracker for all of them at once."""
    asked = found(episode, f"key in ({', '.join(names)})", "status", "assignee")
    issues = {str(each["key"]): each["fields"] for each in asked}
    return [_told(issues[key]) for key in names]


def _told(fields: Row) -> tuple[str, str]:
    assignee = fields["assignee"]
    return fields["status"]["name"], assignee["displayName"] if assignee else EMPTY


FAMILY = fillings.family(
    "engineering.fill_status_sheet",
    "Fill in a list of issues from the tracker",
    prepare,
    _found,
    distractors=("issues that nobody has", "issues that are done"),
)
