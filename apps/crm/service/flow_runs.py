"""Flows as they run: as part of what began them, or later, when their time has come.

What an element is refused with refuses the whole save, as the vendor's do; a run that comes later
is undone by itself, and whoever activated the flow is told.
https://help.salesforce.com/s/articleView?id=platform.flow_troubleshoot_transactions.htm
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from workworld import automation
from workworld.apps.crm import record_ids
from workworld.apps.crm.models import FlowRun, User
from workworld.apps.crm.service import automations, people
from workworld.apps.crm.service.flow_elements import (
    APP_ID,
    BEFORE,
    FACTS,
    IF,
    MINUTES,
    PUBLISHER,
    ROW,
    WAIT,
)
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.context import Context
from workworld.database import insert_row
from workworld.errors import Refused, Unavailable
from workworld.rules import kinds
from workworld.rules.kinds import Family
from workworld.rules.trees import OTHERWISE, TESTS, WITHIN
from workworld.rules.work import Done, Work
from workworld.working_hours import MINUTE

CODE = "CANNOT_EXECUTE_FLOW_TRIGGER"
FINISHED, WAITING, FAILED = "finished", "waiting", "failed"
MOST_ELEMENTS = 2_000
"""How many elements flows perform within one save, with all that they cause."""
RESUME = "crm.flow_triggers.resume"
_LONGEST = 500


@dataclass(slots=True)
class _Under:
    """The flows that run within one save."""

    keys: set[tuple[str, str]] = field(default_factory=set)
    elements: int = 0


_under: ContextVar[_Under | None] = ContextVar("flows that run", default=None)


@dataclass(frozen=True, slots=True)
class Live:
    """A version of a flow that runs."""

    flow_id: str
    version: int
    name: str
    made_by_id: str
    definition: Mapping[str, Any]

    @property
    def trigger(self) -> Mapping[str, Any]:
        """What begins it."""
        found: Mapping[str, Any] = self.definition["trigger"]
        return found

    @property
    def elements(self) -> Sequence[Mapping[str, Any]]:
        """What it consists of."""
        found: Sequence[Mapping[str, Any]] = self.definition["elements"]
        return found


@contextmanager
def one_save() -> Iterator[None]:
    """Within this, each flow runs but once for each record, and all of them count together."""
    if _under.get() is not None:
        yield
        return
    token = _under.set(_Under())
    try:
        yield
    finally:
        _under.reset(token)


def _may_run(live: Live, record_id: str) -> bool:
    """Whether a flow has not run for the record within this save; a new one has no id yet."""
    under = _under.get()
    assert under is not None  # whoever begins a run says so
    key = (live.flow_id, record_id)
    if record_id and key in under.keys:
        return False
    under.keys.add(key)
    return True


def perform(
    ctx: Context, live: Live, row: Any, facts: RecordFacts, *, is_before: bool = False
) -> None:
    """Run a flow as part of a save; its run is written down unless the record is yet to be saved.

    Raises:
        RecordRefused: ``CANNOT_EXECUTE_FLOW_TRIGGER``: one of its elements is refused.
    """
    if not _may_run(live, row.id or ""):
        return
    run = _Run(ctx, live, row, facts, is_before=is_before)
    try:
        run.go_on(0)
    except Unavailable:
        raise
    except Refused as refusal:
        raise _refused(live, refusal) from None
    if not is_before:
        run.keep()


def again(ctx: Context, live: Live, row: Any, facts: RecordFacts, kept: FlowRun | None) -> None:
    """Run a flow by itself: on a scheduled path, or from where it waited.

    Raises:
        Refused: one of its elements is refused.
    """
    with one_save():
        _may_run(live, row.id)
        run = _Run(ctx, live, row, facts, kept=kept)
        run.go_on(kept.position if kept else 0)
        run.keep()


def fail(ctx: Context, live: Live, record_id: str, kept: FlowRun | None, why: str) -> None:
    """Write down that a run by itself has failed."""
    row = kept or _blank(ctx, live, record_id)
    row.outcome, row.reason = FAILED, why[:_LONGEST]
    if kept is None:
        insert_row(ctx.session, row)


def _refused(live: Live, refusal: Refused) -> RecordRefused:
    if refusal.code == CODE and isinstance(refusal, RecordRefused):
        return refusal
    errors = getattr(refusal, "errors", None)
    why = "; ".join(each.message for each in errors) if errors else refusal.message
    said = f"The record cannot be saved because the flow “{live.name}” failed: {why}"
    return RecordRefused([RecordError(CODE, said[:1_000])])


def _blank(ctx: Context, live: Live, record_id: str) -> FlowRun:
    return FlowRun(
        id=record_ids.next_id(ctx.ids, "0Fo"),
        flow_id=live.flow_id,
        version=live.version,
        record_id=record_id,
        user_id=people.me(ctx).id,
        began_us=ctx.clock.now_us(),
        outcome=FINISHED,
        reason="",
        position=0,
        lines=[],
    )


class _Run:
    """One run of a flow."""

    def __init__(
        self,
        ctx: Context,
        live: Live,
        row: Any,
        facts: RecordFacts,
        *,
        is_before: bool = False,
        kept: FlowRun | None = None,
    ) -> None:
        self._ctx, self._live, self._kept = ctx, live, kept
        publisher = ctx.session.get(User, live.made_by_id)
        person = publisher.person_id if publisher and publisher.is_active else ""
        told: dict[str, Any] = {
            FACTS: facts,
            ROW: row,
            BEFORE: is_before,
            PUBLISHER: person or automations.person_id(ctx),
        }
        self._record_id = row.id or ""
        self._work = Work(
            ctx,
            APP_ID,
            facts.sobject.name,
            live.flow_id,
            live.name,
            ctx.actor.person_id,
            self._record_id,
            self._record_id,
            told,
        )
        self._lines: list[dict[str, Any]] = list(kept.lines) if kept else []
        self._outcome, self._position, self._due_us = FINISHED, 0, 0

    def go_on(self, position: int) -> None:
        """Perform the elements from one on, until one of them waits."""
        for number, part in enumerate(self._live.elements[position:], position + 1):
            if not self._done(part):
                return
            if part["kind"] == WAIT:
                settings = part["settings"]
                minutes = settings["count"] * MINUTES[settings["unit"]]
                self._outcome, self._position = WAITING, number
                self._due_us = self._ctx.clock.now_us() + minutes * MINUTE
                return

    def keep(self) -> None:
        """Write the run down, and let it go on if it waits."""
        row = self._kept or _blank(self._ctx, self._live, self._record_id)
        row.outcome, row.position, row.lines = self._outcome, self._position, self._lines
        if self._kept is None:
            insert_row(self._ctx.session, row)
        if self._outcome == WAITING:
            automations.later(self._ctx, self._due_us, RESUME, run_id=row.id)

    def _chain(self, parts: Sequence[Mapping[str, Any]]) -> bool:
        return all(self._done(part) for part in parts)

    def _done(self, part: Mapping[str, Any]) -> bool:
        """Perform an element; whether what stands behind it is performed as well."""
        if part["kind"] == IF:
            self._chain(part[WITHIN] if self._chain(part[TESTS]) else part[OTHERWISE])
            return True
        under = _under.get()
        assert under is not None  # whoever begins a run says so
        under.elements += 1
        if under.elements > MOST_ELEMENTS:
            said = f"Flows may perform {MOST_ELEMENTS} elements within one save."
            raise RecordRefused([RecordError("LIMIT_EXCEEDED", said)])
        kind = kinds.parts(APP_ID)[part["kind"]]
        answer = kind.perform(self._work, automation.read(kind, part["settings"]))
        if kind.family is Family.CONDITION:
            self._note(kind.title, "met" if answer else "not met")
            return bool(answer)
        done: Done = answer
        self._note(kind.title, done.text)
        return True

    def _note(self, title: str, text: str) -> None:
        self._lines.append({"kind": title, "text": text[:_LONGEST]})
