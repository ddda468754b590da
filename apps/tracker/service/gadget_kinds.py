"""The kinds of gadgets, and what can be set of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker.jql import parse
from workworld.apps.tracker.jql.conditions import check
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.service import boards, filters, statistics
from workworld.context import Context
from workworld.errors import Invalid, Problem

_LONGEST = 4000
_DAYS = (("7", "7 days"), ("14", "2 weeks"), ("30", "30 days"), ("90", "90 days"))
_COUNTS = tuple((str(count), str(count)) for count in (5, 10, 20))
COLORS = ("blue", "red", "yellow", "green", "cyan", "purple", "gray", "white")


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be set of a gadget."""

    name: str
    label: str
    kind: str
    """``query``, ``filter``, ``board``, ``choice``, ``line`` or ``text``."""
    usual: str = ""
    choices: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class GadgetKind:
    """A kind of gadget."""

    kind: str
    title: str
    icon: str
    purpose: str
    settings: Sequence[Setting]

    @property
    def module(self) -> str:
        """What the vendor's API calls it."""
        return f"com.atlassian.jira.gadgets:{self.kind}-gadget"


_FILTER = Setting("filter", "Saved filter", "filter")
_QUERY = Setting("jql", "Or a query in JQL", "query")
_ROWS = Setting("count", "Rows", "choice", "10", _COUNTS)
KINDS: Mapping[str, GadgetKind] = {
    each.kind: each
    for each in (
        GadgetKind(
            "filter-results",
            "Filter results",
            "list-filter",
            "The issues that a filter or a query finds.",
            (_FILTER, _QUERY, _ROWS),
        ),
        GadgetKind(
            "pie-chart",
            "Pie chart",
            "circle-dot",
            "Issues by status, assignee or another field.",
            (_FILTER, _QUERY, Setting("by", "By", "choice", "status", statistics.CHOICES)),
        ),
        GadgetKind(
            "created-vs-resolved",
            "Created and resolved",
            "arrow-up-down",
            "How many issues came and how many went.",
            (_FILTER, _QUERY, Setting("days", "Time", "choice", "30", _DAYS)),
        ),
        GadgetKind(
            "two-dimensional",
            "Two-dimensional statistics",
            "table",
            "Issues by two fields at once.",
            (
                _FILTER,
                _QUERY,
                Setting("by", "Rows", "choice", "assignee", statistics.CHOICES),
                Setting("across", "Columns", "choice", "status", statistics.CHOICES),
            ),
        ),
        GadgetKind(
            "sprint-health",
            "Sprint health",
            "rocket",
            "How far the active sprint of a board has come.",
            (Setting("board", "Board", "board"),),
        ),
        GadgetKind(
            "assigned-to-me",
            "Assigned to me",
            "circle-user",
            "What whoever looks has to do.",
            (_ROWS,),
        ),
        GadgetKind(
            "activity-stream",
            "Activity stream",
            "history",
            "What happened to issues lately.",
            (_FILTER, _QUERY, _ROWS),
        ),
        GadgetKind(
            "text",
            "Text",
            "file-text",
            "What you want to say, in Markdown.",
            (Setting("text", "Text", "text"),),
        ),
    )
}


def kind_of(name: str) -> GadgetKind:
    """A kind by its name, or by what the vendor's API calls it.

    Raises:
        Invalid: ``invalid_fields``.
    """
    found = KINDS.get(name) or next((each for each in KINDS.values() if each.module == name), None)
    if found is None:
        said = f"There is no gadget '{name}'. There are: {', '.join(KINDS)}."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "kind")])
    return found


def good_settings(ctx: Context, kind: GadgetKind, given: Mapping[str, str]) -> dict[str, str]:
    """Settings that a gadget of a kind can have; what is not given is as usual.

    Raises:
        Invalid: ``invalid_fields``: there is no such setting, or one makes no sense.
    """
    names = [each.name for each in kind.settings]
    unknown = [name for name in given if name not in names]
    if unknown:
        said = f"'{unknown[0]}' is no setting of it. It has: {', '.join(names)}."
        raise _wrong(said, unknown[0])
    return {each.name: _good(ctx, each, given.get(each.name, each.usual)) for each in kind.settings}


def _good(ctx: Context, setting: Setting, value: str) -> str:
    said = value.strip()
    if len(said) > _LONGEST:
        raise _wrong(f"At most {_LONGEST} characters.", setting.name)
    if setting.kind == "query":
        try:
            check(Scope.of(ctx), parse(said))
        except Invalid as refusal:
            raise _wrong(refusal.message, setting.name) from refusal
    if setting.kind == "filter" and said:
        return filters.known(ctx, said).id
    if setting.kind == "board" and said:
        number = int(said) if said.isascii() and said.isdigit() and len(said) < 16 else 0
        return str(boards.known(ctx, number).id)
    if setting.kind == "choice" and said not in {value for value, _ in setting.choices}:
        choices = ", ".join(value for value, _ in setting.choices)
        raise _wrong(f"Choose one of: {choices}.", setting.name)
    return said


def _wrong(said: str, field: str) -> Invalid:
    return Invalid("invalid_fields", said, problems=[Problem(said, field)])
