"""The one way in: an operation performed by an actor, for every door.

``call`` authorises, validates, runs inside one transaction and writes the journal. Whatever moves
the clock is here too, since what is due by then happens as calls of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from sqlalchemy.orm import Session

from workworld.arguments import is_storable, validated
from workworld.clock import Clock, to_microseconds
from workworld.colleagues import react
from workworld.context import Actor, Context, Request, Surface
from workworld.database import driver
from workworld.errors import Forbidden, Invalid, OutOfSpace, Refused, WorldClosed
from workworld.faults import Fault, spend, striking
from workworld.ids import Ids
from workworld.journal import CRASHED, DONE, last_asked, last_step, record
from workworld.operations import Effect, Operation, operation_of, operations
from workworld.schedule import Due, cancel, is_due, take_due

log = logging.getLogger(__name__)

_MOST_EVENTS = 10_000
_LATEST_US = to_microseconds(datetime(9990, 1, 1, tzinfo=UTC))  # steps may still follow
Accept = Callable[[Context, Mapping[str, Any]], Mapping[str, Any]]
"""A door's request → the operation's arguments; may raise a refusal."""
Present = Callable[[Context, Any], Any]
"""The operation's result → the door's answer, built while the transaction is open."""


class TrailLike(Protocol):
    """What ``call`` needs of a side trail."""

    def note(self, read: Mapping[str, Any]) -> None:
        """Add one read."""
        ...


class WorldLike(Protocol):
    """What ``call`` needs of a world."""

    def reading(self) -> AbstractContextManager[Session]:
        """A session that cannot write."""
        ...

    def writing(self, *, housekeeping: str | None = None) -> AbstractContextManager[Session]:
        """A session that is committed at the end, or rolled back when an exception leaves it.

        When ``housekeeping`` names somebody, it can change nothing else.
        """
        ...

    @property
    def trail(self) -> TrailLike:
        """Where reads are noted."""
        ...


def call(
    world: WorldLike,
    actor: Actor,
    function: Callable[..., Any],
    request: Request,
    *,
    accept: Accept | None = None,
    present: Present | None = None,
) -> Any:
    """Perform an operation as an actor.

    Args:
        world: where to perform it.
        actor: who performs it.
        function: the operation.
        request: the door's own words; its ``arguments`` are what ``accept`` gets.
        accept: request → arguments; by default the request's arguments are the operation's.
        present: result → answer; by default the result itself.

    Raises:
        Refused: nothing was changed; a refused WRITE has its step in the journal all the same.
    """
    storable = is_storable(request.arguments)
    if not storable:
        request = replace(request, arguments={})
    attempt = _Attempt(operation_of(function), request, accept, present, storable)
    if attempt.declared.effect is Effect.WRITE:
        return _step(world, actor, attempt)
    return _visit(world, actor, attempt)


def perform(
    world: WorldLike, actor: Actor, function: Callable[..., Any], /, **arguments: Any
) -> Any:
    """Perform an operation from code, without a door: ``perform(world, ana, post, text="hi")``."""
    request = Request(Surface.SYSTEM, operation_of(function).id, arguments)
    return call(world, actor, function, request)


def let_time_pass(world: WorldLike, seconds: int) -> None:
    """Move the clock on; what is due by then happens, in order, each at its own time.

    Raises:
        ValueError: time does not go back, nor past the end of the calendar.
    """
    if seconds < 0:
        raise ValueError(f"time goes forward, not by {seconds} seconds")
    with world.writing() as session:
        clock = Clock(session)
        if clock.now_us() + seconds * 1_000_000 > _LATEST_US:
            raise ValueError(f"{seconds} seconds lead past the end of the calendar")
        clock.advance(seconds)
    catch_up(world)


def catch_up(world: WorldLike) -> None:
    """Perform whatever is due, each as a step of its own that costs no time.

    Raises:
        OutOfSpace: the world is full; what is due stays so.
    """
    for _ in range(_MOST_EVENTS):
        if not _perform_due(world):
            return
    log.error("more than %d events were due at once; the rest waits", _MOST_EVENTS)


@dataclass(slots=True)
class _Attempt:
    """One try at an operation; ``validated`` is set as soon as the arguments passed."""

    declared: Operation
    request: Request
    accept: Accept | None = None
    present: Present | None = None
    storable: bool = True
    validated: dict[str, Any] | None = None

    def run(self, ctx: Context) -> Any:
        """Authorise, validate, perform, present."""
        declared = self.declared
        if declared.scope is not None and not ctx.actor.may(declared.scope):
            said = f"The credential lacks the scope {declared.scope}."
            raise Forbidden("missing_scope", said)
        if not self.storable:
            raise Invalid("invalid_arguments", "The arguments hold what JSON text cannot.")
        given = self.request.arguments
        arguments = validated(declared, self.accept(ctx, given) if self.accept else given)
        self.validated = arguments.model_dump(mode="json")
        result = declared.function(
            ctx, **{name: getattr(arguments, name) for name in self.validated}
        )
        if declared.effect is not Effect.READ:
            ctx.session.flush()  # so that `present` reads what the database holds
        for event in ctx.events:
            react(ctx.session, event, ctx.clock)
        return self.present(ctx, result) if self.present else result

    def context(self, session: Session, actor: Actor) -> Context:
        """What the operation is handed."""
        apart = self.declared.effect is Effect.HOUSEKEEPING
        return Context(
            session, actor, self.request, Clock(session), Ids(session, housekeeping=apart)
        )

    def fault(self, session: Session) -> Fault | None:
        """The fault that strikes the request; what the world does by itself is spared."""
        request = self.request
        if request.surface is Surface.SYSTEM:
            return None
        return striking(session, self.declared.id, request.surface, Clock(session).now_us())

    @property
    def words(self) -> dict[str, Any]:
        """The request as it is kept."""
        return {"name": self.request.name, "arguments": dict(self.request.arguments)}


def _step(world: WorldLike, actor: Actor, attempt: _Attempt) -> Any:
    """Change state, or leave nothing but the journal's row of a refusal."""
    with world.writing() as session:
        answer, refused = _attempted(session, actor, attempt)
        something_is_due = is_due(session, Clock(session).now_us())
    if something_is_due:
        _catch_up_if_possible(world)
    if refused is not None:
        raise refused
    return answer


