"""Operations: what an app can do, declared once and reached through every door.

An operation is a plain function, context first and all else keyword-only. Its signature gives
the argument model; ``call`` is the only way in: it validates, authorises, runs inside one
transaction and writes the journal.
"""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ParamSpec, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from sqlalchemy.orm import Session

from workworld.clock import SECONDS_PER_STEP, Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.database import driver
from workworld.errors import Forbidden, Invalid, Problem, Refused
from workworld.ids import Ids
from workworld.journal import DONE, last_step, record

_DEEPEST = 64
P = ParamSpec("P")
R = TypeVar("R")

Accept = Callable[[Context, Mapping[str, Any]], Mapping[str, Any]]
"""A door's request → the operation's arguments; may raise a refusal."""
Present = Callable[[Context, Any], Any]
"""The operation's result → the door's answer, built while the transaction is open."""


class Effect(StrEnum):
    """What an operation does to the world."""

    READ = "read"
    """Changes nothing, costs no time, leaves no step."""
    WRITE = "write"
    """Asks to change state: a step, journalled even when refused."""
    HOUSEKEEPING = "housekeeping"
    """What a page notes unasked, such as a read marker: no step, no time, outside diffs. It
    changes tables of that role only."""


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of an operation."""

    id: str
    """``<app>.<noun>.<verb>``, from the module path and the function's name."""
    function: Callable[..., Any]
    effect: Effect
    scope: str | None
    arguments: type[BaseModel]


_REGISTRY: dict[str, Operation] = {}


