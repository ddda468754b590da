"""Which issues of a release are not done yet."""

from __future__ import annotations

from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Record, SetOf
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.issues import finds, found
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.releases import led_and_worked_on, planned_release
from workworld.worlds import World

_MISTAKES = (
    "what is done as well",
    "what is done instead",
    "one too few",
    "what it affects as well",
    "what it affects instead",
)
_ASKS = (
    "Which issues that are to be fixed in version {version} of {project} are still unresolved? "
    "Their keys will do.",
    "We want to release {version} of {project}. Please give me the keys of the issues with this "
    "fix version that are not resolved.",
    "What of {version} ({project}) is not done? I mean the unresolved issues that have it as "
    "their fix version, by key.",
    "For the release meeting I need a list: keys of all issues in {project} with the fix version "
    "{version} that have no resolution.",
)
_WHYS = (
    "The board shows me three different numbers, depending on whom I ask.",
    "Sales has been told a date, and I am not so sure of it.",
    "I have to say on Monday whether we ship.",
    "Nobody has looked at this list for a month.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Have a project's lead plan a version: some is done, some only affected by it."""
    project, who = led_and_worked_on(world, rng)
    release = planned_release(world, rng, project)
    left, done, affected = release.left, release.done, release.affected
    wrong = [*left, *done], done, left[1:], [*left, *affected], affected
    drawn = Drawn(
        persona_id=who,
        told={"project": project.name, "version": release.name},
        truth=left,
        mistakes=dict(zip(_MISTAKES, wrong, strict=True)),
        otherwise=[*left, done[0]],
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def solve(episode: Episode, facts: Question) -> None:
    """Ask for them."""
    version, project = facts.told["version"], facts.told["project"]
    query = f'project = "{project}" AND fixVersion = "{version}" AND resolution IS EMPTY'
    episode.answer([each["key"] for each in found(episode, query)])


FAMILY = questions.family(
    "product.list_unfinished",
    "List what of a release is not done",
    prepare,
    solve,
    said="The answer is which issues of the version are unresolved",
    kind=SetOf(Record(finds, "issue")),
    mistakes=_MISTAKES,
    difficulty=Difficulty.EASY,
    distractors=("issues that are done", "issues that the version affects"),
)
