"""What the address of a list asks for, and the addresses that lead on from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flask

from workworld.apps.crm.pages import portions
from workworld.apps.crm.pages.blueprint import list_url
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind

PAGE_SIZE = 50
DISPLAYS = ("table", "kanban", "split")
PANELS = ("filters", "chart")
_LONGEST_NUMBER = 4


@dataclass(frozen=True, slots=True)
class State:
    """What a list's address asks for.

    Args:
        sobject: whose records are listed.
        given: the values of the address, by name; the first one of each.
    """

    sobject: str
    given: Mapping[str, str]

    @classmethod
    def now(cls, sobject: str) -> State:
        """Of the page that is shown."""
        return cls(sobject, flask.request.args.to_dict())

    @classmethod
    def of_place(cls, sobject: str) -> State:
        """Of the list that a form says it stood on."""
        return cls.of_url(sobject, flask.request.form.get("place", ""))

    @classmethod
    def of_url(cls, sobject: str, url: str) -> State:
        """Of an address of a list."""
        query = urlsplit(url).query
        return cls(sobject, {name: values[0] for name, values in parse_qs(query).items()})

    @property
    def view_id(self) -> str:
        """The list view; empty for the one that the reader sees first."""
        return self.given.get("view", "")

    @property
    def search(self) -> str:
        """Words that are sought in the list."""
        return self.given.get("q", "")[:200]

    @property
    def sort(self) -> str:
        """The field by which the records are ordered; empty for the view's own order."""
        return self.given.get("sort", "")[:80]

    @property
    def is_descending(self) -> bool:
        """Whether the largest comes first."""
        return self.given.get("dir") == "desc"

    @property
    def number(self) -> int:
        """The page."""
        text = self.given.get("page", "")
        return max(1, int(text)) if text.isdecimal() and len(text) < _LONGEST_NUMBER else 1

    @property
    def start(self) -> int:
        """How many records come before the page."""
        return (self.number - 1) * PAGE_SIZE

    @property
    def rows(self) -> str:
        """Which rows of the page are shown: ``all``, the ``rest``, or those that come first."""
        asked = self.given.get(portions.ROWS, "")
        return asked if asked in (portions.ALL, portions.REST) else ""

    @property
    def display(self) -> str:
        """``table``, ``kanban`` or ``split``."""
        asked = self.given.get("display", "")
        return asked if asked in DISPLAYS else DISPLAYS[0]

    @property
    def panel(self) -> str:
        """What stands beside the list: ``filters``, ``chart``, or nothing."""
        asked = self.given.get("panel", "")
        return asked if asked in PANELS else ""

    @property
    def within(self) -> tuple[str, str]:
        """Where only a record's own are listed: the field that names it, and its id."""
        field, _, record_id = self.given.get("within", "").partition(":")
        return (field[:80], record_id[:80]) if field and record_id else ("", "")

    @property
    def narrow(self) -> list[dict[str, Any]]:
        """The filters that this and ``only`` come to."""
        found = []
        for field, value in (self.within, self.only):
            if field:
                asked = ("equals", [value]) if value else ("empty", [])
                found.append({"field": field, "operator": asked[0], "values": asked[1]})
        return found

    @property
    def only(self) -> tuple[str, str]:
        """Where one part of the list's chart was followed: the field, and its value."""
        field, _, value = self.given.get("only", "").partition(":")
        known = objects.of_name(self.sobject).field(field[:80])
        return (known.name, value[:255]) if known else ("", "")

    @property
    def only_said(self) -> str:
        """The same in words; empty for all."""
        name, value = self.only
        field = objects.of_name(self.sobject).field(name)
        if field is None:
            return ""
        label = field.title
        if not value:
            return f"without {label}"
        return f"one {label}" if field.kind is Kind.REFERENCE else f"{label}: {value}"

    @property
    def record_id(self) -> str:
        """Of the split view, the record that is shown."""
        return self.given.get("record", "")

    def url(self, **changes: str | int | None) -> str:
        """The address of the same list with some things else.

        Args:
            changes: values by name; None takes one away. Whatever changes what is listed leads
                to the first page, and to the first rows of it.
        """
        values = {name: value for name, value in self.given.items() if value and name != "deleted"}
        if set(changes) & {"view", "q", "sort", "dir", "display", "only"}:
            values.pop("page", None)
        if set(changes) - {"panel", "record"}:
            values.pop(portions.ROWS, None)
        for name, value in changes.items():
            values.pop(name, None)
            if value not in (None, ""):
                values[name] = str(value)
        return list_url(self.sobject, **values)
