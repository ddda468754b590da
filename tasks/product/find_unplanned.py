"""Which issues of a release are missing from the sheet by which it is planned."""

from __future__ import annotations

from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Record, SetOf
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.issues import finds, found
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.releases import led_and_worked_on, planned_release
from workworld.tasks.workbooks import Value, planted, table, workbook_named
from workworld.worlds import World

_TAB = "Plan"
_MISTAKES = (
    "what is done as well",
    "what is listed",
    "all that is open",
    "what it affects as well",
    "one too few",
)
_ASKS = (
    "The spreadsheet “{title}” should have every unresolved issue of {project} with the fix "
    "version {version}. Which of those in the tracker does it lack? Their keys will do.",
    "Please compare “{title}” with the tracker: which issues of {project} that have the fix "
    "version {version} and no resolution are not in the spreadsheet? I need the keys.",
    "Somebody has planned {version} of {project} in “{title}” and forgotten some of it. Tell me "
    "the keys of the unresolved issues with this fix version that are not listed there.",
)
_WHYS = (
    "We promise dates by that list.",
    "The last release came out without half of what was meant to be in it.",
    "Nobody trusts the list any more, and I would like to.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Have a release planned in a sheet that lacks some of it."""
    project, who = led_and_worked_on(world, rng)
    release = planned_release(world, rng, project)
    missing = rng.sample(release.left, 2)
    listed = [each for each in release.left if each not in missing]
    lines = [*listed, rng.choice(release.done), rng.choice(release.affected)]
    title = f"{release.name} of {project.name}"
    typed: list[list[Value]] = [["Issue", "What", "Days"]]
    typed.extend(
        [*release.issues[each], float(rng.integer(1, 8))] for each in rng.sample(lines, len(lines))
    )
    planted(world, who, title, _TAB, typed)
    unlisted_done = [each for each in release.done if each not in lines]
    unlisted_bugs = [each for each in release.affected if each not in lines]
    wrong = (
        [*missing, *unlisted_done],
        listed,
        release.left,
        [*missing, *unlisted_bugs],
        missing[:1],
    )
    drawn = Drawn(
        persona_id=who,
        told={"project": project.name, "version": release.name, "title": title},
        truth=missing,
        mistakes=dict(zip(_MISTAKES, wrong, strict=True)),
        otherwise=listed,
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def solve(episode: Episode, facts: Question) -> None:
    """Read the list, ask the tracker, and leave out what is listed."""
    workbook_id = workbook_named(episode, facts.told["title"])
    listed = {line[0] for line in table(episode, workbook_id, f"{_TAB}!A2:A60") if line}
    version, project = facts.told["version"], facts.told["project"]
    query = f'project = "{project}" AND fixVersion = "{version}" AND resolution IS EMPTY'
    keys = [each["key"] for each in found(episode, query)]
    episode.answer([each for each in keys if each not in listed])


FAMILY = questions.family(
    "product.find_unplanned",
    "Find what of a release a plan lacks",
    prepare,
    solve,
    said="The answer is which unresolved issues of the version are not listed",
    kind=SetOf(Record(finds, "issue")),
    mistakes=_MISTAKES,
    difficulty=Difficulty.MEDIUM,
    distractors=("issues that are done", "bugs that the version has", "listed lines of both"),
)