def operation(effect: Effect, *, scope: str | None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a service function as an operation; the function itself stays as it is.

    Args:
        effect: whether it reads or writes.
        scope: what a credential must carry, in the vendor's words, such as ``chat:write``;
            None asks for a valid credential only.

    Raises:
        TypeError: an argument is not keyword-only, or another function has the same id.
    """

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        declared = Operation(_id_of(function), function, effect, scope, _argument_model(function))
        if declared.id in _REGISTRY:
            raise TypeError(f"two operations are called {declared.id}")
        _REGISTRY[declared.id] = declared
        return function

    return declare


def operations() -> Mapping[str, Operation]:
    """Every operation of the apps imported so far, by id."""
    return MappingProxyType(_REGISTRY)


def operation_of(function: Callable[..., Any]) -> Operation:
    """The declaration of a function; KeyError when it is not an operation."""
    return _REGISTRY[_id_of(function)]


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
    """Perform an operation as an actor: the one way in, for every door.

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
    declared = operation_of(function)
    storable = _is_storable(request.arguments)
    if not storable:
        request = replace(request, arguments={})
    attempt = _Attempt(declared, request, accept, present, storable)
    if declared.effect is Effect.READ:
        return _read(world, actor, attempt)
    if declared.effect is Effect.HOUSEKEEPING:
        with world.writing(housekeeping=declared.id) as session:
            return attempt.run(_context(session, actor, request, housekeeping=True))
    return _step(world, actor, attempt)


def _read(world: WorldLike, actor: Actor, attempt: _Attempt) -> Any:
    """Answer, and leave a note on the side trail."""
    with world.reading() as session:
        ctx = _context(session, actor, attempt.request)
        try:
            answer = attempt.run(ctx)
        except Refused as refusal:
            _note(world, ctx, attempt, refusal.code)
            raise
        _note(world, ctx, attempt, DONE)
        return answer


def _note(world: WorldLike, ctx: Context, attempt: _Attempt, outcome: str) -> None:
    world.trail.note(
        {
            "step": last_step(ctx.session),
            "actor": ctx.actor.person_id,
            "surface": attempt.request.surface,
            "operation": attempt.declared.id,
            "outcome": outcome,
            "request": _words(attempt.request),
        }
    )


def _step(world: WorldLike, actor: Actor, attempt: _Attempt) -> Any:
    """Change state, or leave nothing but the journal's row of a refusal."""
    with world.writing() as session:
        ctx = _context(session, actor, attempt.request)
        database = driver(session)
        # By hand, since the session's own nested transactions cost as much as a small operation.
        database.execute("SAVEPOINT attempt")
        try:
            answer = attempt.run(ctx)
        except Refused as refusal:
            session.expunge_all()
            database.execute("ROLLBACK TO attempt")
            ctx = _context(session, actor, attempt.request)  # the old one kept what is gone
            _record(ctx, attempt, refusal.code)
            refused = refusal
        else:
            _record(ctx, attempt, DONE)
            return answer
    raise refused


@dataclass(slots=True)
class _Attempt:
    """One try at an operation; ``validated`` is set as soon as the arguments passed."""

    declared: Operation
    request: Request
    accept: Accept | None
    present: Present | None
    storable: bool
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
        arguments = _validate(declared, self.accept(ctx, given) if self.accept else given)
        self.validated = arguments.model_dump(mode="json")
        result = declared.function(
            ctx, **{name: getattr(arguments, name) for name in self.validated}
        )
        if declared.effect is not Effect.READ:
            ctx.session.flush()  # so that `present` reads what the database holds
        return self.present(ctx, result) if self.present else result


def perform(
    world: WorldLike, actor: Actor, function: Callable[..., Any], /, **arguments: Any
) -> Any:
    """Perform an operation from code, without a door: ``perform(world, ana, post, text="hi")``."""
    request = Request(Surface.SYSTEM, operation_of(function).id, arguments)
    return call(world, actor, function, request)


def _context(
    session: Session, actor: Actor, request: Request, *, housekeeping: bool = False
) -> Context:
    return Context(session, actor, request, Clock(session), Ids(session, housekeeping=housekeeping))


def _record(ctx: Context, attempt: _Attempt, outcome: str) -> None:
    record(
        ctx.session,
        time_us=ctx.clock.now_us(),
        actor_id=ctx.actor.person_id,
        operation=attempt.declared.id,
        arguments=attempt.validated,
        outcome=outcome,
        surface=attempt.request.surface,
        request=_words(attempt.request),
        cause=None,
    )
    ctx.clock.advance(SECONDS_PER_STEP)


def _words(request: Request) -> dict[str, Any]:
    return {"name": request.name, "arguments": dict(request.arguments)}


def _is_storable(arguments: Mapping[str, Any]) -> bool:
    """Whether the journal can keep them: no half surrogate pairs, no NaN, no deep nesting.

    The depth is bounded here because how deep Python's own encoder goes depends on its version.
    """
    if not _is_flat(arguments, _DEEPEST):
        return False
    try:
        json.dumps(dict(arguments), ensure_ascii=False, allow_nan=False).encode()
    except ValueError:  # UnicodeEncodeError is one
        return False
    return True


def _is_flat(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested at most so deep."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return True
    return levels > 0 and all(_is_flat(inner, levels - 1) for inner in value)


def _validate(declared: Operation, raw: Mapping[str, Any]) -> BaseModel:
    try:
        return declared.arguments.model_validate(dict(raw))
    except ValidationError as error:
        problems = [_problem(dict(found)) for found in error.errors(include_url=False)]
        raise Invalid("invalid_arguments", problems=problems) from None


def _problem(found: Mapping[str, Any]) -> Problem:
    field = str(found["loc"][0]) if found["loc"] else "arguments"
    said: str = found["msg"]
    known = {"missing": "missing required field", "extra_forbidden": "unknown field"}
    return Problem(known.get(found["type"], said[:1].lower() + said[1:]), field)


def _id_of(function: Callable[..., Any]) -> str:
    """``workworld.apps.chat.service.messages`` + ``post`` → ``chat.messages.post``."""
    parts = function.__module__.split(".")
    if parts[1] in ("apps", "mcp_servers"):
        parts = parts[1:]  # the app's name stands behind the folder's
    return f"{parts[1]}.{parts[-1]}.{function.__name__}"


def _argument_model(function: Callable[..., Any]) -> type[BaseModel]:
    hints = typing.get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            raise TypeError(f"{_id_of(function)}: {parameter.name} must be keyword-only")
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], default)
    config = ConfigDict(extra="forbid")
    return create_model(f"{_id_of(function)} arguments", __config__=config, **fields)
