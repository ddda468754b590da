"""What the address of an import says: how its file is read, and what its columns are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.datastructures import MultiDict

from workworld.imports.encodings import ENCODINGS

SETTINGS, COLUMNS, VALUES, CHECK = "settings", "columns", "values", "check"
STEPS = (
    (SETTINGS, "Settings"),
    (COLUMNS, "Map columns"),
    (VALUES, "Map values"),
    (CHECK, "Check"),
)
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_COLUMN, _VALUE, _EMPTY, _STEP = "column-", "value:", "empty:", "step"


@dataclass(frozen=True, slots=True)
class Asked:
    """An import, as far as it is known yet."""

    given: MultiDict[str, str]

    @classmethod
    def of(cls, given: MultiDict[str, str]) -> Asked:
        """Of an address or a form; a proof that a form carries is no part of it."""
        return cls(MultiDict([each for each in given.items(multi=True) if each[0] != "csrf"]))

    @property
    def step(self) -> str:
        """Which step is to be shown."""
        said = (self.given.getlist(_STEP) or [SETTINGS])[-1]
        known = [name for name, _title in STEPS]
        if said not in known:
            return SETTINGS
        return COLUMNS if said in (VALUES, CHECK) and not self.columns() else said

    @property
    def encoding(self) -> str:
        """The encoding that was said; empty if none was."""
        said = self.given.get("encoding", "")
        return said if said in ENCODINGS else ""

    @property
    def delimiter(self) -> str:
        """The delimiter that was said; empty if none was."""
        return DELIMITERS.get(self.given.get("delimiter", ""), "")

    def one(self, name: str) -> str:
        """What was entered in a control that holds one value."""
        return self.given.get(name, "").strip()

    def has_columns(self) -> bool:
        """Whether it was said of columns what they are, be it nothing."""
        return any(name.startswith(_COLUMN) for name in self.given)

    def columns(self) -> Mapping[str, str]:
        """The fields that columns are, by their numbers."""
        said = {
            name.removeprefix(_COLUMN): target
            for name, target in self.given.items()
            if name.startswith(_COLUMN) and target
        }
        return {number: target for number, target in said.items() if number.isdecimal()}

    def values(self, unknown: Mapping[str, Sequence[str]]) -> Mapping[str, Mapping[str, str]]:
        """What texts of the file mean.

        Args:
            unknown: texts that mean nothing by themselves, by target.
        """
        found: dict[str, dict[str, str]] = {}
        for target, texts in unknown.items():
            said = {text: self.value(target, text) for text in texts}
            drops = self.drops(target)
            meant = {text: each for text, each in said.items() if each or drops}
            if meant:
                found[target] = meant
        return found

    def value(self, target: str, text: str) -> str:
        """What a text was said to mean; empty if that was not said."""
        return self.one(f"{_VALUE}{target}:{text}")

    def drops(self, target: str) -> bool:
        """Whether what is not known in a field is left empty."""
        return self.one(f"{_EMPTY}{target}") == "1"

    def settings(self, unknown: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The arguments of the operations that try and do it, but for the file."""
        found: dict[str, Any] = {
            "columns": dict(self.columns()),
            "encoding": self.encoding,
            "delimiter": self.delimiter,
            "date_format": self.one("dates"),
            "project": self.one("project"),
            "issue_type": self.one("type"),
            "values": dict(self.values(unknown)),
        }
        return {name: value for name, value in found.items() if value or name == "columns"}

    def hidden(self, *without: str) -> Sequence[tuple[str, str]]:
        """What a form of the next step carries on.

        Args:
            without: names, or how names begin, of what it asks anew.
        """
        left_out = (*without, _STEP)
        return [
            (name, value)
            for name, value in self.given.items(multi=True)
            if value and not name.startswith(left_out)
        ]

    def at(self, file_id: str, step: str) -> str:
        """The address of a step, with all that is known."""
        values: dict[str, Any] = {}
        for name, value in self.hidden():
            values.setdefault(name, []).append(value)
        return flask.url_for("ui.import_page", file_id=file_id, **values, step=step)
