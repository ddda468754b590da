"""Where values of fields are to stand: in issues of a project and a type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Issue, IssueType, Project


@dataclass(frozen=True, slots=True)
class Place:
    """What a value must fit in with."""

    project: Project
    type: IssueType
    issue: Issue | None = None
    """Whose value it is to be; None as long as the issue is not there."""
    had: Sequence[str] = ()
    """What the field holds already: that may stay even if it could not be chosen anew."""

    @property
    def is_subtask(self) -> bool:
        """Whether it is a part of another issue."""
        return self.type.level < 0


class Unfit(Exception):
    """A value does not fit its field.

    Args:
        message: what the caller is told, with the field as the place of the fault.
        code: of the refusal, if it has one of its own.
    """

    def __init__(self, message: str, code: str = "invalid_fields") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
