"""Files below issues: what who reports a bug has at hand, a log or a table."""

from __future__ import annotations

from dataclasses import replace

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.text import files, rules
from workworld.seed_data.issue_facts import AttachmentFact, IssueFact

_SHARE = {"Bug": 16, "Incident": 30}
"""Of 100 issues of a type, how many have a file."""


class Attachments:
    """Puts files below issues.

    Args:
        company: whose.
    """

    def __init__(self, company: Company) -> None:
        self._company = company
        self._grammar = rules.grammar(company.pack, company.chance.split)

    def below(self, issue: IssueFact, key: str) -> IssueFact:
        """An issue, with the file that its reporter made it with.

        Args:
            issue: which.
            key: its stable name.
        """
        stream = self._company.chance.stream("tracker", "files", key)
        is_staff = issue.by in self._company.organization.staff
        if not is_staff or stream.integer(1, 100) > _SHARE.get(issue.type, 0):
            return issue
        if stream.integer(0, 2):
            hour = max(0, min(22, issue.at.hour - 1))
            name = f"{stream.choice(('gateway', 'worker', 'import', 'planner', 'sync'))}.log"
            mime, body = "text/plain", files.log(self._grammar, stream, hour)
        else:
            name = f"{stream.choice(('loads', 'export', 'rows', 'week', 'carriers'))}.csv"
            mime, body = "text/csv", files.table(self._grammar, stream)
        stem, _, ending = name.partition(".")
        name = f"{stem}-{issue.at:%m-%d}.{ending}"
        return replace(issue, files=[AttachmentFact(name, mime, body.encode())])
