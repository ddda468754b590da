"""Refusals as Google's APIs tell them: a number, a sentence and a status.

https://cloud.google.com/apis/design/errors
"""

from __future__ import annotations

from typing import Any

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

_STATUSES: tuple[tuple[type[Refused], int], ...] = (
    (TooLarge, 413),
    (Invalid, 400),
    (NotFound, 404),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (Conflict, 409),
    (RateLimited, 429),
    (Failed, 500),
    (Unavailable, 503),
)
_NAMES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    409: "ABORTED",
    412: "FAILED_PRECONDITION",
    413: "INVALID_ARGUMENT",
    415: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
}
_OURS: tuple[tuple[type[Refused], str], ...] = (
    (
        Unauthenticated,
        "Request had invalid authentication credentials. Expected OAuth 2 access token.",
    ),
    (MissingScope, "Request had insufficient authentication scopes."),
    (RateLimited, "Quota exceeded for requests per minute per user: try again later."),
    (Failed, "Internal error encountered."),
    (Unavailable, "The service is currently unavailable."),
)
"""What the vendor says where no app has chosen the words."""
_REASONS = {
    400: "invalid",
    401: "authError",
    403: "insufficientFilePermissions",
    404: "notFound",
    409: "conflict",
    413: "uploadTooLarge",
    429: "rateLimitExceeded",
    500: "internalError",
    503: "backendError",
}
_MISSING = "missing required field"


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal."""
    return next((status for kind, status in _STATUSES if isinstance(refused, kind)), 400)


def message_of(refused: Refused) -> str:
    """The sentence that callers read."""
    for kind, said in _OURS:
        if isinstance(refused, kind):
            return said
    missing = [each.field for each in refused.problems if each.what == _MISSING]
    if missing:
        return " ".join(f"'{name}' is required but not specified" for name in missing)
    return refused.message


def error(status: int, message: str) -> dict[str, Any]:
    """An error of the Sheets API."""
    return {"error": {"code": status, "message": message, "status": name_of(status)}}


def name_of(status: int) -> str:
    """The word for a status: ``NOT_FOUND``."""
    return _NAMES.get(status, "UNKNOWN")


def body_of(refused: Refused) -> dict[str, Any]:
    """A refusal as the Sheets API answers it."""
    return error(status_of(refused), message_of(refused))


def drive_error(status: int, message: str, reason: str = "", location: str = "") -> dict[str, Any]:
    """An error of the Drive API.

    Args:
        status: of HTTP.
        message: the sentence.
        reason: the vendor's word for it; by default what a status usually means.
        location: the parameter that is to blame, if one is.
    """
    told = {"message": message, "domain": "global", "reason": reason or _REASONS.get(status, "")}
    if location:
        told |= {"location": location, "locationType": "parameter"}
    return {"error": {"code": status, "message": message, "errors": [told]}}


def drive_body_of(refused: Refused, file_id: str | None = None) -> dict[str, Any]:
    """A refusal as the Drive API answers it.

    Args:
        refused: the refusal.
        file_id: the file that the request names.
    """
    status = status_of(refused)
    if isinstance(refused, MissingScope):
        return drive_error(403, message_of(refused), "insufficientPermissions")
    if isinstance(refused, NotFound) and refused.code == "not_found" and file_id is not None:
        return drive_error(404, f"File not found: {file_id}.", location="fileId")
    if isinstance(refused, Forbidden) and refused.code == "no_edit_access":
        return drive_error(403, "The user does not have sufficient permissions for this file.")
    reasons = {"invalid_query": ("invalid", "q"), "invalid_fields": ("invalidParameter", "fields")}
    reason, location = reasons.get(refused.code, ("", ""))
    return drive_error(status, message_of(refused), reason, location)
