"""Whether whoever acts still has an account to act with."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.database import driver
from workworld.errors import Unauthenticated


def require_active(session: Session, person_id: str) -> None:
    """See to it that an account is not deactivated; every operation asks, so it costs little.

    Raises:
        Unauthenticated: ``account_inactive``.
    """
    statement = "SELECT is_deactivated FROM directory_people WHERE id = ?"
    if driver(session).execute(statement, (person_id,)).get:
        raise Unauthenticated("account_inactive", "This account was deactivated.")
