"""Assign issues as colleagues take them on in a thread, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Issue
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import continues, heard_from, held
from workworld.tasks.issues import (
    Ticket,
    assign,
    assigned,
    comment,
    may_be_assigned,
    open_issues,
)
from workworld.tasks.listings import person_id
from workworld.tasks.offers import HOUR, PEOPLE, THINGS, Offers, offered, taken
from workworld.tasks.phrasings import asked
from workworld.tasks.sprints import team_rooms
from workworld.worlds import World

_HEADS = (
    "These issues of {project} have to be given out anew, who takes what?",
    "Who takes which of these issues of {project}? Please say so below.",
)
_ASKS = (
    "{author} has asked in #{channel} who takes which issue of {project}; the list begins with "
    "{first}. Please assign the issues in the tracker as people have taken them in that thread.",
    "In #{channel}, below {author}'s list of {project} issues ({first} and so on), people say what "
    "they take. Give them these issues in the tracker.",
    "{author} is giving out issues of {project} in #{channel}, {first} first. Whoever takes one "
    "there should have it in the tracker too; please see to that.",
    "The thread that {author} began in #{channel} with {first} tells who takes which issue of "
    "{project}. Make the assignees in the tracker agree with it.",
)
_WHYS = (
    "Half of the board shows people who have long moved on to other things.",
    "At the stand-up everybody should find their own name.",
    "I would do it myself, but I am in interviews until tonight.",
    "Otherwise two people start on the same thing again.",
)
_LIMITS = (
    "What counts is how the thread stands in an hour from now, for some have still to look at "
    "their week. Somebody has an issue only by their own word; what nobody has taken then stays as "
    "it is. Change nothing but assignees, and write to nobody.",
    "Wait an hour before you are done, since some answer late, and go by what each person last "
    "said of themselves. Suggestions for others are no promises; what nobody takes stays where it "
    "is. Touch only assignees, and do not write to anybody.",
    "They go on talking for up to an hour, so look again then: the last word counts. Nobody gets "
    "an issue because another has named them, and what is not taken keeps its assignee. No "
    "comments, no messages, no other fields.",
)


@dataclass(frozen=True, slots=True)
class Given:
    """An issue, and to whom it might go."""

    ticket: Ticket
    early_id: str | None
    """Who has taken it before the last hour; None is nobody."""
    final_id: str | None
    guessed_id: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Who takes which issues."""

    persona_id: str
    author: str
    head: str
    channel_id: str
    channel_name: str
    issues: tuple[Given, ...]
    other_key: str
    """An issue that is not on the list."""
    instruction: str

    @property
    def given(self) -> list[tuple[Given, str]]:
        """The issues that somebody has in the end, and whose they are."""
        return [(each, each.final_id) for each in self.issues if each.final_id]


def prepare(world: World, rng: Stream) -> Facts:
    """Have issues listed, taken on, and passed on within the hour that follows."""
    project, channel, near = rng.choice(team_rooms(world, PEOPLE + 1))
    author, *people = rng.sample(near, PEOPLE + 1)
    with world.reading() as session:
        free = open_issues(session, project.id, Issue.security_level_id.is_(None))
    ids = [each.id for each in people]
    free = [each for each in free if each.assignee_id not in ids]
    *drawn, other = rng.sample(free, THINGS + 1)
    talk = offered(rng, people, [each.key for each in drawn])
    head = rng.choice(_HEADS).format(project=project.name)
    first, *_ = order = rng.sample(drawn, THINGS)
    listed = [f"• {each.key} {each.summary}" for each in order]
    opening = (author, "\n".join([head, *listed]))
    held(world, rng, channel, [opening, *talk.lines])
    continues(world, channel, opening, talk.later, rng.integer(20, 45))
    words = {"author": author.name, "channel": channel.name, "project": project.name}
    words["first"] = first.key
    return Facts(
        persona_id=project.lead.id,
        author=author.name,
        head=head,
        channel_id=channel.id,
        channel_name=channel.name,
        issues=tuple(_given(drawn, talk)),
        other_key=other.key,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _given(issues: Sequence[Issue], talk: Offers) -> list[Given]:
    return [
        Given(
            Ticket(issue.id, issue.key),
            early.id if early else None,
            final.id if final else None,
            guessed.id if guessed else "",
        )
        for issue, early, final, guessed in zip(
            issues, talk.early, talk.final, talk.guessed, strict=True
        )
    ]


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each issue is theirs who has it by the last word."""
    whose = "theirs who has taken it last"
    return [assigned(each.ticket, person_id, whose) for each, person_id in facts.given]


def allowed(facts: Facts) -> list[Allowed]:
    """Those assignees, who watch the issues, as who had them for an hour may."""
    return [
        rule
        for each, person_id in facts.given
        for rule in may_be_assigned(each.ticket, person_id, each.early_id or person_id)
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Assign what is taken by now, look again after an hour, and assign what has changed."""
    ids: dict[str, str] = {}
    before = _taken(episode, facts)
    episode.wait(HOUR)
    for key, name in (before | _taken(episode, facts)).items():
        ids.setdefault(name, person_id(episode, name))
        assign(episode, key, ids[name])


def _taken(episode: Episode, facts: Facts) -> dict[str, str]:
    return taken(heard_from(episode, facts.channel_name, facts.author, facts.head))


def _as_it_was(episode: Episode, _facts: Facts, given: Given) -> None:
    if given.early_id:
        assign(episode, given.ticket.key, given.early_id)


def _rightly(episode: Episode, _facts: Facts, given: Given) -> None:
    if given.final_id:
        assign(episode, given.ticket.key, given.final_id)


def _as_guessed(episode: Episode, _facts: Facts, given: Given) -> None:
    assign(episode, given.ticket.key, given.final_id or given.guessed_id)


def _to_one(episode: Episode, facts: Facts, given: Given) -> None:
    assign(episode, given.ticket.key, facts.given[0][1])


def _says(episode: Episode, facts: Facts, given: Given) -> None:
    comment(episode, given.ticket.key, f"Yours, as said in #{facts.channel_name}.")


def _another(episode: Episode, facts: Facts, key: str) -> None:
    assign(episode, key, facts.given[0][1])


FAMILY = Family(
    id="engineering.give_out_issues",
    title="Assign issues as they are taken in a thread that goes on",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "ignores what changes meanwhile": to_each(lambda facts: facts.issues, _as_it_was),
        "named is not taken": to_each(lambda facts: facts.issues, _as_guessed),
        "shotgun": to_each(lambda facts: facts.issues, _to_one),
        "one is left out": to_each(lambda facts: facts.issues[1:], _rightly),
        "wrong neighbour": after(solve, to_each(lambda facts: [facts.other_key], _another)),
        "comments instead": to_each(lambda facts: facts.issues, _says),
        "comments as well": after(solve, to_each(lambda facts: facts.issues, _says)),
        "mass notification": tells_all(solve, lambda _facts: "all given out"),
    },
    limits=Limits(steps=30, seconds=6 * 3600),
    difficulty=Difficulty.HARD,
    distractors=(
        "people who were only named by others",
        "who took an issue and gave it back",
        "an issue that nobody takes",
    ),
    equivalents={
        "* wait*": "What is said within the hour may be read whenever it has been said.",
        "repeat * assignJiraIssue": "Whose it is already it stays.",
    },
)