def _catch_up_if_possible(world: WorldLike) -> None:
    """What is due waits if the world is full: whoever asked for the step has their answer."""
    try:
        catch_up(world)
    except OutOfSpace as full:
        log.warning("what is due has to wait: %s", full)


def _attempted(
    session: Session, actor: Actor, attempt: _Attempt, *, cause: int | None = None
) -> tuple[Any, Refused | None]:
    """Run an operation within a transaction and write its journal row: the answer or a refusal.

    It costs time if it has no cause: what is due costs none.
    """
    answer, refused = None, None
    database = driver(session)
    clock = Clock(session)
    seconds = clock.step_seconds() if cause is None else 0
    fault = attempt.fault(session)
    if fault is not None:
        spend(session, fault)
        seconds += fault.seconds_taken
    # By hand, since the session's own nested transactions cost as much as a small operation.
    database.execute("SAVEPOINT attempt")
    try:
        if fault is not None and fault.refusal is not None:
            raise fault.refusal
        answer = attempt.run(attempt.context(session, actor))
    except Refused as refusal:
        session.expunge_all()
        database.execute("ROLLBACK TO attempt")
        refused = refusal
    record(
        session,
        time_us=clock.now_us(),
        actor_id=actor.person_id,
        operation=attempt.declared.id,
        arguments=attempt.validated,
        outcome=refused.code if refused else DONE,
        surface=attempt.request.surface,
        request=attempt.words,
        cause=cause,
    )
    clock.advance(seconds)
    return answer, refused


def _visit(world: WorldLike, actor: Actor, attempt: _Attempt) -> Any:
    """Answer a request that is no step."""
    with world.reading() as session:
        fault = attempt.fault(session)
        if fault is None and attempt.declared.effect is Effect.READ:
            return _noted(world, session, actor, attempt)
    if fault is not None:
        fault = _suffered(world, attempt, fault)
    if attempt.declared.effect is Effect.HOUSEKEEPING:
        if fault is not None and fault.refusal is not None:
            raise fault.refusal
        with world.writing(housekeeping=attempt.declared.id) as session:
            return attempt.run(attempt.context(session, actor))
    with world.reading() as session:
        return _noted(world, session, actor, attempt, fault)


def _suffered(world: WorldLike, attempt: _Attempt, seen: Fault) -> Fault | None:
    """Let a fault strike a request that is no step: it is counted, and may take time.

    Returns:
        The one that struck: in the meantime another request may have been its last.
    """
    if not seen.is_counted and not seen.seconds_taken:
        return seen
    with world.writing() as session:
        fault = attempt.fault(session)
        if fault is not None:
            spend(session, fault)
    if fault is not None and fault.seconds_taken:
        let_time_pass(world, fault.seconds_taken)
    return fault


def _noted(
    world: WorldLike, session: Session, actor: Actor, attempt: _Attempt, fault: Fault | None = None
) -> Any:
    """Answer a read, or refuse it, and leave a note of either on the side trail."""
    outcome = DONE
    try:
        if fault is not None and fault.refusal is not None:
            raise fault.refusal
        return attempt.run(attempt.context(session, actor))
    except Refused as refusal:
        outcome = refusal.code
        raise
    except Exception:
        outcome = CRASHED
        raise
    finally:
        world.trail.note(
            {
                "step": last_step(session),
                "actor": actor.person_id,
                "surface": attempt.request.surface,
                "operation": attempt.declared.id,
                "outcome": outcome,
                "request": attempt.words,
            }
        )


def _perform_due(world: WorldLike) -> bool:
    """Perform the earliest thing that is due, at its own time; whether there was one."""
    due = None
    try:
        with world.writing() as session:
            now_us = Clock(session).now_us()
            due = take_due(session, now_us)
            if due is None:
                return False
            Clock(session).set_us(due.due_us)
            _attempted(session, Actor(due.actor_id), _attempt_of(due), cause=last_asked(session))
            Clock(session).set_us(now_us)
    except (OutOfSpace, WorldClosed):
        raise  # it stays on the schedule
    except Exception:
        if due is None:
            raise
        log.exception("an event crashed")
        _give_up(world, due)
    return True


def _give_up(world: WorldLike, due: Due) -> None:
    """Take an event that crashed off the schedule, so that it does not crash for ever."""
    with world.writing() as session:
        if not cancel(session, due):
            return  # its taking was rolled back, and another process has been faster
        record(
            session,
            time_us=due.due_us,
            actor_id=due.actor_id,
            operation=due.operation,
            arguments=None,
            outcome=CRASHED,
            surface=Surface.SYSTEM,
            request={"name": due.operation, "arguments": dict(due.arguments)},
            cause=last_asked(session),
        )


def _attempt_of(due: Due) -> _Attempt:
    request = Request(Surface.SYSTEM, due.operation, due.arguments)
    return _Attempt(operations()[due.operation], request)
