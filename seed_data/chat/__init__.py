"""Company facts → chat's rows, one module for each noun."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.seed_data.chat import (
    apps,
    channels,
    direct,
    documents,
    emoji,
    keeping,
    personal,
    polls,
    reading,
    workflows,
    workspace,
)
from workworld.seed_data.chat.channels import say as say
from workworld.seed_data.facts import CompanyFacts


def units(facts: CompanyFacts) -> int:
    """How often ``build`` reports: once a channel."""
    return len(facts.channels)


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert the conversations, all that was said there, and what people keep, together or each."""
    workspace.build(session, facts)
    channels.build(session, facts, made)
    direct.build(session, facts)
    apps.build(session, facts)
    documents.build(session, facts)
    keeping.build(session, facts)
    workflows.build(session, facts)
    emoji.build(session, facts)
    polls.build(session, facts)
    personal.build(session, facts)
    reading.read_threads(session)
