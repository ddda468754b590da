"""The parts of the market: who works them, and which accounts and deals lie in them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from workworld.apps.crm.models import (
    Account,
    AccountTerritory,
    Opportunity,
    Territory,
    TerritoryMember,
)
from workworld.apps.crm.models.territories import BY_RULE
from workworld.seed_data.crm.organization import users_by_key
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.facts import CompanyFacts


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them, and let the accounts that are there fall into them."""
    if facts.crm.at is None:
        return
    writer, users = Writer(session), users_by_key(session, facts.crm)
    ids: dict[str, str] = {}
    for position, each in enumerate(facts.crm.territories, 1):
        row = writer.row(
            Territory,
            facts.crm.at,
            users[facts.crm.admin],
            name=each.name,
            developer_name=each.name.replace(" ", "_"),
            parent_id=ids.get(each.parent),
            account_access=each.access[0],
            opportunity_access=each.access[1],
            position=position,
            formula=f'Territory__c = "{each.region}"' if each.region else "FALSE",
        )
        ids[each.name] = row["id"]
        writer.insert(Territory, [row])
        members: list[dict[str, Any]] = [
            {
                "id": writer.next_id("0MT"),
                "territory_id": row["id"],
                "user_id": users[person],
                "role": role,
            }
            for person, role in each.members.items()
        ]
        writer.insert(TerritoryMember, members)
        if each.region:
            in_region = update(Account).where(Account.territory == each.region)
            session.execute(in_region.values(territory_id=row["id"]))
            _assign(writer, row, users[facts.crm.admin])
    above = select(Account.territory_id).where(Account.id == Opportunity.account_id)
    session.execute(update(Opportunity).values(territory_id=above.scalar_subquery()))


def _assign(writer: Writer, territory: dict[str, Any], by_id: str) -> None:
    """Let the accounts that fit a territory lie in it."""
    query = select(Account.id, Account.created_us).where(Account.territory_id == territory["id"])
    rows = [
        writer.row(
            AccountTerritory,
            max(made_us, territory["created_us"]),
            by_id,
            account_id=account_id,
            territory_id=territory["id"],
            cause=BY_RULE,
        )
        for account_id, made_us in writer.session.execute(query.order_by(Account.id))
    ]
    writer.insert(AccountTerritory, rows)
