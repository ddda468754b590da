"""What forecasts say, against the CRM's own history, and what is quoted of them.

Each function is named by the number of its invariant and says a sentence for each violation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from workworld.apps.crm.models import FieldChange, Opportunity, OpportunityHistory, User
from workworld.apps.crm.schema.picklists import STAGES
from workworld.apps.sheets.models import Workbook
from workworld.clock import to_microseconds
from workworld.directory.models import Person
from workworld.seed_data.company.checks.workbooks import column_of, spoiled, titled
from workworld.seed_data.company.company import HEADQUARTERS
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.quarters import Quarter
from workworld.seed_data.company.money.exchange import dollars
from workworld.seed_data.company.money.pipeline import CLOCK as MONDAY
from workworld.zones import zone

_TITLE = "Pipeline and forecast "
_CENT = 0.005
_FIRST = datetime(1899, 12, 30)  # noqa: DTZ001 - a moment in a cell has no zone
"""From where cells count days."""
_MINUTES_A_DAY = 24 * 60
_QUARTER = re.compile(r"FY(\d\d) Q(\d)")
_AS_OF = re.compile(r"\d{4}-\d\d-\d\d")
_DOLLARS = re.compile(r"\$(\d[\d,]*)")
_MOVED = re.compile(r"moves into|closes early")
_CLOSED = {each.name: each.is_closed for each in STAGES}


class _Deal(NamedTuple):
    """A deal as the CRM had it at a moment; its amount is in dollars."""

    name: str
    owner: str
    stage: str
    close: str
    dollars: float
    probability: float
    category: str


def i25(session: Session, ledger: Iterable[Fact]) -> Iterator[str]:
    """What each owner's deals weigh in a quarter's forecast is what they did in the CRM then."""
    wrong = spoiled(ledger)
    for workbook in titled(session, _TITLE):
        label = workbook.title.removeprefix(_TITLE)
        if f"workbook/forecast/{label.replace(' ', '-').lower()}" not in wrong:
            yield from _of(session, workbook, label)


def _of(session: Session, workbook: Workbook, label: str) -> Iterator[str]:
    told = column_of(session, workbook, 0, 1).get("Refreshed from the CRM")
    minutes = round(float(told or 0) * _MINUTES_A_DAY)
    at = (_FIRST + timedelta(minutes=minutes)).replace(tzinfo=zone(HEADQUARTERS))
    quarter = Quarter(2000 + int(label[2:4]), int(label[-1]))
    weights: dict[str, float] = defaultdict(float)
    deals = _then(session, to_microseconds(at), at)
    for deal in deals:
        if not _CLOSED[deal.stage] and deal.close <= quarter.last.isoformat():
            weights[deal.owner] += deal.dollars * deal.probability / 100
    weights["Total"] = sum(weights.values())
    shown = column_of(session, workbook, 1, 3)
    for owner in sorted({*weights, *shown}):
        found, wanted = shown.get(owner) or 0.0, weights.get(owner, 0.0)
        if abs(found - wanted) > _CENT:
            yield f"{workbook.title} has {found} for {owner}, the CRM had {wanted:.2f}"


def _then(session: Session, at_us: int, at: datetime) -> Sequence[_Deal]:
    """The deals that there were at a moment, from the history of each."""
    last: dict[str, OpportunityHistory] = {}
    order = (OpportunityHistory.created_us, OpportunityHistory.id)
    query = select(OpportunityHistory).where(OpportunityHistory.created_us <= at_us)
    for row in session.scalars(query.order_by(*order)):
        last[row.opportunity_id] = row
    owners, names = _owners_then(session, at_us), _names(session)
    found = []
    for deal in session.scalars(select(Opportunity).where(Opportunity.created_us <= at_us)):
        row = last[deal.id]
        amount = dollars((row.amount or 0) / 100, deal.currency, at.date())
        owner = names[owners.get(deal.id, deal.owner_id)]
        told = row.stage, row.close_date, amount, row.probability, row.forecast_category
        found.append(_Deal(deal.name, owner, *told))
    return found


def _owners_then(session: Session, at_us: int) -> Mapping[str, str]:
    """Whose deals were somebody else's then: what the first change since has found."""
    query = (
        select(FieldChange)
        .where(FieldChange.sobject == "Opportunity", FieldChange.field == "OwnerId")
        .where(FieldChange.changed_us > at_us)
        .order_by(FieldChange.changed_us.desc(), FieldChange.id.desc())
    )
    return {each.record_id: each.old_value or "" for each in session.scalars(query)}


def _names(session: Session) -> Mapping[str, Any]:
    query = select(User.id, Person.name).join(Person, Person.id == User.person_id)
    return dict(session.execute(query).all())


def i71(session: Session, _ledger: Iterable[Fact]) -> Iterator[str]:
    """Every figure of a forecast that is quoted in chat is one that the CRM had at that time."""
    query = (
        "SELECT m.text, m.ts FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " WHERE c.kind <> 'dm' AND m.text LIKE '%FY__ Q_%$%'"
    )
    for said, ts in session.execute(text(query)):
        label, told = _QUARTER.search(said), _AS_OF.search(said)
        if label is None or _MOVED.search(said):
            continue  # a deal's own amount is a fact, see I53
        quarter = Quarter(2000 + int(label[1]), int(label[2]))
        moment = datetime.fromtimestamp(int(float(ts)), zone(HEADQUARTERS))
        if told is not None:
            day = date.fromisoformat(told[0])
            moment = datetime.combine(day, MONDAY, zone(HEADQUARTERS))
        figures = _figures(_then(session, to_microseconds(moment), moment), quarter)
        quoted = {int(each.replace(",", "")) for each in _DOLLARS.findall(said)}
        if not quoted <= figures:
            yield f"the CRM had {sorted(figures)} of {label[0]} when this was said: {said}"


def _figures(deals: Sequence[_Deal], quarter: Quarter) -> set[int]:
    """What is committed to, what is likely at best, and what is closed, in whole dollars."""
    first, last = quarter.first.isoformat(), quarter.last.isoformat()
    fit = [each for each in deals if first <= each.close <= last]
    committed, best, closed = (
        sum(each.dollars for each in fit if each.category == category)
        for category in ("Commit", "Best Case", "Closed")
    )
    return {round(committed), round(best), round(closed)}
