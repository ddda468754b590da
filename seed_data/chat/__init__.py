"""Company facts → chat's rows, one module for each noun."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.seed_data.chat import apps, channels, direct, workspace
from workworld.seed_data.chat.channels import say as say
from workworld.seed_data.facts import CompanyFacts


def units(facts: CompanyFacts) -> int:
    """How often ``build`` reports: once a channel."""
    return len(facts.channels)


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert the conversations, who is in them, and all that was said there."""
    workspace.build(session, facts)
    channels.build(session, facts, made)
    direct.build(session, facts)
    apps.build(session, facts)
