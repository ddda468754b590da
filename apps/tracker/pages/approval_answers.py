"""What somebody answers who is asked for approval, beside an issue or on the portal."""

from __future__ import annotations

import flask

from workworld.apps.tracker.service import approvals
from workworld.doors.web import nothing, page


def answered_approval(issue: str, approval: str) -> None:
    """Approve or decline, as the form says that was sent."""
    form = flask.request.form
    page(
        approvals.answer,
        nothing,
        issue=issue,
        approval_id=approval,
        approve=form.get("decision") == "approve",
        remark=form.get("remark", ""),
    )
