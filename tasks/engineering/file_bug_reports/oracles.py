"""The oracle: what was reported, what is there, and what is filed and said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
from workworld.tasks.workbooks import table, workbook_named

_SAID = re.compile(
    r"case (\d{8})\b.*: “([^”]+)”\. (?:It is about|That concerns) ([^,]+), and ([^.]+)\.",
    re.IGNORECASE,
)
_BACK = re.compile(r"^(?:Forget case (\d{8})|Case (\d{8}) has settled)")


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
    for fault in dict.fromkeys(each.fault for each in heard):
        theirs = [each for each in heard if each.fault == fault]
        opened, resolved = keys.get(fault, ("", ""))
        if not opened:
            priority = min((grades[each.how] for each in theirs), key=RANKS.index)
            opened = file(episode, facts, fault, parts[theirs[0].area], priority)
            if resolved:
                link(episode, "Relates", opened, resolved)
        for each in theirs:
            tell(episode, each.number, opened)
    episode.answer(FILED)


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
    clauses = " OR ".join(f'summary ~ "{each}"' for each in faults)
    query = f"project = {facts.project.key} AND ({clauses})"
    there: dict[str, tuple[str, str]] = {}
    for each in found(episode, query, "summary", "resolution"):
        fields, name = each["fields"], each["fields"]["summary"]
        opened, resolved = there.get(name, ("", ""))
        is_open = fields["resolution"] is None
        there[name] = (each["key"], resolved) if is_open else (opened, each["key"])
    return there


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
