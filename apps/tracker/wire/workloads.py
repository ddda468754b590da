"""The issues that people have to do."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue
from workworld.directory.workloads import Work, counts


@counts("tracker.issues")
def open_issues(session: Session) -> Mapping[str, Work]:
    """Issues without a resolution, by whom they are assigned to, and the one changed last."""
    # Beside a max, SQLite takes other columns from the row that holds it: https://sqlite.org/lang_select.html
    query = (
        select(
            Issue.assignee_id, func.count(), Issue.key, Issue.summary, func.max(Issue.updated_us)
        )
        .where(Issue.assignee_id.is_not(None), Issue.resolution_id.is_(None))
        .group_by(Issue.assignee_id)
    )
    return {
        person_id: Work("open issues" if count > 1 else "open issue", count, f"{key} {summary}")
        for person_id, count, key, summary, _ in session.execute(query)
        if person_id is not None
    }
