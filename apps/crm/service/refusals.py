"""What is wrong with a record that is to be saved, in the vendor's codes.

https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_concepts_core_data_objects.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused

_WORDS = {
    "INSUFFICIENT_ACCESS_OR_READONLY": "You do not have the access rights to do that.",
    "INVALID_CROSS_REFERENCE_KEY": "There is no such record, or you may not see it.",
    "ENTITY_IS_LOCKED": "This record is locked: it waits for approval, or its period is closed.",
    "CANNOT_UPDATE_CONVERTED_LEAD": "A converted lead can no longer be changed.",
}
"""What people are told of refusals whose own words are for programs."""


@dataclass(frozen=True, slots=True)
class RecordError:
    """One thing that is wrong.

    Args:
        code: the vendor's: ``REQUIRED_FIELD_MISSING``.
        message: one sentence.
        fields: API names of the fields that it concerns.
    """

    code: str
    message: str
    fields: tuple[str, ...] = ()


class RecordRefused(Invalid):
    """A record cannot be saved, or not as it was sent.

    Args:
        errors: all that is wrong, at least one thing.
        matches: of a duplicate, the records that the caller may see and that are alike.
        may_save: whether saving is possible all the same, if the caller insists.
    """

    def __init__(
        self,
        errors: Sequence[RecordError],
        *,
        matches: Sequence[Any] = (),
        may_save: bool = False,
    ) -> None:
        super().__init__(errors[0].code, "; ".join(each.message for each in errors))
        self.errors = tuple(errors)
        self.matches = tuple(matches)
        self.may_save = may_save

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The same: the fields have the caller's names already."""
        del names
        return self


class EntityModified(Conflict):
    """Somebody else has saved the record since the caller read it.

    Args:
        by_id: the user who did.
        at_us: when.
    """

    def __init__(self, by_id: str, at_us: int) -> None:
        said = "This record was changed since you began to edit it."
        super().__init__("ENTITY_MODIFIED", said)
        self.by_id = by_id
        self.at_us = at_us


def refused(code: str, message: str, *fields: str) -> RecordRefused:
    """One thing that is wrong, to be raised."""
    return RecordRefused([RecordError(code, message, fields)])


def in_words(why: RecordError | Refused) -> str:
    """What is wrong, as a person is told it on a page."""
    return _WORDS.get(why.code, why.message)


def not_found() -> NotFound:
    """No such record, or none that the caller may know of."""
    return NotFound("NOT_FOUND", "The requested resource does not exist")


def deleted() -> NotFound:
    """The record lies in the recycle bin."""
    return NotFound("ENTITY_IS_DELETED", "entity is deleted")


def no_object(name: str) -> NotFound:
    """No such object, or none that the caller may read."""
    return NotFound("INVALID_TYPE", f"sObject type '{name[:80]}' is not supported.")


def malformed_id(text: str) -> RecordRefused:
    """What was given is no id at all."""
    return refused("MALFORMED_ID", f"malformed id {text[:80]}", "Id")


def insufficient_access() -> Forbidden:
    """The caller sees the record, and may not do that with it."""
    return Forbidden("INSUFFICIENT_ACCESS_OR_READONLY", "insufficient access rights on object id")


def no_licence() -> Forbidden:
    """The caller is nobody who works with the CRM."""
    return Forbidden("INSUFFICIENT_ACCESS", "You have no access to the CRM. Ask its administrator.")


def required(names: Sequence[str]) -> RecordError:
    """Fields that a record cannot be without."""
    said = f"Required fields are missing: [{', '.join(names)}]"
    return RecordError("REQUIRED_FIELD_MISSING", said, tuple(names))
