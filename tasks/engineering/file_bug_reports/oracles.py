"""The oracle: what was reported, what is there, and what is filed and said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.grading import Episode
from workworld.tasks.conversations import heard_from
from workworld.tasks.engineering.file_bug_reports.facts import (
    ABOUT,
    AREAS,
    FILED,
    GRAVITY,
    RANKS,
    STATE,
    SUSPENDED,
    Facts,
)
from workworld.tasks.issues import found, link, use
from workworld.tasks.records import rows
from workworld.tasks.screens import chat, tracker
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import table, workbook_named

if TYPE_CHECKING:
    from playwright.sync_api import Page

_SAID = re.compile(
    r"case (\d{8})\b.*: “([^”]+)”\. (?:It is about|That concerns) ([^,]+), and ([^.]+)\.",
    re.IGNORECASE,
)
_BACK = re.compile(r"^(?:Forget case (\d{8})|Case (\d{8}) has settled)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Heard:
    """What a report says."""

    number: str
    fault: str
    area: str
    how: str


def solve(episode: Episode, facts: Facts) -> None:
    """Read policy and reports, look what the tracker has, file the rest, and tell the cases."""
    workbook_id = workbook_named(episode, facts.title)
    about = dict(table(episode, workbook_id, f"{ABOUT}!A1:B9"))
    if about[STATE].startswith("suspended"):
        episode.answer(SUSPENDED)
        return
    parts = dict(table(episode, workbook_id, f"{AREAS}!A2:B40"))
    grades = dict(table(episode, workbook_id, f"{GRAVITY}!A2:B40"))
    said = heard_from(episode, facts.channel_name, facts.author, facts.head)
    heard = _reports(text for _who, text in said)
    keys = _there(episode, facts, sorted({each.fault for each in heard}))
    for each in _faults(heard, parts, grades):
        opened, resolved = keys.get(each.name, ("", ""))
        if not opened:
            opened = file(episode, facts, each.name, each.component, each.priority)
            if resolved:
                link(episode, "Relates", opened, resolved)
        for number in each.cases:
            tell(episode, number, opened)
    episode.answer(FILED)


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault as the policy grades it, and the numbers of the cases that report it."""

    name: str
    component: str
    priority: str
    cases: tuple[str, ...]


def _faults(
    heard: Sequence[_Heard], parts: Mapping[str, str], grades: Mapping[str, str]
) -> list[_Fault]:
    """The faults of some reports, in the order in which they were first told."""
    found_ones = []
    for name in dict.fromkeys(each.fault for each in heard):
        theirs = [each for each in heard if each.fault == name]
        priority = min((grades[each.how] for each in theirs), key=RANKS.index)
        numbers = tuple(each.number for each in theirs)
        found_ones.append(_Fault(name, parts[theirs[0].area], priority, numbers))
    return found_ones


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, but for the comments on cases, which a tool makes."""
    screen.open_workbook(page, facts.title)
    about, areas, gravity = (_tab(page, each) for each in (ABOUT, AREAS, GRAVITY))
    if about[STATE].startswith("suspended"):
        episode.answer(SUSPENDED)
        return
    chat.open_channel(page, facts.channel_name)
    opening = chat.earlier_message(page, facts.head).last
    heard = _reports(each.text for each in chat.said(chat.open_thread(page, opening)))
    asked = _asked(facts, sorted({each.fault for each in heard}))
    opened, resolved = (
        {line["Summary"]: line["Key"] for line in tracker.found(page, f"{asked} AND {state}")}
        for state in ("resolution IS EMPTY", "resolution IS NOT EMPTY")
    )
    for each in _faults(heard, areas, gravity):
        key = opened.get(each.name)
        if key is None:
            given = {"Priority": each.priority, "Components": each.component}
            key = tracker.create(page, facts.project.name, "Bug", each.name, given)
            if each.name in resolved:
                tracker.open_issue(page, key)
                tracker.link(page, "relates to", resolved[each.name])
        for number in each.cases:
            tell(episode, number, key)
    episode.answer(FILED)


def _tab(page: Page, title: str) -> dict[str, str]:
    """What stands on a tab of two columns."""
    screen.choose_tab(page, title)
    return {line[0]: line[1] for line in screen.table(page, "A1:B9")}


def _reports(texts: Iterable[str]) -> list[_Heard]:
    """The reports that nobody has taken back."""
    found_ones: dict[str, _Heard] = {}
    for text in texts:
        if match := _SAID.search(text):
            found_ones[match[1]] = _Heard(*match.groups())
        elif match := _BACK.search(text):
            found_ones.pop(match[1] or match[2], None)
    return list(found_ones.values())


def _there(episode: Episode, facts: Facts, faults: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Keys of the unresolved and of the resolved issue of just these summaries."""
    there: dict[str, tuple[str, str]] = {}
    for each in found(episode, _asked(facts, faults), "summary", "resolution"):
        fields, name = each["fields"], each["fields"]["summary"]
        opened, resolved = there.get(name, ("", ""))
        is_open = fields["resolution"] is None
        there[name] = (each["key"], resolved) if is_open else (opened, each["key"])
    return there


def _asked(facts: Facts, faults: Sequence[str]) -> str:
    """A query for issues of the project that sound like some faults."""
    clauses = " OR ".join(f'summary ~ "{each}"' for each in faults)
    return f"project = {facts.project.key} AND ({clauses})"


def file(episode: Episode, facts: Facts, fault: str, component: str, priority: str) -> str:
    """File a Bug; its key."""
    new = {"projectKey": facts.project.key, "issueTypeName": "Bug", "summary": fault}
    more = {"priority": {"name": priority}, "components": [{"name": component}]}
    return str(use(episode, "createJiraIssue", **new, additional_fields=more)["key"])


def tell(episode: Episode, number: str, key: str, *, is_published: bool = False) -> None:
    """Say on a case, told by its number, as what its fault is tracked."""
    query = f"SELECT Id FROM Case WHERE CaseNumber = '{number}'"  # noqa: S608 - it is SOQL
    (case,) = rows(episode, query)
    said = {"text": f"Tracked as {key}.", "is-published": is_published}
    episode.use("addCaseComment", **{"case-id": case["Id"], **said})
