"""What forms of the tracker's settings hold, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import flask

from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused

MENDABLE = (Invalid, Conflict, Forbidden, NotFound)
"""Refusals after which a form is shown again."""


def entered(*names: str) -> dict[str, Any]:
    """What was typed into the fields of these names that the form has."""
    form = flask.request.form
    return {name: form[name] for name in names if name in form}


def problems_of(refusal: Refused | None, known: Iterable[str]) -> Mapping[str, str]:
    """What is wrong, by field; under the empty name what belongs to none of the form's.

    Args:
        refusal: why a form was not taken, if it was not.
        known: names of the form's fields.
    """
    if refusal is None:
        return {}
    fields = set(known)
    found: dict[str, str] = {}
    for problem in refusal.problems:
        at = problem.field if problem.field in fields else ""
        found[at] = f"{found[at]} {problem.what}" if at in found else problem.what
    return found or {"": refusal.message}
