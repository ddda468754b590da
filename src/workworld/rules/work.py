"""A rule as it is performed: about what, for whom, and what its texts may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workworld.context import Context
from workworld.rules.smart_values import Missing, filled

Roots = Mapping[str, Any]
"""What a text may name first, ``issue`` or ``now``; a function is asked when it is named."""
_roots: dict[str, Callable[[Work], Roots]] = {}


@dataclass(frozen=True, slots=True)
class Change:
    """A field that an action has changed."""

    thing: str
    """The id of what has the field."""
    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Done:
    """What an action did: in a sentence, and field by field."""

    text: str
    changes: tuple[Change, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What later parts may name, such as the id of what was made."""
    about: str = ""
    """What it says something of, if not of what the run is about."""


@dataclass(frozen=True, slots=True)
class Work:
    """One run of a rule, at one of its parts.

    Args:
        ctx: acts as whoever published the rule.
        app_id: whose things it is about.
        scope_id: where the rule holds; empty for everywhere.
        rule_id: which rule.
        rule_name: what it is called.
        initiator_id: whose deed began the run; empty for nobody's.
        thing: the id of what it is about now; empty for nothing.
        began_with: what it was about at first.
        facts: what the trigger and earlier parts told; shared by all parts of a run.
        missing: what texts named that there is not; likewise.
    """

    ctx: Context
    app_id: str
    scope_id: str
    rule_id: str
    rule_name: str
    initiator_id: str
    thing: str
    began_with: str
    facts: dict[str, Any]
    missing: list[Missing] = field(default_factory=list)

    def about(self, thing: str) -> Work:
        """The same run, about something else."""
        return replace(self, thing=thing)

    def filled(self, text: str) -> str:
        """A text with its values written out; what there is not is empty, and noted."""
        if "{{" not in text:
            return text
        roots = _roots[self.app_id](self) if self.app_id in _roots else {}
        return filled(text, roots, self.missing)


def names(app_id: str) -> Callable[[Callable[[Work], Roots]], Callable[[Work], Roots]]:
    """Declare what texts of an app's rules may name.

    Raises:
        TypeError: the app has said so already.
    """

    def declare(roots: Callable[[Work], Roots]) -> Callable[[Work], Roots]:
        if app_id in _roots:
            raise TypeError(f"two functions say what rules of {app_id} may name")
        _roots[app_id] = roots
        return roots

    return declare
