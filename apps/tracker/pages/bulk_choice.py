"""What the address of a bulk change says: which issues, what to do, and with what values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.datastructures import MultiDict

from workworld.apps.tracker.service import bulk

CHOOSE, OPERATION, VALUES, CONFIRM = "choose", "operation", "values", "confirm"
STEPS = (
    (CHOOSE, "Choose issues"),
    (OPERATION, "Choose operation"),
    (VALUES, "Set values"),
    (CONFIRM, "Confirm"),
)
EDIT, TRANSITION, MOVE, DELETE = "edit", "transition", "move", "delete"
WATCH, UNWATCH, FLAG, UNFLAG = "watch", "unwatch", "flag", "unflag"
OPERATIONS = (
    (EDIT, "Edit fields", "Give fields the same values; labels and the like can be added to."),
    (TRANSITION, "Transition", "Move them on in their workflows, with a comment if you like."),
    (MOVE, "Move to a project", "They get new keys, and the old ones lead to them."),
    (WATCH, "Watch", "Be told of what happens to them."),
    (UNWATCH, "Stop watching", "Be told of them no longer."),
    (FLAG, "Add flag", "Mark them as held up."),
    (UNFLAG, "Remove flag", "They can go on."),
    (DELETE, "Delete", "For good: their numbers are never given out again."),
)
NAMES = {value: name for value, name, _hint in OPERATIONS}
_WITHOUT_VALUES = (WATCH, UNWATCH, FLAG, UNFLAG, DELETE)
PICK = "pick"
"""What ticks are called: ``issue`` opens one beside the page."""
_STEP = "step"
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A bulk change, as far as it is known yet."""

    given: MultiDict[str, str]
    """All that was entered."""

    @classmethod
    def of(cls, given: MultiDict[str, str]) -> Asked:
        """Of an address or a form; a proof that a form carries is no part of it."""
        kept = [(name, value) for name, value in given.items(multi=True) if name != "csrf"]
        return cls(MultiDict(kept))

    @property
    def jql(self) -> str:
        """The search that it began with."""
        return self.given.get("jql", "")[:_LONGEST]

    @property
    def is_all(self) -> bool:
        """Whether it is of all that the search finds."""
        return self.given.get("all") == "1"

    @property
    def keys(self) -> Sequence[str]:
        """The issues that were ticked."""
        ticked = [each for each in self.given.getlist(PICK) if 0 < len(each) <= 64]
        return list(dict.fromkeys(ticked))[: bulk.MOST]

    @property
    def is_chosen(self) -> bool:
        """Whether it is known of which issues it is."""
        return self.is_all or bool(self.keys)

    @property
    def operation(self) -> str:
        """What is to be done; empty if that is not known."""
        said = self.given.get("operation", "")
        return said if said in NAMES else ""

    @property
    def step(self) -> str:
        """Which step is to be shown: none before what it builds upon is known."""
        said = (self.given.getlist(_STEP) or [OPERATION])[-1]
        if said == CHOOSE or "page" in self.given or not self.is_chosen:
            return CHOOSE
        if said == OPERATION or not self.operation:
            return OPERATION
        if self.operation in _WITHOUT_VALUES:
            return CONFIRM
        return CONFIRM if said == CONFIRM else VALUES

    @property
    def goes_on(self) -> bool:
        """Whether somebody wanted to go on from choosing issues."""
        said = (self.given.getlist(_STEP) or [CHOOSE])[-1]
        return said != CHOOSE and "page" not in self.given

    @property
    def changed(self) -> Sequence[str]:
        """The fields that are to be changed."""
        return list(dict.fromkeys(self.given.getlist("change")))

    @property
    def entered(self) -> Mapping[str, Sequence[str]]:
        """What was entered, by the control's name."""
        return {name: self.given.getlist(name) for name in self.given}

    @property
    def number(self) -> int:
        """The page of the search that is shown."""
        said = self.given.get("page", "")
        return max(1, int(said)) if said.isdigit() and len(said) < 5 else 1

    def one(self, name: str) -> str:
        """What was entered in a control that holds one value."""
        return self.given.get(name, "").strip()

    def named(self, prefix: str) -> Mapping[str, str]:
        """What was entered in controls whose names begin so, by the rest of their names."""
        return {
            name.removeprefix(prefix): value
            for name, value in self.given.items()
            if name.startswith(prefix) and value
        }

    def arguments(self) -> Mapping[str, Any]:
        """Which issues it is of, as the operation takes them that lists them."""
        return {"jql": self.jql} if self.is_all else {"jql": None, "issues": self.keys}

    def hidden(self, *without: str) -> Sequence[tuple[str, str]]:
        """What a form of the next step carries on: all but what it asks anew."""
        left_out = {*without, _STEP, "page"}
        return [each for each in self.given.items(multi=True) if each[0] not in left_out]

    def at(self, step: str, *without: str) -> str:
        """The address of a step, with all that is known but some of it."""
        values: dict[str, Any] = {}
        for name, value in self.hidden(*without):
            values.setdefault(name, []).append(value)
        return flask.url_for("ui.bulk_page", **values, step=step)

    def tidy(self) -> Asked:
        """The same without what belongs to fields that are not to be changed."""
        if self.operation != EDIT:
            return self
        ends = ("", "-sent", "-verb", "-remaining")
        kept = {"jql", "all", PICK, "operation", "change", _STEP}
        kept |= {f"{field}{end}" for field in self.changed for end in ends}
        return Asked(MultiDict([each for each in self.given.items(multi=True) if each[0] in kept]))
