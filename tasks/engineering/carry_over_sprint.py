"""Move what is not done in a sprint into the one after it, but for what is to stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.apps.tracker.service import issues as service
from workworld.apps.tracker.service import sprint_moves
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.issues import (
    Ticket,
    comment,
    found,
    led_projects,
    move_on,
    moved,
    planted,
    use,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import WORK
from workworld.tasks.screens import tracker
from workworld.tasks.sprints import planned, put_into, sprint_named, to_sprint
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_THEMES = ("Quayside", "Harbour", "Lantern", "Anchor", "Beacon", "Compass", "Tideway", "Mooring")
_ASKS = (
    "In {project}, whatever is not resolved in the sprint “{sprint}” goes into “{following}”. Only "
    "what has a flag stays where it is.",
    "Please take the unresolved issues of “{sprint}” ({project}) over into the sprint "
    "“{following}”, except for those that are flagged.",
    "“{sprint}” in {project} is as good as over. Its unresolved issues belong into the sprint "
    "“{following}” now; the flagged ones among them do not move.",
    "We plan “{following}” in {project} tomorrow, and what “{sprint}” leaves unresolved should be "
    "in that sprint by then. Flagged issues are an exception: they stay.",
)
_WHYS = (
    "I do not want to drag cards about in the meeting.",
    "Two people are out, so it will not get done.",
    "The flagged ones wait for somebody else, and I deal with them myself.",
    "The board should be right before anybody looks at it.",
)
_LIMITS = (
    "What is done stays in its sprint. Neither start nor complete a sprint, and change nothing "
    "besides at the issues.",
    "Resolved issues are not moved, and the sprints themselves remain as they are: neither "
    "started nor closed nor renamed.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What moves from which sprint to which."""

    persona_id: str
    sprint: str
    sprint_id: int
    following: str
    following_id: int
    other_id: int
    """A third sprint."""
    moving: tuple[Ticket, ...]
    done: tuple[Ticket, ...]
    flagged: tuple[Ticket, ...]
    outside: Ticket
    """An issue of the backlog."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Plan three sprints, and fill the first of them."""
    with world.reading() as session:
        project = rng.choice(led_projects(session))
    lead, key = Actor(project.lead.id), project.key
    first = rng.integer(2, 30)
    theme = rng.choice(_THEMES)
    names = [f"{theme} {first + number}" for number in range(3)]
    sprints = planned(world, project, names)
    titles = rng.sample(WORK, rng.integer(3, 5) + 5)
    tickets = [planted(world, lead.person_id, key, "Task", each) for each in titles]
    tickets = rng.sample(tickets, len(tickets))
    outside, done, flagged, moving = tickets[0], tickets[1:3], tickets[3:5], tickets[5:]
    inside = [each.key for each in rng.sample(tickets[1:], len(tickets) - 1)]
    perform(world, lead, sprint_moves.to_sprint, sprint_id=sprints[0].id, issues=inside)
    for each in done:
        moved(world, lead.person_id, each, "Start progress", "Ask for review", "Done")
    moved(world, lead.person_id, moving[0], "Start progress")
    for each in flagged:
        perform(world, lead, service.flag, issue=each.key)
    words = {"project": project.name, "sprint": names[0], "following": names[1]}
    return Facts(
        persona_id=lead.person_id,
        sprint=names[0],
        sprint_id=sprints[0].id,
        following=names[1],
        following_id=sprints[1].id,
        other_id=sprints[2].id,
        moving=tuple(moving),
        done=tuple(done),
        flagged=tuple(flagged),
        outside=outside,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of them is in the next sprint."""
    return [
        made(
            f"moved_{each.key.lower().replace('-', '_')}",
            f"{each.key} is in {facts.following}",
            _moves(facts, each)[0],
            otherwise=f"{each.key} is not in {facts.following}.",
        )
        for each in facts.moving
    ]


def _moves(facts: Facts, ticket: Ticket) -> list[Allowed]:
    return put_into(ticket.id, facts.following_id, out_of=facts.sprint_id)


def allowed(facts: Facts) -> list[Allowed]:
    """The sprint that they are in, wherever they stand in it."""
    return [rule for each in facts.moving for rule in _moves(facts, each)]


def solve(episode: Episode, facts: Facts) -> None:
    """Ask for the sprint's unresolved issues without a flag, and move them at once."""
    keys = [each["key"] for each in found(episode, _meant(facts))]
    project = keys[0].partition("-")[0]
    to_sprint(episode, sprint_named(episode, project, facts.following), keys)


def _meant(facts: Facts) -> str:
    return f'sprint = "{facts.sprint}" AND resolution IS EMPTY AND Flagged IS EMPTY ORDER BY rank'


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    for line in tracker.found(page, _meant(facts)):
        tracker.open_issue(page, line["Key"])
        tracker.choose(page, "Sprint", facts.following)


def _move(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    to_sprint(episode, facts.following_id, [ticket.key])


def _move_too_far(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    to_sprint(episode, facts.other_id, [ticket.key])


def _to_backlog(episode: Episode, _facts: Facts, ticket: Ticket) -> None:
    use(episode, "moveJiraIssuesToBacklog", issueIdsOrKeys=[ticket.key])


def _says_so(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    comment(episode, ticket.key, f"Goes into {facts.following}.")


def _unflags(episode: Episode, facts: Facts) -> None:
    use(episode, "flagJiraIssue", issueIdOrKey=facts.flagged[0].key, flagged=False)


def _renames(episode: Episode, facts: Facts) -> None:
    """Lets each sprint be the other one."""
    use(episode, "editJiraSprint", sprintId=facts.following_id, name="Later")
    use(episode, "editJiraSprint", sprintId=facts.sprint_id, name=facts.following)


def _begins(episode: Episode, facts: Facts) -> None:
    move_on(episode, facts.moving[-1].key, "Start progress")


FAMILY = Family(
    id="engineering.carry_over_sprint",
    title="Take what is not done over into the next sprint",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "shotgun": to_each(lambda facts: (*facts.moving, *facts.flagged, *facts.done), _move),
        "what is flagged as well": to_each(lambda facts: (*facts.moving, *facts.flagged), _move),
        "what is done as well": to_each(lambda facts: (*facts.moving, *facts.done), _move),
        "the backlog as well": to_each(lambda facts: (*facts.moving, facts.outside), _move),
        "wrong neighbour": to_each(lambda facts: facts.flagged, _move),
        "a sprint too far": to_each(lambda facts: facts.moving, _move_too_far),
        "the backlog instead": to_each(lambda facts: facts.moving, _to_backlog),
        "comments instead": to_each(lambda facts: facts.moving, _says_so),
        "the first alone": to_each(lambda facts: facts.moving[:1], _move),
        "renames the sprints": _renames,
        "takes a flag away as well": after(solve, _unflags),
        "begins with one as well": after(solve, _begins),
    },
    limits=Limits(steps=15),
    equivalents={"repeat * moveJiraIssuesToSprint": "What is in a sprint already is in it."},
    difficulty=Difficulty.EASY,
    distractors=("issues that are done", "issues with a flag", "a sprint of almost that name"),
)
