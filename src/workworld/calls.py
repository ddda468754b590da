"""The one way in: an operation performed by an actor, for every door.

``call`` authorises, validates, runs inside one transaction and writes the journal; what is due
when a step has taken its time happens after it, as steps of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from workworld.arguments import is_storable
from workworld.attempts import Accept, Attempt, Present, WorldLike, perform_step
from workworld.clock import Clock
from workworld.context import Actor, Request, Surface
from workworld.errors import Refused, WorldClosed
from workworld.faults import Fault, spend
from workworld.journal import CRASHED, DONE, last_step
from workworld.operations import Effect, operation_of
from workworld.passing_time import catch_up_if_possible, let_time_pass
from workworld.tracing import trace

_TOLD = (Surface.MCP, Surface.REST)


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
    attempt = Attempt(operation_of(function), request, accept, present, storable)
    trace(attempt.declared.id)
    if attempt.declared.effect is Effect.WRITE:
        return _step(world, actor, attempt)
    return _visit(world, actor, attempt)


def perform(
    world: WorldLike, actor: Actor, function: Callable[..., Any], /, **arguments: Any
) -> Any:
    """Perform an operation from code, without a door: ``perform(world, ana, post, text="hi")``."""
    request = Request(Surface.SYSTEM, operation_of(function).id, arguments)
    return call(world, actor, function, request)


def _step(world: WorldLike, actor: Actor, attempt: Attempt) -> Any:
    """Change state, or leave nothing but the journal's row of a refusal."""
    try:
        outcome = perform_step(world, actor, attempt)
    except WorldClosed:
        raise
    except Exception as error:
        _note_lost(world, actor, attempt, error)
        raise
    if world.trail.keeps_results:
        answer = _said(outcome.refused) if outcome.refused else outcome.answer
        world.trail.note_result(outcome.step, _kept(attempt, answer))
    if outcome.something_is_due:
        catch_up_if_possible(world)
    if outcome.refused is not None:
        raise outcome.refused
    return outcome.answer


def _visit(world: WorldLike, actor: Actor, attempt: Attempt) -> Any:
    """Answer a request that is no step."""
    with world.reading() as session:
        fault = attempt.fault(session)
        if fault is None and attempt.declared.effect is Effect.READ:
            return _noted(world, session, actor, attempt)
    if fault is not None:
        fault = _suffered(world, attempt, fault)
    if fault is not None:
        attempt.request.struck.add(fault.id)
    if attempt.declared.effect is Effect.HOUSEKEEPING:
        if fault is not None and fault.refusal is not None:
            raise fault.refusal
        return _tidied(world, actor, attempt)
    with world.reading() as session:
        return _noted(world, session, actor, attempt, fault)


def _tidied(world: WorldLike, actor: Actor, attempt: Attempt) -> Any:
    """Keep house. That leaves no note, unless a bug shows: whoever grades must know."""
    try:
        with world.writing(housekeeping=attempt.declared.id) as session:
            return attempt.run(attempt.context(session, actor))
    except Refused:
        raise
    except Exception as error:
        _note_lost(world, actor, attempt, error)
        raise


def _suffered(world: WorldLike, attempt: Attempt, seen: Fault) -> Fault | None:
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
    world: WorldLike, session: Session, actor: Actor, attempt: Attempt, fault: Fault | None = None
) -> Any:
    """Answer a read, or refuse it, and leave a note of either on the side trail."""
    outcome, answer = DONE, None
    try:
        if fault is not None and fault.refusal is not None:
            raise fault.refusal
        answer = attempt.run(attempt.context(session, actor))
        return answer
    except Refused as refusal:
        outcome, answer = refusal.code, _said(refusal)
        raise
    except Exception:
        outcome = CRASHED
        raise
    finally:
        _note(world, session, actor, attempt, outcome, answer)


def _note_lost(world: WorldLike, actor: Actor, attempt: Attempt, error: Exception) -> None:
    """Leave a note of a request that could not be carried through."""
    outcome, said = CRASHED, None
    if isinstance(error, Refused):
        outcome, said = error.code, _said(error)
    with world.reading() as session:
        _note(world, session, actor, attempt, outcome, said)


def _note(
    world: WorldLike,
    session: Session,
    actor: Actor,
    attempt: Attempt,
    outcome: str,
    answer: Any = None,
) -> None:
    """Leave a note of a request that is no step on the side trail."""
    read = {
        "step": last_step(session),
        "time_us": Clock(session).now_us(),
        "actor": actor.person_id,
        "surface": attempt.request.surface,
        "operation": attempt.declared.id,
        "outcome": outcome,
        "request": attempt.words,
    }
    world.trail.note(read, _kept(attempt, answer) if world.trail.keeps_results else None)


def _said(refused: Refused) -> str:
    """A refusal as an episode's record has it, whatever the door makes of it."""
    return f"{refused.code}: {refused.message}"


def _kept(attempt: Attempt, answer: Any) -> Any:
    """What an episode's record keeps of an answer: pages are made of more than can be told."""
    return answer if attempt.request.surface in _TOLD or isinstance(answer, str) else None
