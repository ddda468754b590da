"""The CRM's load: leads, accounts, contacts, deals and their history, cases, activities."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.clock import Clock
from workworld.seed_data.bench.crm_activities import Activities
from workworld.seed_data.bench.crm_cases import Cases
from workworld.seed_data.bench.crm_deals import Deals
from workworld.seed_data.bench.crm_market import Market

_OF = 450_000
"""So many messages go with these:"""
_ACCOUNTS, _CONTACTS, _LEADS = 6_500, 19_000, 34_000
_DEALS, _CASES, _ACTIVITIES = 5_200, 16_000, 60_000


def units(_scale: int) -> int:
    """How often ``fill`` reports."""
    return 4


def fill(session: Session, scale: int, made: Callable[[str], None]) -> None:
    """Write as many records as go with so many messages."""

    def share(count: int) -> int:
        return max(10, count * scale // _OF)

    market = Market(session, scale, Clock(session).now_us())
    market.accounts(share(_ACCOUNTS))
    market.contacts(share(_CONTACTS))
    market.leads(share(_LEADS))
    made("accounts, contacts and leads")
    deals = Deals(market)
    deals.add(share(_DEALS))
    made("deals")
    cases = Cases(market)
    cases.add(share(_CASES))
    made("cases")
    Activities(market, deals.ids, cases.ids).add(share(_ACTIVITIES))
    made("activities")
