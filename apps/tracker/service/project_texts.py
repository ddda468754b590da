"""What a project may be called, and who and what it may name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlalchemy import func, select

from workworld.apps.tracker.models import (
    Category,
    PermissionScheme,
    Project,
    SecurityScheme,
)
from workworld.context import Context
from workworld.database import Base
from workworld.directory.models import AccountKind, Person
from workworld.errors import Invalid, Problem

_KEY = re.compile(r"[A-Z][A-Z0-9]{1,9}")
_LONGEST_NAME = 80
_BAD_KEY = (
    "Project keys must start with an uppercase letter, followed by one or more uppercase"
    " alphanumeric characters, at most 10 in all."
)
_REFERENCES: Mapping[str, tuple[type[Base], str]] = {
    "category_id": (Category, "There is no such category."),
    "permission_scheme_id": (PermissionScheme, "There is no such permission scheme."),
    "security_scheme_id": (SecurityScheme, "There is no such security scheme."),
}


def require_good(ctx: Context, wanted: Mapping[str, str | None]) -> None:
    """See to it that what a project is to have is well-formed, free and there.

    Raises:
        Invalid: ``invalid_project``, with a problem for each argument.
    """
    problems = [
        Problem(problem, name)
        for name, value in wanted.items()
        if (problem := _why_bad(ctx, name, value or "")) is not None
    ]
    if problems:
        raise Invalid("invalid_project", problems=problems)


def _why_bad(ctx: Context, name: str, value: str) -> str | None:
    if name == "key":
        return why_bad_key(ctx, value)
    if name == "name":
        return _why_bad_name(ctx, value)
    if name == "lead_id":
        return _why_no_lead(ctx, value)
    if name in _REFERENCES and value:
        model, said = _REFERENCES[name]
        return None if ctx.session.get(model, value) else said
    return None


def why_bad_key(ctx: Context, key: str) -> str | None:
    """Why a new project cannot have a key, whoever sees the one that has it."""
    if not _KEY.fullmatch(key):
        return _BAD_KEY
    taken = ctx.session.scalar(select(Project.id).where(Project.key == key))
    return "A project with that project key already exists." if taken else None


def _why_bad_name(ctx: Context, name: str) -> str | None:
    if not name:
        return "You must specify a valid project name."
    if len(name) > _LONGEST_NAME or not name.isprintable():
        return f"The project name is one line of at most {_LONGEST_NAME} characters."
    taken = select(Project.id).where(func.lower(Project.name) == name.lower())
    return "A project with that name already exists." if ctx.session.scalar(taken) else None


def _why_no_lead(ctx: Context, person_id: str) -> str | None:
    person = ctx.session.get(Person, person_id)
    if person is None or person.is_deactivated or person.kind != AccountKind.PERSON:
        return "You must specify a valid project lead."
    return "Guests do not run projects." if person.is_guest else None


def usual_scheme(ctx: Context) -> str:
    """The id of the site's first permission scheme, which new projects have."""
    query = select(PermissionScheme.id).order_by(func.length(PermissionScheme.id))
    return ctx.session.scalars(query.order_by(PermissionScheme.id)).first() or ""
