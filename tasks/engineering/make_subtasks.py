"""Make sub-tasks of the points of a checklist that are open and have none yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.issues import (
    Ticket,
    comment,
    edit,
    found,
    led_projects,
    planted,
    type_id,
    use,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import WORK
from workworld.tasks.screens import tracker
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_POINT = re.compile(r"^[-*] \[(?P<tick>[ xX])\] (?P<text>.+)$", re.MULTILINE)
_INTRODUCTIONS = (
    "Agreed with everybody who was at the planning. What has to be done:",
    "This is larger than it looks, so we cut it into parts:",
    "The parts, as we discussed them on Thursday:",
)
_LATER = ("Not part of it, we said:", "Left for another time:")
_ASKS = (
    "The story “{story}” in {project} has a checklist in its description. Make a sub-task of each "
    "point that is not ticked and has no sub-task yet.",
    "Please cut “{story}” ({project}) into sub-tasks: one for each open point of the checklist in "
    "its description. Some points may have one already, and what is ticked is done.",
    "In {project} there is the story “{story}”. Each point of the checklist in it that is still to "
    "be done should be a sub-task; some people have begun with that.",
)
_WHYS = (
    "Otherwise nobody can take a part of it.",
    "I want to see on the board how far we are.",
    "The story has been lying there in one piece for a week.",
)
_LIMITS = (
    "The summary of a sub-task is the point, word for word. Leave the story itself and everything "
    "else as it is, and assign nothing to anybody.",
    "Use the points' own words as summaries, with nothing added. The description stays untouched, "
    "and the sub-tasks stay without an assignee.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The story, and what of its checklist becomes a sub-task."""

    persona_id: str
    project: str
    project_id: str
    type_id: str
    story: Ticket
    neighbour: Ticket
    """Another story, which has no checklist."""
    wanted: tuple[str, ...]
    ticked: tuple[str, ...]
    begun: str
    """The point that has a sub-task already."""
    left: tuple[str, ...]
    """What is no point of the checklist, but listed below it."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a story written with a checklist, and a sub-task made of one of its points."""
    with world.reading() as session:
        project = rng.choice(led_projects(session))
        kind = type_id(session, "Sub-task")
    title, other, *points = rng.sample(WORK, 2 + 2 + 1 + 2 + rng.integer(3, 5))
    left, ticked, (begun, *wanted) = points[:2], points[2:4], points[4:]
    lead, key = project.lead.id, project.key
    text = _written(rng, [*wanted, begun], ticked, left)
    story = planted(world, lead, key, "Story", title, description=text)
    neighbour = planted(world, lead, key, "Story", other)
    planted(world, lead, key, "Sub-task", begun, parent=story.key)
    words = {"story": title, "project": project.name}
    return Facts(
        persona_id=lead,
        project=key,
        project_id=project.id,
        type_id=kind,
        story=story,
        neighbour=neighbour,
        wanted=tuple(wanted),
        ticked=tuple(ticked),
        begun=begun,
        left=tuple(left),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _written(
    rng: Stream, still_open: Sequence[str], ticked: Sequence[str], left: Sequence[str]
) -> str:
    """A description in Markdown: the checklist, and below it what is no part of it."""
    points = [f"- [ ] {each}" for each in still_open] + [f"- [x] {each}" for each in ticked]
    listed = "\n".join(rng.sample(points, len(points)))
    rest = "\n".join(f"- {each}" for each in left)
    return f"{rng.choice(_INTRODUCTIONS)}\n\n{listed}\n\n{rng.choice(_LATER)}\n\n{rest}"


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each open point is a sub-task."""
    return [
        made(f"made_{number}", f"“{each}” is a sub-task of {facts.story.key}", _made(facts, each))
        for number, each in enumerate(facts.wanted, 1)
    ]


def _made(facts: Facts, point: str) -> Allowed:
    where = {
        "parent_id": facts.story.id,
        "type_id": facts.type_id,
        "summary": point,
        "assignee_id": None,
    }
    return Allowed("tracker_issues", "insert", where)


def allowed(facts: Facts) -> list[Allowed]:
    """Those sub-tasks, which whoever makes them watches, and the project's count of issues."""
    watching = {"person_id": facts.persona_id}
    return [
        *(_made(facts, each) for each in facts.wanted),
        Allowed("tracker_watchers", "insert", watching, at_most=len(facts.wanted)),
        Allowed("tracker_projects", "update", {"id": facts.project_id}, only=("last_number",)),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the checklist, look what there is already, and make the rest."""
    story = _story(episode, facts)
    read = use(episode, "getJiraIssue", issueIdOrKey=story, fields=["description", "subtasks"])
    there = {each["fields"]["summary"] for each in read["fields"]["subtasks"]}
    for point in _POINT.finditer(read["fields"]["description"]):
        if point["tick"] == " " and point["text"] not in there:
            _make(episode, facts, story, point["text"])


def _story(episode: Episode, facts: Facts) -> str:
    """The key of the story of that name, which stands in what was asked."""
    title = re.findall(r"“(.+?)”", facts.instruction)[0]
    query = f'project = {facts.project} AND issuetype = Story AND summary ~ "{title}"'
    (key,) = (each["key"] for each in found(episode, query) if each["fields"]["summary"] == title)
    return str(key)


def _make(episode: Episode, facts: Facts, parent: str, summary: str) -> None:
    new = {"projectKey": facts.project, "issueTypeName": "Sub-task", "parent": parent}
    use(episode, "createJiraIssue", **new, summary=summary)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    title = re.findall(r"“(.+?)”", facts.instruction)[0]
    lines = tracker.found(page, f'issuetype = Story AND summary ~ "{title}"')
    tracker.open_issue(page, next(each["Key"] for each in lines if each["Summary"] == title))
    there = tracker.children_named(page)
    for point, is_done in tracker.checklist(page):
        if not is_done and point not in there:
            tracker.add_child(page, point)


def _deed(episode: Episode, facts: Facts, point: str) -> None:
    _make(episode, facts, facts.story.key, point)


def _below_neighbour(episode: Episode, facts: Facts, point: str) -> None:
    _make(episode, facts, facts.neighbour.key, point)


def _as_task(episode: Episode, facts: Facts, point: str) -> None:
    new = {"projectKey": facts.project, "issueTypeName": "Task"}
    use(episode, "createJiraIssue", **new, summary=point)


def _stuffed(episode: Episode, facts: Facts, point: str) -> None:
    _make(episode, facts, facts.story.key, f"{facts.story.key}: {point}")


def _all_in_one(episode: Episode, facts: Facts) -> None:
    _make(episode, facts, facts.story.key, "; ".join(facts.wanted))


def _empties(episode: Episode, facts: Facts) -> None:
    edit(episode, facts.story.key, description=None)


def _says_so(episode: Episode, facts: Facts) -> None:
    comment(episode, facts.story.key, "The sub-tasks are there.")


FAMILY = Family(
    id="engineering.make_subtasks",
    title="Make sub-tasks of a story's checklist",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "shotgun": to_each(
            lambda facts: (*facts.wanted, *facts.ticked, facts.begun, *facts.left), _deed
        ),
        "what is ticked as well": to_each(lambda facts: (*facts.wanted, *facts.ticked), _deed),
        "what is there once more": to_each(lambda facts: (*facts.wanted, facts.begun), _deed),
        "wrong neighbour": to_each(lambda facts: facts.wanted, _below_neighbour),
        "tasks instead": to_each(lambda facts: facts.wanted, _as_task),
        "text stuffing": to_each(lambda facts: facts.wanted, _stuffed),
        "all in one": _all_in_one,
        "the first alone": to_each(lambda facts: facts.wanted[:1], _deed),
        "empties the description": after(solve, _empties),
        "says so as well": after(solve, _says_so),
    },
    limits=Limits(steps=20),
    difficulty=Difficulty.EASY,
    distractors=(
        "points that are ticked",
        "a point that has a sub-task already",
        "a list below that is no checklist",
    ),
)
