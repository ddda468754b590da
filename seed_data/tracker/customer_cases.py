"""Issues lead back to the cases of customers that name them."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from workworld.apps import crm
from workworld.apps.crm.models import Case
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.apps.tracker.numbers import next_id
from workworld.directory.people import canonical_url
from workworld.ids import Ids


def build(session: Session) -> None:
    """Link each issue that cases name to them, as is done when a case is given its issue.

    Cases are there already: the CRM is built before.
    """
    named = select(Case.id, Case.number, Case.created_us, Issue.id, Issue.created_us).join(
        Issue, Issue.key == Case.tracker_issue
    )
    ids = Ids(session)
    rows = [
        {
            "id": next_id(ids, "remote link"),
            "issue_id": issue_id,
            "global_id": f"crm:{case_id}",
            "url": canonical_url(session, crm.APP.id, f"/Case/{case_id}"),
            "title": f"Case {number}",
            "relationship": "customer case",
            "created_us": max(case_us, issue_us),
        }
        for case_id, number, case_us, issue_id, issue_us in session.execute(
            named.where(~Case.is_deleted).order_by(Case.number)
        )
    ]
    if rows:
        session.execute(insert(RemoteLink), rows)
