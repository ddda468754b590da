"""Several requests in one: each may use what those before it were answered.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/using_composite_resources.htm
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field as Argument

from workworld.apps.crm.service import people
from workworld.context import Context, Surface
from workworld.errors import Invalid, Refused
from workworld.operations import Effect, operation
from workworld.undoing import whole_or_nothing

MOST = 25
_SCOPE = "api"
_REFERENCE = re.compile(r"@\{([^{}]{1,500})\}")
_STEP = re.compile(r"([^.\[\]]+)|\[(\d{1,6})\]")
_HALTED = "The transaction was rolled back since another operation in the same transaction failed."


@dataclass(frozen=True, slots=True)
class Part:
    """A request within another one.

    Args:
        method: of HTTP.
        url: the path, and perhaps a query.
        reference: by what name later ones refer to its answer.
        body: what it carries.
    """

    method: Annotated[str, Argument(max_length=20)]
    url: Annotated[str, Argument(max_length=20_000)]
    reference: Annotated[str, Argument(max_length=255)] = ""
    body: Any = None


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What a part is answered.

    Args:
        status: of HTTP.
        body: any JSON value.
        headers: those that count.
    """

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_refusal(self) -> bool:
        """Whether it was refused."""
        return self.status >= 400


Answering = Callable[[Context, Part], PartAnswer]
"""Performs a part; raises a refusal."""
Telling = Callable[[Context, Refused], PartAnswer]
"""Tells a refusal as the door does."""


@dataclass(slots=True)
class _Door:
    """How parts are understood: the door that knows what paths lead to says so when it loads."""

    answer: Answering | None = None
    tell: Telling | None = None


_door = _Door()
Parts = Annotated[
    Sequence[Part], Argument(description="The requests.", min_length=1, max_length=MOST)
]


def open_to(answer: Answering, tell: Telling) -> None:
    """Say how parts are performed and refusals told."""
    _door.answer, _door.tell = answer, tell


# What stands in a composite request are requests of the REST API.
@operation(Effect.WRITE, scope=_SCOPE, doors=(Surface.REST,))
def perform(
    ctx: Context,
    *,
    requests: Parts,
    all_or_none: Annotated[
        bool, Argument(description="Whether nothing is done when one of them is refused.")
    ] = False,
) -> Sequence[PartAnswer]:
    """Perform requests one after the other, each with references to what others were answered."""
    people.me(ctx)
    names = [each.reference for each in requests]
    if len(set(names)) < len(names):
        raise Invalid("INVALID_INPUT", "Each referenceId must be given once.")
    answers: list[PartAnswer] = []

    def run() -> None:
        known: dict[str, PartAnswer] = {}
        for each in requests:
            answers.append(_referring(ctx, each, known))
            known[each.reference] = answers[-1]
            if all_or_none and answers[-1].is_refusal:
                raise _Halted

    try:
        whole_or_nothing(ctx, run)
    except _Halted:
        halted = _told(ctx, _Halted())
        behind = [halted] * (len(requests) - len(answers))
        return [*([halted] * (len(answers) - 1)), answers[-1], *behind]
    return answers


# As for composite requests.
@operation(Effect.WRITE, scope=_SCOPE, doors=(Surface.REST,))
def batch(
    ctx: Context,
    *,
    requests: Parts,
    halt_on_error: Annotated[
        bool, Argument(description="Whether those behind one that is refused are left undone.")
    ] = False,
) -> Sequence[PartAnswer]:
    """Perform requests that have nothing to do with one another."""
    people.me(ctx)
    answers: list[PartAnswer] = []
    for each in requests:
        if halt_on_error and any(answer.is_refusal for answer in answers):
            said = Invalid("BATCH_PROCESSING_HALTED", "Batch processing halted per request")
            answers.append(PartAnswer(412, _told(ctx, said).body))
        else:
            answers.append(_answered(ctx, each))
    return answers


class _Halted(Invalid):
    """A part was refused, so nothing of the others stays."""

    def __init__(self) -> None:
        super().__init__("PROCESSING_HALTED", _HALTED)


def _referring(ctx: Context, part: Part, known: Mapping[str, PartAnswer]) -> PartAnswer:
    try:
        url = _REFERENCE.sub(lambda found: str(_value(found[1], known)), part.url)
        body = _filled(part.body, known)
    except Refused as refused:
        return _told(ctx, refused)
    return _answered(ctx, Part(part.method, url, part.reference, body))


def _answered(ctx: Context, part: Part) -> PartAnswer:
    answer = _door.answer
    if answer is None:
        raise Invalid("NOT_FOUND", "There is no door through which parts could be asked.")
    try:
        return whole_or_nothing(ctx, lambda: answer(ctx, part))
    except Refused as refused:
        return _told(ctx, refused)


def _told(ctx: Context, refused: Refused) -> PartAnswer:
    if _door.tell is None:
        raise refused
    return _door.tell(ctx, refused)


def _filled(body: Any, known: Mapping[str, PartAnswer]) -> Any:
    """A body with what its references lead to: a text that is one reference becomes its value."""
    if isinstance(body, Mapping):
        return {name: _filled(value, known) for name, value in body.items()}
    if isinstance(body, list):
        return [_filled(each, known) for each in body]
    if not isinstance(body, str):
        return body
    if whole := _REFERENCE.fullmatch(body):
        return _value(whole[1], known)
    return _REFERENCE.sub(lambda found: str(_value(found[1], known)), body)


def _value(reference: str, known: Mapping[str, PartAnswer]) -> Any:
    """What ``account.id`` or ``found.records[0].Id`` leads to."""
    name, _, path = reference.partition(".")
    answer = known.get(name)
    if answer is None or answer.is_refusal:
        raise _no_value(reference, name)
    found = answer.body
    for key, place in _STEP.findall(path):
        if key and isinstance(found, Mapping) and key in found:
            found = found[key]
        elif place and isinstance(found, list) and int(place) < len(found):
            found = found[int(place)]
        else:
            raise _no_value(reference, name)
    return found


def _no_value(reference: str, name: str) -> Invalid:
    said = f"Invalid reference specified. No value for {reference} found in {name}"
    return Invalid("PROCESSING_HALTED", said)
