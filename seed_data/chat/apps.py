"""Bots → the apps that act by them."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from workworld.apps.chat.models import ChatApp
from workworld.clock import to_microseconds
from workworld.directory.models import AccountKind
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts

_SCOPES = (
    "app_mentions:read",
    "channels:history",
    "channels:read",
    "chat:write",
    "reactions:write",
)


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert an app for each bot."""
    ids, people = Ids(session), people_by_key(session)
    for bot in facts.people:
        if bot.kind != AccountKind.BOT:
            continue
        session.add(
            ChatApp(
                id=ids.next_id("A"),
                name=bot.name,
                description=bot.title,
                account_id=people[bot.key],
                bot_id=ids.next_id("B"),
                scopes=list(_SCOPES),
                created=_begun(bot.started),
            )
        )


def _begun(day: str) -> int:
    return to_microseconds(datetime.fromisoformat(day).replace(tzinfo=UTC)) // 1_000_000
