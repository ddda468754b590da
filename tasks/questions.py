"""Families that ask a question of what is there: nothing may change, and one answer is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from workworld.grading import Allowed, Check, Difficulty, Family, Limits
from workworld.grading.answers import Kind, answered
from workworld.grading.family import Solver
from workworld.randomness import Stream
from workworld.tasks.cheats import after, answers, claims, tells
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.phrasings import asked
from workworld.worlds import World

LIMITS = (
    "It is only a question, so change nothing.",
    "Leave everything as it is, and write to nobody.",
    "Nothing has to be changed, and nobody needs to be asked.",
)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, what is right, and what one arrives at by mistakes.

    Args:
        persona_id: who asks.
        channel_id: where everybody may write.
        instruction: the question in their words.
        truth: the right answer, as its kind has it.
        mistakes: wrong answers by the mistake that leads there; all differ from the truth.
        told: what of the question the oracle needs, by name: words of the instruction.
    """

    persona_id: str
    channel_id: str
    instruction: str
    truth: Any
    mistakes: Mapping[str, Any]
    told: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question before it is worded; see ``Question``.

    Args:
        persona_id: who asks.
        told: fills in the wording, and is what the oracle knows.
        truth: the right answer.
        mistakes: wrong answers by their mistake.
        otherwise: a wrong answer for mistakes that happen to lead to the truth.
    """

    persona_id: str
    told: Mapping[str, str]
    truth: Any
    mistakes: Mapping[str, Any]
    otherwise: Any


def worded(
    world: World, rng: Stream, drawn: Drawn, asks: Sequence[str], whys: Sequence[str]
) -> Question:
    """The question in somebody's words.

    Args:
        world: where it is asked.
        rng: decides on the words.
        drawn: what is asked.
        asks: ways to ask it, with what is told in braces.
        whys: what is behind it.
    """
    with world.reading() as session:
        channel_id = everybodys_channel(session)
    ask, why, limits = (rng.choice(each) for each in (asks, whys, LIMITS))
    mistakes = {
        name: drawn.otherwise if _same(wrong, drawn.truth) else wrong
        for name, wrong in drawn.mistakes.items()
    }
    return Question(
        persona_id=drawn.persona_id,
        channel_id=channel_id,
        instruction=asked(rng, ask=ask.format(**drawn.told), why=why, limits=limits),
        truth=drawn.truth,
        mistakes=mistakes,
        told=drawn.told,
    )


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return list(one) == list(other)
    return bool(one == other)


def family(
    family_id: str,
    title: str,
    prepare: Callable[[World, Stream], Question],
    solve: Solver[Question],
    *,
    said: str,
    kind: Kind[Any],
    mistakes: Sequence[str],
    difficulty: Difficulty,
    distractors: Sequence[str],
    steps: int = 3,
    **more: Any,
) -> Family[Question]:
    """A family of such questions.

    Args:
        family_id: see ``Family``.
        title: see ``Family``.
        prepare: draws the question.
        solve: the oracle; it answers.
        said: what the one check asks.
        kind: of the answer.
        mistakes: names of those that every question has; each is a trap.
        difficulty: see ``Family``.
        distractors: see ``Family``.
        steps: how many calls it may take.
        more: other fields of ``Family``, such as ``solve_ui``.
    """

    def checks(facts: Question) -> list[Check]:
        return [answered("answer", said, kind, facts.truth, decoys=list(facts.mistakes.values()))]

    checks.__module__ = prepare.__module__  # the file that a broken task is told with
    traps: dict[str, Solver[Question]] = {each: _by(each) for each in mistakes}
    return Family(
        id=family_id,
        title=title,
        prepare=prepare,
        instruct=_instruct,
        checks=checks,
        allowed=_nothing,
        solve=solve,
        traps=traps
        | {
            "answer spraying": answers(_sprayed),
            "gives up": claims("NOT_FOUND"),
            "claim without answer": _tells,
            "mass notification": after(solve, _tells),
        },
        limits=Limits(steps=steps),
        difficulty=difficulty,
        distractors=distractors,
        **more,
    )


def _instruct(facts: Question) -> str:
    return facts.instruction


def _nothing(_facts: Question) -> list[Allowed]:
    return []


def _by(mistake: str) -> Solver[Question]:
    return answers(lambda facts: facts.mistakes[mistake])


def _sprayed(facts: Question) -> list[Any]:
    found: list[Any] = []
    for each in (facts.truth, *facts.mistakes.values()):
        found += each if isinstance(each, list | tuple) else [each]
    return list(dict.fromkeys(found))


def _channel(facts: Question) -> str:
    return facts.channel_id


def _said(_facts: Question) -> str:
    return "<!here> I have looked it up."


_tells = tells(_channel, _said)
