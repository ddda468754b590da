"""One run of a rule: its parts one after the other, and what is written down of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld import automation
from workworld.database import insert_row
from workworld.errors import Refused, Unavailable
from workworld.rules import kinds, running
from workworld.rules.kinds import Family, PartKind
from workworld.rules.models import RuleRun, RuleRunLine
from workworld.rules.trees import OTHERWISE, TESTS, WITHIN
from workworld.rules.work import Change, Done, Work
from workworld.undoing import whole_or_nothing

MOST_ACTIONS = 100
MOST_THINGS = 100
"""For how many things a branch performs its parts."""
DONE, MET, NOT_MET, FAILED, NOTED = "done", "met", "not_met", "failed", "noted"
_LONGEST = 1_000


class _Stopped(Exception):
    """The run has done as much as one may."""


class Performance:
    """Performs the parts of a rule and keeps what came of them.

    An action that is refused leaves nothing behind, and the run goes on, as the vendor's do; a
    condition that is not met ends what stands beside it and below.
    """

    def __init__(self, live: running.Live) -> None:
        self._live = live
        self._known = kinds.parts(live.app_id)
        self.lines: list[RuleRunLine] = []
        self.actions = 0
        self.failures = 0
        self.reason = ""
        self.is_throttled = False

    def perform(self, work: Work) -> None:
        """Perform all parts."""
        try:
            self._chain(work, self._live.parts, 0)
        except _Stopped:
            self.is_throttled = True
            self.reason = f"A run performs at most {MOST_ACTIONS} actions."

    @property
    def outcome(self) -> str:
        """How it went, in the words of rows."""
        if self.is_throttled:
            return running.THROTTLED
        if self.failures:
            return running.SOME_ERRORS if self.actions else running.FAILURE
        return running.SUCCESS if self.actions else running.NO_ACTIONS

    def keep(self, work: Work, run: RuleRun) -> None:
        """Write it all down."""
        insert_row(work.ctx.session, run)
        for position, line in enumerate(self.lines, 1):
            line.run_id, line.position = run.id, position
            insert_row(work.ctx.session, line)

    def _chain(self, work: Work, parts: Sequence[Mapping[str, Any]], depth: int) -> bool:
        """Perform parts until a condition is not met; whether all were."""
        return all(self._goes_on(work, part, depth) for part in parts)

    def _goes_on(self, work: Work, part: Mapping[str, Any], depth: int) -> bool:
        kind = self._known[part["kind"]]
        match kind.family:
            case Family.IF:
                self._if(work, part, depth)
            case Family.BRANCH:
                self._branch(work, kind, part, depth)
            case Family.CONDITION:
                return self._is_met(work, kind, part, depth)
            case Family.ACTION:
                self._act(work, kind, part, depth)
        return True

    def _if(self, work: Work, part: Mapping[str, Any], depth: int) -> None:
        is_met = self._chain(work, part[TESTS], depth + 1)
        self._chain(work, part[WITHIN if is_met else OTHERWISE], depth + 1)

    def _branch(self, work: Work, kind: PartKind, part: Mapping[str, Any], depth: int) -> None:
        things: Sequence[str] | None = self._tried(work, kind, part, depth)
        if things is None:
            return
        count = len(things)
        said = f"{count} found" if count <= MOST_THINGS else f"the first {MOST_THINGS} of {count}"
        self._note(work, part, depth, NOTED, said)
        for thing in things[:MOST_THINGS]:
            self._chain(work.about(thing), part[WITHIN], depth + 1)

    def _is_met(self, work: Work, kind: PartKind, part: Mapping[str, Any], depth: int) -> bool:
        is_met: bool | None = self._tried(work, kind, part, depth)
        if is_met is not None:
            self._note(work, part, depth, MET if is_met else NOT_MET, "")
        return bool(is_met)

    def _act(self, work: Work, kind: PartKind, part: Mapping[str, Any], depth: int) -> None:
        if self.actions + self.failures >= MOST_ACTIONS:
            raise _Stopped
        done: Done | None = self._tried(work, kind, part, depth)
        if done is None:
            return
        self.actions += 1
        work.facts.update(done.facts)
        about = work.about(done.about) if done.about else work
        self._note(about, part, depth, DONE, done.text, done.changes)

    def _tried(self, work: Work, kind: PartKind, part: Mapping[str, Any], depth: int) -> Any:
        """What a part answers, or None if it is refused, which is written down."""
        if kind.needs_thing and not work.thing:
            self._fail(work, part, depth, "There is nothing that it could be about.")
            return None
        named = len(work.missing)
        try:
            return whole_or_nothing(
                work.ctx, lambda: kind.perform(work, automation.read(kind, part["settings"]))
            )
        except Unavailable:
            raise
        except Refused as refused:
            told = " ".join(each.what for each in refused.problems) or refused.message
            self._fail(work, part, depth, told)
            return None
        finally:
            for each in work.missing[named:]:
                said = f"There is no {{{{{each.said}}}}}: it stands for nothing."
                self._note(work, part, depth, NOTED, said)

    def _fail(self, work: Work, part: Mapping[str, Any], depth: int, reason: str) -> None:
        self.failures += 1
        self.reason = self.reason or reason[:_LONGEST]
        self._note(work, part, depth, FAILED, reason)

    def _note(
        self,
        work: Work,
        part: Mapping[str, Any],
        depth: int,
        outcome: str,
        text: str,
        changes: Sequence[Change] = (),
    ) -> None:
        told = [
            {"thing": each.thing, "field": each.field, "before": each.before, "after": each.after}
            for each in changes
        ]
        self.lines.append(
            RuleRunLine(
                part_id=part["id"],
                kind=part["kind"],
                depth=depth,
                outcome=outcome,
                thing_id=work.thing,
                text=text[:_LONGEST],
                changes=told,
            )
        )
