"""The family: its check and its traps."""

from __future__ import annotations

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.grading.answers import Number, answered
from workworld.grading.family import Solver
from workworld.randomness import Stream
from workworld.tasks.support.count_missed_slots.facts import Facts, draw
from workworld.tasks.support.count_missed_slots.oracles import solve, solve_ui
from workworld.tasks.support.count_missed_slots.reports import MISTAKES
from workworld.worlds import World


def prepare(world: World, rng: Stream) -> Facts:
    """Have missed slots reported for weeks, at several sites with similar names."""
    with world.writing() as session:
        return draw(session, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The right total is the answer."""
    said = f"The answer is how many slots {facts.customer}, {facts.site}, missed on those days"
    kind = Number(unit="slots")
    return [answered("total", said, kind, facts.truth, decoys=facts.wrong.values())]


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing: it is a question."""
    return []


def _answers(mistake: str) -> Solver[Facts]:
    """Answers what one arrives at by a mistake."""

    def answer(episode: Episode, facts: Facts) -> None:
        episode.answer(facts.wrong[mistake])

    return answer


def _sprays(episode: Episode, facts: Facts) -> None:
    episode.answer(sorted({facts.truth, *facts.wrong.values()}))


def _in_a_sentence(episode: Episode, facts: Facts) -> None:
    maybe = facts.wrong["corrections overlooked"]
    episode.answer(f"It was {facts.truth} slots, or {maybe} as they were first reported.")


def _tells_the_channel(episode: Episode, facts: Facts) -> None:
    """Posts the truth for everybody to read, and answers nothing."""
    message = f"{facts.customer}, {facts.site}: {facts.truth} missed slots in all."
    episode.use("slack_send_message", channel_id=facts.default_channel_id, message=message)


def _not_found(episode: Episode, _facts: Facts) -> None:
    episode.answer("NOT_FOUND")


FAMILY = Family(
    id="support.count_missed_slots",
    title="Add up what was reported about a site",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={mistake: _answers(mistake) for mistake in MISTAKES}
    | {
        "answer spraying": _sprays,
        "sentence with the truth in it": _in_a_sentence,
        "claim without answer": _tells_the_channel,
        "gives up": _not_found,
    },
    limits=Limits(steps=10, wall_seconds=1200),
    difficulty=Difficulty.HARD,
    distractors=(
        "sites with similar names",
        "reports of the same day elsewhere",
        "numbers that were corrected, and corrections taken back",
    ),
)
