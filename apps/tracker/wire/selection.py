"""Which fields of issues were asked for: ``fields=*all,-comment``.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-get
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.service import record_parts as parts

_UNNAVIGABLE = frozenset({f.COMMENT, f.ATTACHMENT, "worklog", f.TIME_TRACKING})
_PARTS = {
    f.LABELS: parts.LABELS,
    f.COMPONENTS: parts.COMPONENTS,
    f.FIX_VERSIONS: parts.VERSIONS,
    f.AFFECTS_VERSIONS: parts.VERSIONS,
    f.SPRINT: parts.SPRINTS,
    f.PARENT: parts.PARENTS,
    f.EPIC_LINK: parts.PARENTS,
    "sprint": parts.SPRINTS,
    "closedSprints": parts.SPRINTS,
    "epic": parts.PARENTS,
    "subtasks": parts.SUBTASKS,
    f.LINKS: parts.LINKS,
    "watches": parts.WATCHES,
    "votes": parts.VOTES,
    f.ATTACHMENT: parts.ATTACHMENTS,
}


@dataclass(frozen=True, slots=True)
class Selection:
    """Fields by name; ``*all`` and ``*navigable`` stand for many."""

    named: frozenset[str]
    excluded: frozenset[str] = frozenset()

    def __contains__(self, field: object) -> bool:
        if field in self.excluded:
            return False
        return field in self.named or (
            "*all" in self.named or ("*navigable" in self.named and field not in _UNNAVIGABLE)
        )

    @property
    def parts(self) -> frozenset[str]:
        """What must be looked up for them."""
        wanted = {part for field, part in _PARTS.items() if field in self}
        has_customs = self.named & {"*all", "*navigable"} or any(
            name.startswith("customfield_") for name in self.named
        )
        return frozenset(wanted | ({parts.VALUES} if has_customs else set()))


def selected(fields: Any, usual: Iterable[str] = ("*all",)) -> Selection:
    """The selection that a request asks for.

    Args:
        fields: names, comma-joined or as a list; a minus before one takes it away.
        usual: what is meant if nothing was asked, or only what to leave out.
    """
    names = words(fields)
    excluded = frozenset(name[1:] for name in names if name.startswith("-"))
    named = frozenset(name for name in names if not name.startswith("-"))
    return Selection(named or frozenset(usual), excluded)


def words(value: Any) -> list[str]:
    """Words that are comma-joined, repeated or a list."""
    each = value if isinstance(value, list) else [] if value is None else [value]
    return [word.strip() for text in each for word in str(text).split(",") if word.strip()]
