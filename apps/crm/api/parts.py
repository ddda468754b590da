"""Requests that stand within another one: they reach the same endpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import Map, RequestRedirect, Rule

from workworld.apps.crm.service.composites import Part, PartAnswer
from workworld.apps.crm.wire.answers import Answer, version_of
from workworld.apps.crm.wire.refusals import body_of, status_of
from workworld.arguments import validated
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, MissingScope, NotFound, Refused
from workworld.operations import Effect, operation_of

_ALONE = ("/composite", "/composite/batch")
"""Resources that cannot stand within others."""
_JOBS = "/jobs/"
_BLOB = "/VersionData"


class Parts:
    """The endpoints that parts may reach.

    Args:
        endpoints: those of the API.
    """

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._rows = [each for each in endpoints if not _stands_alone(each.path)]
        self._routes = Map(
            [
                Rule(each.path, methods=each.methods, endpoint=number, strict_slashes=False)
                for number, each in enumerate(self._rows)
            ]
        ).bind("localhost")

    def answer(self, ctx: Context, part: Part) -> PartAnswer:
        """Perform a request within another one.

        Raises:
            Refused: as it would be by itself.
        """
        split = urlsplit(part.url)
        row, in_path = self._found(split.path, part.method.upper())
        query = dict(parse_qsl(split.query, keep_blank_values=True))
        body = {} if part.body is None else {"body": part.body}
        inner = replace(ctx, request=replace(ctx.request, arguments=query | body | in_path))
        try:
            payload = _performed(inner, row)
        except Refused as refused:
            raise refused.renamed(row.names) from None
        answer = payload if isinstance(payload, Answer) else Answer(payload, row.status)
        return PartAnswer(answer.status, answer.body, answer.headers)

    def _found(self, path: str, method: str) -> tuple[Endpoint, dict[str, Any]]:
        try:
            number, in_path = self._routes.match(path, method)
        except MethodNotAllowed:
            raise Invalid("METHOD_NOT_ALLOWED", f"HTTP Method '{method}' not allowed.") from None
        except (HTTPException, RequestRedirect):
            raise NotFound("NOT_FOUND", "The requested resource does not exist") from None
        row = self._rows[number]
        if method not in row.methods:  # routes add HEAD, which must not write
            raise Invalid("METHOD_NOT_ALLOWED", f"HTTP Method '{method}' not allowed.")
        return row, dict(in_path)


def tell(ctx: Context, refused: Refused) -> PartAnswer:
    """A refusal as a part's answer."""
    return PartAnswer(status_of(refused), body_of(refused, version_of(ctx)))


def _stands_alone(path: str) -> bool:
    return path.endswith((*_ALONE, _BLOB)) or _JOBS in path


def _performed(ctx: Context, row: Endpoint) -> Any:
    declared = operation_of(row.function)
    if not ctx.actor.may(declared.scope):
        raise MissingScope(declared.scope or "", ctx.actor.scopes)
    model = validated(declared, row.accept(ctx, ctx.request.arguments))
    given = {name: getattr(model, name) for name in type(model).model_fields}
    result = row.function(ctx, **given)
    if declared.effect is not Effect.READ:
        ctx.session.flush()  # so that what is presented is what the database holds
    return row.present(ctx, result)
