"""Refusals as the vendor tells them: a list of errors, each with a code and the fields it is about.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service.refusals import RecordRefused
from workworld.apps.crm.service.trees import TreeRefused
from workworld.apps.crm.wire.records import attributes, path_of
from workworld.apps.crm.wire.results import errors
from workworld.errors import (
    Conflict,
    Failed,
    Forbidden,
    Invalid,
    MissingScope,
    NotFound,
    RateLimited,
    Refused,
    TooLarge,
    Unauthenticated,
    Unavailable,
)

_DUPLICATES = "DUPLICATES_DETECTED"
SEVERAL = "DUPLICATE_EXTERNAL_ID"
"""An external id that several records have."""
GENERAL = "UNKNOWN_EXCEPTION"
_STATUSES: tuple[tuple[type[Refused], int], ...] = (
    (TooLarge, 413),
    (Invalid, 400),
    (NotFound, 404),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (Conflict, 400),
    (RateLimited, 403),
    (Failed, 500),
    (Unavailable, 503),
)
_OURS: tuple[tuple[type[Refused], str, str], ...] = (
    (Unauthenticated, "INVALID_SESSION_ID", "Session expired or invalid"),
    (MissingScope, "INSUFFICIENT_ACCESS", ""),
    (NotFound, "NOT_FOUND", ""),
    (Forbidden, "INSUFFICIENT_ACCESS", ""),
    (RateLimited, "REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded."),
    (Failed, GENERAL, ""),
    (Unavailable, "SERVER_UNAVAILABLE", ""),
)
"""What the vendor calls a refusal that an app has not made itself, and says to it."""
_NOWHERE = "The requested resource does not exist"
_MISSING = "missing required field"


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal."""
    if refused.code == SEVERAL:
        return 300
    return next((status for kind, status in _STATUSES if isinstance(refused, kind)), 400)


def body_of(refused: Refused, version: str) -> Any:
    """A refusal as the body of an answer.

    Args:
        refused: the refusal.
        version: the API's, as its addresses carry it.
    """
    if isinstance(refused, RecordRefused) and refused.code == SEVERAL:
        return [_path(each, version) for each in refused.matches]
    if isinstance(refused, TreeRefused):
        failures = [
            {"referenceId": each.reference, "errors": errors(each.errors)}
            for each in refused.failures
        ]
        return {"hasErrors": True, "results": failures}
    if isinstance(refused, RecordRefused) and refused.code == _DUPLICATES:
        return [each | {"duplicateResult": _duplicates(refused, version)} for each in told(refused)]
    return told(refused)


def _duplicates(refused: RecordRefused, version: str) -> dict[str, Any]:
    """Which records are like the one that was refused, by the rule that found them."""
    by_rule: dict[tuple[str, str], list[Any]] = {}
    for each in refused.matches:
        by_rule.setdefault((each.rule, each.sobject), []).append(each)
    return {
        "allowSave": refused.may_save,
        "duplicateRule": next(iter(by_rule), ("", ""))[0],
        "errorMessage": refused.message,
        "matchResults": [
            {
                "entityType": sobject,
                "errors": [],
                "matchRecords": [_match(each, version) for each in found],
                "rule": rule,
                "size": len(found),
                "success": True,
            }
            for (rule, sobject), found in by_rule.items()
        ],
    }


def _match(found: Any, version: str) -> dict[str, Any]:
    about = attributes(objects.of_name(found.sobject), found.id, version)
    return {"record": {"attributes": about, "Id": found.id, "Name": found.name}}


def _path(record_id: str, version: str) -> str:
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    return path_of(sobject, record_id, version) if sobject else record_id


def told(refused: Refused) -> list[dict[str, Any]]:
    """A refusal as a list of errors."""
    several = getattr(refused, "errors", ())
    if several:
        return [_error(each.code, each.message, each.fields) for each in several]
    if isinstance(refused, NotFound) and refused.code == "INVALID_TYPE":
        return told(NotFound("NOT_FOUND", _NOWHERE))
    if not refused.code.islower():
        return [_error(refused.code, refused.message)]
    for kind, code, message in _OURS:
        if isinstance(refused, kind):
            return [_error(code, message or refused.message)]
    return [_of_arguments(refused)]


def _of_arguments(refused: Refused) -> dict[str, Any]:
    """Arguments that an operation does not take."""
    names = [each.field for each in refused.problems]
    if names and all(each.what == _MISSING for each in refused.problems):
        return _error("MISSING_ARGUMENT", f"Required parameters are missing: {', '.join(names)}")
    code = "JSON_PARSER_ERROR" if refused.problems else refused.code.upper()
    return _error(code, refused.message)


def _error(code: str, message: str, fields: Any = ()) -> dict[str, Any]:
    return {"message": message, "errorCode": code, **({"fields": list(fields)} if fields else {})}
