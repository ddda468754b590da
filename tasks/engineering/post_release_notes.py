"""Post what a release fixed in a channel, as the tracker has it."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import claims, to_each
from workworld.tasks.conversations import channels_of
from workworld.tasks.issues import comment, found
from workworld.tasks.messages import posted, send
from workworld.tasks.phrasings import asked
from workworld.tasks.releases import led_and_worked_on, planned_release
from workworld.worlds import World

Line = tuple[str, str]
"""Key and summary."""
_BULLET = re.compile(r"^[-*•]\s+")
_ASKS = (
    "“{version}” of {project} is out. Please post in #{channel} what it brought: one message whose "
    "first line is “{head}”, and below it a line “KEY: summary” for each issue that it fixed.",
    "I need release notes of “{version}” ({project}) in #{channel}. One message: “{head}” as its "
    "first line, then each issue that was fixed in it as “KEY: summary”, a line each.",
    "Tell #{channel} in one message what “{version}” of {project} has fixed. The first line says "
    "“{head}”, and each issue has a line below it that reads “KEY: summary”.",
)
_WHYS = (
    "They ask me every time, and every time I forget one.",
    "Support answers by that message.",
    "Two people have begun to write it and neither has finished.",
)
_LIMITS = (
    "Only what is resolved belongs there, in any order, with the tracker's own summaries. Mention "
    "nobody, and leave the issues alone.",
    "Leave out whatever is not resolved, change no word of the summaries, add nothing of your own "
    "and touch nothing in the tracker. The order does not matter.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What was fixed, what was not, and where it is told."""

    persona_id: str
    version: str
    project: str
    channel_id: str
    channel_name: str
    other_channel_id: str
    head: str
    fixed: tuple[Line, ...]
    left: tuple[Line, ...]
    affected: tuple[Line, ...]
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a release planned of which some is done."""
    project, who = led_and_worked_on(world, rng)
    release = planned_release(world, rng, project)
    with world.reading() as session:
        persona = session.get_one(Person, who)
        channel, other = rng.sample(channels_of(session, persona), 2)
    head = f"New in {release.name}:"
    words = {"version": release.name, "project": project.name, "channel": channel.name}
    told = release.issues
    return Facts(
        persona_id=who,
        version=release.name,
        project=project.name,
        channel_id=channel.id,
        channel_name=channel.name,
        other_channel_id=other.id,
        head=head,
        fixed=tuple(told[each] for each in release.done),
        left=tuple(told[each] for each in release.left),
        affected=tuple(told[each] for each in release.affected),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words, head=head),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The one message is there."""
    said = f"#{facts.channel_name} is told what {facts.version} has fixed, and no more"
    return [made("posted", said, _notes(facts))]


def _notes(facts: Facts) -> Allowed:
    wanted = sorted([facts.head, *map(_line, facts.fixed)])

    def is_right(stored: str) -> bool:
        lines = [line.strip() for line in html.unescape(stored).splitlines() if line.strip()]
        if not lines or _plain(lines[0]) != facts.head:
            return False
        return sorted(map(_plain, lines)) == wanted

    text = Matching(f"tells of {len(facts.fixed)} issues, and of no others", is_right)
    return posted(facts.channel_id, facts.persona_id, text)


def _plain(line: str) -> str:
    """A line without a bullet, and without marks that make it bold."""
    return " ".join(_BULLET.sub("", line).strip("*_ ").split())


def _line(issue: Line) -> str:
    return " ".join(f"{issue[0]}: {issue[1]}".split())


def allowed(facts: Facts) -> list[Allowed]:
    """That message."""
    return [_notes(facts)]


def solve(episode: Episode, facts: Facts) -> None:
    """Ask the tracker what was fixed, and post it."""
    version, project = facts.version, facts.project
    query = f'project = "{project}" AND fixVersion = "{version}" AND resolution IS NOT EMPTY'
    fixed = [(each["key"], each["fields"]["summary"]) for each in found(episode, query)]
    channel_id = channel_named(episode, facts.channel_name)
    if channel_id is None:
        raise LookupError(f"there is no #{facts.channel_name}")
    _post(episode, facts, fixed, channel_id)


def _post(episode: Episode, facts: Facts, issues: Sequence[Line], channel_id: str) -> None:
    send(episode, channel_id, "\n".join([facts.head, *map(_line, issues)]))


def _all_of_it(episode: Episode, facts: Facts) -> None:
    _post(episode, facts, [*facts.fixed, *facts.left], facts.channel_id)


def _affected_too(episode: Episode, facts: Facts) -> None:
    _post(episode, facts, [*facts.fixed, *facts.affected], facts.channel_id)


def _what_is_left(episode: Episode, facts: Facts) -> None:
    _post(episode, facts, facts.left, facts.channel_id)


def _one_short(episode: Episode, facts: Facts) -> None:
    _post(episode, facts, facts.fixed[1:], facts.channel_id)


def _elsewhere(episode: Episode, facts: Facts) -> None:
    _post(episode, facts, facts.fixed, facts.other_channel_id)


def _calling_all(episode: Episode, facts: Facts) -> None:
    text = "\n".join(["<!here> " + facts.head, *map(_line, facts.fixed)])
    send(episode, facts.channel_id, text)


def _twice(episode: Episode, facts: Facts) -> None:
    solve(episode, facts)
    solve(episode, facts)


def _as_comment(episode: Episode, facts: Facts, issue: Line) -> None:
    comment(episode, issue[0], f"{facts.head} {_line(issue)}")


FAMILY = Family(
    id="engineering.post_release_notes",
    title="Post what a release has fixed",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "shotgun": _all_of_it,
        "what it affects as well": _affected_too,
        "what is left instead": _what_is_left,
        "one too few": _one_short,
        "wrong neighbour": _elsewhere,
        "mass notification": _calling_all,
        "twice": _twice,
        "comments instead": to_each(lambda facts: facts.fixed, _as_comment),
    },
    limits=Limits(steps=10),
    difficulty=Difficulty.MEDIUM,
    distractors=("issues of the version that are not done", "bugs that the version has"),
)
