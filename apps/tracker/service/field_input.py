"""Values that somebody gives for fields: all are checked before anything is refused or kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from sqlalchemy import bindparam, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import ProjectField
from workworld.apps.tracker.service import (
    custom_checks,
    field_checks,
    field_places,
    field_values,
    site,
)
from workworld.apps.tracker.service.place import Place, Unfit
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import Conflict, Invalid, Problem

Screen = Mapping[str, ProjectField]
ALWAYS = (f.SUMMARY, f.PARENT, f.FLAGGED)
"""Fields that may be set whether a screen shows them or not."""
_fields = ProjectField.__table__.c
_SCREEN = constant(
    select(ProjectField.__table__)
    .where(
        _fields.project_id == bindparam("project"),
        _fields.type_id == bindparam("type"),
    )
    .order_by(_fields.position, _fields.field)
)


def screen(ctx: Context, project_id: str, type_id: str) -> Screen:
    """The fields of the screens of a project's issues of a type, in order."""

    def look_up() -> Screen:
        values = {"project": project_id, "type": type_id}
        rows = plain_rows(ctx.session, ProjectField, _SCREEN, values)
        lacking = not_there(ctx, project_id, type_id)
        return {row.field: row for row in rows if row.field not in lacking}

    return ctx.remembered(("tracker screen", project_id, type_id), look_up)


def not_there(ctx: Context, project_id: str, type_id: str) -> Collection[str]:
    """The fields of the site's own that a project's issues of a type do not have."""
    return site.custom_fields(ctx).keys() - field_places.at(ctx, project_id, type_id).keys()


def showing(place: Place, fields: Iterable[str]) -> Screen:
    """A screen that has some fields, whatever the project's own has."""
    return {
        field: ProjectField(
            project_id=place.project.id,
            type_id=place.type.id,
            field=field,
            position=position,
            is_required=False,
        )
        for position, field in enumerate(fields)
    }


def is_required(shown: Screen, field: str) -> bool:
    """Whether a field must hold something."""
    return field == f.SUMMARY or (field in shown and shown[field].is_required)


class Input:
    """What was found fit of somebody's values, and what was not.

    Args:
        ctx: whose values they are.
        place: where they are to stand.
        shown: the fields that may be set there.
        always: those that may be set besides.
    """

    def __init__(
        self, ctx: Context, place: Place, shown: Screen, always: Sequence[str] = ALWAYS
    ) -> None:
        self._ctx = ctx
        self._place = place
        self._shown = shown
        self._always = always
        self._codes: list[str] = []
        self.values: dict[str, Any] = {}
        self.problems: list[Problem] = []

    @cached_property
    def _lacking(self) -> Collection[str]:
        return not_there(self._ctx, self._place.project.id, self._place.type.id)

    def take(self, field: str, raw: Any, had: Any = None) -> None:
        """Check the value of one field.

        Args:
            field: its id.
            raw: what was given.
            had: what the field holds already: that is no news.
        """
        if not self._may_be_set(field):
            return
        if self._place.issue is not None and raw == had:
            self.values[field] = had
            return
        kept = had if isinstance(had, list) else [str(had)]
        try:
            value = self._checked(field, raw, replace(self._place, had=kept))
        except Unfit as unfit:
            self.refuse(field, unfit.message, unfit.code)
            return
        if field_values.is_empty(value) and is_required(self._shown, field):
            self.require(field)
        else:
            self.values[field] = value

    def require(self, field: str) -> None:
        """Note that a field is empty that must hold something."""
        if field == f.SUMMARY:
            self.refuse(field, "You must specify a summary of the issue.")
        else:
            self.refuse(field, f"{label(self._ctx, field)} is required.")

    def refuse(self, field: str, message: str, code: str = "invalid_fields") -> None:
        """Note what is wrong with a field."""
        self._codes.append(code)
        self.problems.append(Problem(message, field))

    def finish(self) -> Mapping[str, Any]:
        """The values, if all of them were fit.

        Raises:
            Invalid: ``invalid_fields``, with the problem of each field.
            Conflict: ``circular_parent``.
        """
        if not self.problems:
            return self.values
        code = self._codes[0] if len(set(self._codes)) == 1 else "invalid_fields"
        kind = Invalid if code == "invalid_fields" else Conflict
        said = " ".join(problem.what for problem in self.problems)
        raise kind(code, said, problems=self.problems)

    def _may_be_set(self, field: str) -> bool:
        known = field in field_checks.CHECKS or field in site.custom_fields(self._ctx)
        there = field in self._shown or field in self._always
        if not known or not there or field in self._lacking:
            self.refuse(field, not_on_screen(field))
            return False
        why = field_checks.why_not_set(self._ctx, self._place, field)
        if why is not None:
            self.refuse(field, f"Field '{field}' cannot be set. {why}")
        return why is None

    def _checked(self, field: str, raw: Any, place: Place) -> Any:
        check = field_checks.CHECKS.get(field)
        if check is not None:
            return check(self._ctx, place, raw)
        return custom_checks.check(self._ctx, place, site.custom_fields(self._ctx)[field], raw)


def not_on_screen(field: str) -> str:
    """What is told of a field that is not there to be set."""
    return f"Field '{field}' cannot be set. It is not on the appropriate screen, or unknown."


def label(ctx: Context, field: str) -> str:
    """What people call a field."""
    custom = site.custom_fields(ctx).get(field)
    return custom.name if custom else f.NAMES.get(field, field)


def missing(shown: Screen, given: Mapping[str, Any]) -> Sequence[str]:
    """Fields that must hold something and that were not given."""
    wanted = [f.SUMMARY, *(each for each in shown if shown[each].is_required)]
    return [each for each in dict.fromkeys(wanted) if each not in given]
