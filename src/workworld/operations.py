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
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ParamSpec, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from sqlalchemy.orm import Session

from workworld.clock import SECONDS_PER_STEP, Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.errors import Forbidden, Invalid, Refused
from workworld.ids import Ids
from workworld.journal import DONE, JournalEntry, last_step

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


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of an operation."""

    id: str
    """``<app>.<noun>.<verb>``, from the module path and the function's name."""
    function: Callable[..., Any]
    effect: Effect
    scope: str
    arguments: type[BaseModel]

    @property
    def app(self) -> str:
        """The id of the app that owns the operation."""
        return self.id.partition(".")[0]


_REGISTRY: dict[str, Operation] = {}


def operation(effect: Effect, *, scope: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a service function as an operation; the function itself stays as it is.

    Args:
        effect: whether it reads or writes.
        scope: what a credential must carry, in the vendor's words, such as ``chat:write``.
    """

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        declared = Operation(_id_of(function), function, effect, scope, _argument_model(function))
        _REGISTRY[declared.id] = declared
        return function

    return declare


def operations() -> Mapping[str, Operation]:
    """Every operation of the apps imported so far, by id."""
    return MappingProxyType(_REGISTRY)


def operation_of(function: Callable[..., Any]) -> Operation:
    """The declaration of a function; KeyError when it is not an operation."""
    return _REGISTRY[_id_of(function)]


class WorldLike(Protocol):
    """What ``call`` needs of a world."""

    def transaction(self) -> AbstractContextManager[Session]:
        """A session that is committed at the end, or rolled back when an exception leaves it."""
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
        present: result → answer; by default the result itself, which must not be a row then.

    Raises:
        Refused: nothing was changed; a refused WRITE has its step in the journal all the same.
    """
    declared = operation_of(function)
    validated: dict[str, Any] | None = None
    try:
        with world.transaction() as session:
            ctx = _context(session, actor, request)
            if not actor.may(declared.scope):
                raise Forbidden(
                    "missing_scope", f"The credential lacks the scope {declared.scope}."
                )
            _require_unicode(request.arguments)
            raw = accept(ctx, request.arguments) if accept else request.arguments
            arguments = _validate(declared, raw)
            validated = arguments.model_dump(mode="json")
            result = function(ctx, **{name: getattr(arguments, name) for name in validated})
            if declared.effect is Effect.WRITE:
                session.flush()  # so that `present` reads what the database holds
            answer = present(ctx, result) if present else result
            if declared.effect is Effect.WRITE:
                _record(ctx, declared, validated, DONE)
            return answer
    except Refused as refusal:
        if declared.effect is Effect.WRITE:
            with world.transaction() as session:
                _record(_context(session, actor, request), declared, validated, refusal.code)
        raise


def perform(
    world: WorldLike, actor: Actor, function: Callable[..., Any], /, **arguments: Any
) -> Any:
    """Perform an operation from code, without a door: ``perform(world, ana, post, text="hi")``."""
    request = Request(Surface.SYSTEM, operation_of(function).id, arguments)
    return call(world, actor, function, request)


def _context(session: Session, actor: Actor, request: Request) -> Context:
    return Context(session, actor, request, Clock(session), Ids(session))


def _record(
    ctx: Context, declared: Operation, arguments: dict[str, Any] | None, outcome: str
) -> None:
    ctx.session.add(
        JournalEntry(
            step=last_step(ctx.session) + 1,
            time_us=ctx.clock.now_us(),
            actor_id=ctx.actor.person_id,
            operation=declared.id,
            arguments=arguments,
            outcome=outcome,
            surface=ctx.request.surface,
            request={"name": ctx.request.name, "arguments": dict(ctx.request.arguments)},
        )
    )
    ctx.clock.advance(SECONDS_PER_STEP)


def _require_unicode(arguments: Mapping[str, Any]) -> None:
    """Refuse lone surrogates, which JSON can carry and no database can store."""
    try:
        json.dumps(dict(arguments), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Invalid("invalid_arguments", "A text holds half a surrogate pair.") from None


def _validate(declared: Operation, raw: Mapping[str, Any]) -> BaseModel:
    try:
        return declared.arguments.model_validate(dict(raw))
    except ValidationError as error:
        details = tuple(_explain(dict(problem)) for problem in error.errors(include_url=False))
        raise Invalid("invalid_arguments", "; ".join(details), details=details) from None


def _explain(problem: Mapping[str, Any]) -> str:
    name = ".".join(str(part) for part in problem["loc"]) or "arguments"
    if problem["type"] == "missing":
        return f"missing required field: {name}"
    if problem["type"] == "extra_forbidden":
        return f"unknown field: {name}"
    return f"{problem['msg'][:1].lower()}{problem['msg'][1:]}: {name}"


def _id_of(function: Callable[..., Any]) -> str:
    """``workworld.apps.chat.service.messages`` + ``post`` → ``chat.messages.post``."""
    parts = function.__module__.split(".")
    owner = parts[2] if parts[1] == "apps" else parts[1]
    return f"{owner}.{parts[-1]}.{function.__name__}"


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
