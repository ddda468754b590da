"""What a new company's workspace has settled on."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Settings
from workworld.directory import people


def build(session: Session) -> None:
    """Insert the settings, as they are at first."""
    session.add(Settings(company_id=people.company(session).id))
