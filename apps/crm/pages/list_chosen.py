"""Which records of a list are to be changed: those that are ticked, or all that match."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import flask

from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import list_rows
from workworld.apps.crm.service.list_rows import Matching
from workworld.doors.web import page
from workworld.errors import Conflict, NotFound


@dataclass(frozen=True, slots=True)
class Chosen:
    """The records that somebody has chosen in a list.

    Args:
        ids: theirs.
        view_id: of all that match, the list view; empty if each was ticked.
        search: the words that are sought in it.
        has_more: whether more match than can be changed together.
    """

    ids: Sequence[str]
    view_id: str = ""
    search: str = ""
    has_more: bool = False

    @property
    def mark(self) -> str:
        """What tells these records from others."""
        return hashlib.sha256(" ".join(sorted(self.ids)).encode()).hexdigest()[:16]


def chosen(sobject: str) -> Chosen:
    """The records of an object that a form names, or all of its list."""
    given = flask.request.values
    if given.get("all") != "1":
        return Chosen(list(dict.fromkeys(given.getlist("pick"))))
    if objects.find(sobject) is None:
        raise NotFound("NOT_FOUND")
    state = State.of_url(sobject, given.get("place", ""))
    view_id, search = given.get("view", ""), given.get("q", "")
    found: Matching = page(
        list_rows.matching,
        lambda _ctx, found: found,
        view_id=view_id,
        search=search,
        narrow=state.narrow,
        sort_field=state.sort,
        is_descending=state.is_descending,
    )
    return Chosen(found.ids, view_id, search, found.has_more)


def require_same(picked: Chosen) -> None:
    """Refuse to change other records than those that were told.

    Raises:
        Conflict: ``UNABLE_TO_LOCK_ROW``: since the form was shown, others match.
    """
    seen = flask.request.form.get("seen", "")
    if seen and seen != picked.mark:
        raise Conflict(
            "UNABLE_TO_LOCK_ROW",
            "Since you chose all of this list, other records match. See whether you mean these.",
        )
