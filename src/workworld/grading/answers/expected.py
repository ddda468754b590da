"""What a task expects to be answered, and the check for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from workworld.grading.answers.kinds import Kind, Unreadable, said
from workworld.grading.checks import Check, Evidence, Verdict, goal


@dataclass(frozen=True, slots=True)
class Expected:
    """The right answer, and wrong ones that come near it.

    Args:
        kind: of which kind it is.
        truth: what is right.
        decoys: what an agent could take for it; none of them may be accepted.
    """

    kind: Kind[Any]
    truth: Any
    decoys: tuple[Any, ...] = ()

    def verdict(self, answer: Any, session: Session) -> Verdict:
        """Whether an answer is right; see ``Kind.accepts``."""
        return self.kind.accepts(self.truth, answer, session)

    def ambiguous(self, session: Session) -> str | None:
        """Why a right answer cannot be told from a wrong one; None if it can.

        Args:
            session: the world as the task prepared it.
        """
        try:
            self.kind.read(self.truth, session)
            mistaken = [each for each in self.decoys if self.verdict(each, session).holds]
        except Unreadable as refusal:
            return f"the truth is none of its kind, {self.kind.kind}: {refusal}"
        return f"the decoy {said(mistaken[0])} reads as the answer" if mistaken else None

    def told(self) -> dict[str, Any]:
        """What may be answered, as JSON for the rubric; the truth is not in it."""
        return self.kind.schema()


def answered(
    check_id: str,
    description: str,
    kind: Kind[Any],
    truth: Any,
    *,
    decoys: Iterable[Any] = (),
    weight: float = 1.0,
) -> Check:
    """A goal that holds when the right answer was given, as the world was before the episode.

    Args:
        check_id: unique within the task, snake_case.
        description: what it asks, for the rubric.
        kind: of which kind the answer is.
        truth: what is right.
        decoys: wrong answers that come near it; a task that would accept one is refused.
        weight: its share of the score among the goals.
    """
    expects = Expected(kind, truth, tuple(decoys))

    def decide(evidence: Evidence) -> Verdict:
        return expects.verdict(evidence.answer, evidence.before)

    return goal(check_id, description, decide, weight=weight, expects=expects)
