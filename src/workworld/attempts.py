"""One try at an operation: authorised, validated, performed, and written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sqlalchemy.orm import Session

from workworld.accounts import require_active
from workworld.arguments import validated
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.database import driver
from workworld.episodes import require_going_on
from workworld.errors import Invalid, MissingScope, Refused
from workworld.events import deliver
from workworld.faults import Fault, spend, striking
from workworld.ids import Ids
from workworld.journal import DONE, STEP, record
from workworld.operations import Effect, Operation
from workworld.schedule import is_due

Accept = Callable[[Context, Mapping[str, Any]], Mapping[str, Any]]
"""A door's request → the operation's arguments; may raise a refusal."""
Present = Callable[[Context, Any], Any]
"""The operation's result → the door's answer, built while the transaction is open."""


class TrailLike(Protocol):
    """What ``call`` needs of a side trail."""

    keeps_results: bool
    """Whether what requests are answered is kept as well."""

    def note(self, read: Mapping[str, Any], result: Any = None) -> None:
        """Add one read, and what was answered."""
        ...

    def note_result(self, step: int, result: Any) -> None:
        """Add what a step was answered."""
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


@dataclass(slots=True)
class Attempt:
    """One try at an operation; ``validated`` is set as soon as the arguments passed, and ``topics``
    when it is done."""

    declared: Operation
    request: Request
    accept: Accept | None = None
    present: Present | None = None
    storable: bool = True
    validated: dict[str, Any] | None = None
    topics: Sequence[str] = ()

    def run(self, ctx: Context) -> Any:
        """Authorise, validate, perform, present."""
        declared = self.declared
        if not declared.outlives_account:
            require_active(ctx.session, ctx.actor.person_id)
        if not ctx.actor.may(declared.scope):
            raise MissingScope(declared.scope or "", ctx.actor.scopes)
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
        deliver(ctx)
        self.topics = ctx.topics
        return self.present(ctx, result) if self.present else result

    def context(self, session: Session, actor: Actor) -> Context:
        """What the operation is handed."""
        apart = self.declared.effect is Effect.HOUSEKEEPING
        memory: dict[Any, Any] | None = {} if self.declared.effect is Effect.READ else None
        return Context(
            session,
            actor,
            self.request,
            Clock(session),
            Ids(session, housekeeping=apart),
            memory=memory,
        )

    def fault(self, session: Session) -> Fault | None:
        """The fault that strikes the request; what the world does by itself is spared."""
        request = self.request
        if request.surface is Surface.SYSTEM:
            return None
        now_us = Clock(session).now_us()
        return striking(session, self.declared.id, request.surface, now_us, request.struck)

    @property
    def words(self) -> dict[str, Any]:
        """The request as it is kept."""
        return {"name": self.request.name, "arguments": dict(self.request.arguments)}


class Outcome(NamedTuple):
    """What a step came to."""

    answer: Any
    refused: Refused | None
    something_is_due: bool
    """Whether the time that it took has made anything due."""
    step: int
    """Its number."""


def perform_step(world: WorldLike, actor: Actor, attempt: Attempt) -> Outcome:
    """Perform a step that somebody asked for, and write it down.

    Raises:
        LimitReached: the episode is over. The world stands still then, so this is no step.
    """
    try:
        with world.writing() as session:
            require_going_on(session, attempt.request.surface)
            answer, refused = attempted(session, actor, attempt)
            return _outcome(session, answer, refused)
    except _RolledBack as lost:
        refused = lost.refusal
    with world.writing() as session:
        seconds = Clock(session).step_seconds()
        _write_down(session, actor, attempt, refused, seconds=seconds, cause=None)
        return _outcome(session, None, refused)


def _outcome(session: Session, answer: Any, refused: Refused | None) -> Outcome:
    due = is_due(session, Clock(session).now_us())
    return Outcome(answer, refused, due, session.info[STEP])


def attempted(
    session: Session, actor: Actor, attempt: Attempt, *, cause: int | None = None
) -> tuple[Any, Refused | None]:
    """Run an operation within a transaction and write its journal row: the answer or a refusal.

    It costs time if it has no cause: what is due costs none.
    """
    answer, refused = None, None
    database = driver(session)
    seconds = Clock(session).step_seconds() if cause is None else 0
    fault = attempt.fault(session)
    if fault is not None:
        spend(session, fault)
        attempt.request.struck.add(fault.id)
        seconds += fault.seconds_taken
    # By hand, since the session's own nested transactions cost as much as a small operation.
    database.execute("SAVEPOINT attempt")
    try:
        if fault is not None and fault.refusal is not None:
            raise fault.refusal
        answer = attempt.run(attempt.context(session, actor))
    except Refused as refusal:
        if not database.in_transaction:
            raise _RolledBack(refusal) from refusal
        session.expunge_all()
        database.execute("ROLLBACK TO attempt")
        refused = refusal
    _write_down(session, actor, attempt, refused, seconds=seconds, cause=cause)
    return answer, refused


class _RolledBack(Exception):
    """A refusal that came of a failed statement, with which SQLAlchemy rolls everything back."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def _write_down(
    session: Session,
    actor: Actor,
    attempt: Attempt,
    refused: Refused | None,
    *,
    seconds: int,
    cause: int | None,
) -> None:
    clock = Clock(session)
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
        topics=() if refused else attempt.topics,
    )
    clock.advance(seconds)
