"""Records and what became of them → rows, in an order in which each finds what it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from workworld.apps.crm.models import EventRelation, RecentRecord, Record
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.picklists import WON
from workworld.clock import to_microseconds
from workworld.seed_data.crm import entitlements, files, known, parts, service
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.rules import Clocks
from workworld.seed_data.crm.stories import Teller, wins
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.crm_facts import ChangeFact, CrmFacts, CrmRecordFact
from workworld.seed_data.facts import CompanyFacts

_CUSTOMER = "Customer"
_PLAIN = ("Account", "Contact", "AccountContactRelation", "Lead", "Product2")
_SERVICE = ("Knowledge__kav", "QuickText", "Macro", "FeedItem", "EntitySubscription")
_PARTS: Mapping[str, Callable[[Teller, CrmRecordFact, Row], None]] = {
    "Campaign": parts.members,
    "Pricebook2": parts.entries,
    "Opportunity": parts.of_deal,
    "Case": parts.of_case,
    "Knowledge__kav": service.of_article,
    "Macro": service.of_macro,
    "FeedItem": service.of_post,
}
_DEALS = ("Campaign", "Pricebook2", "Opportunity", "Contract", "Asset")
_ORDER = (*_PLAIN, *_DEALS, "Case", *_SERVICE)
_ACTIVITIES = ("Task", "Event", "Note", "EmailMessage")
_BETWEEN_VIEWS = timedelta(minutes=7)


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them, with all that belongs to them."""
    writer = Writer(session)
    tell = Teller(writer, known.look_up(session, facts, writer), Clocks(session))
    told = dict(facts.crm.records) | {"Account": _with_wins(facts.crm)}
    for name in _ORDER:
        for fact in told.get(name, ()):
            row = tell.tell(_model(name), fact)
            if name in _PARTS:
                _PARTS[name](tell, fact, row)
            files.of_record(tell, fact, row)
    for name in _ACTIVITIES:
        for fact in told.get(name, ()):
            _activity(tell, name, fact)
    entitlements.add(tell, facts)
    tell.name_changes()
    for model, rows in tell.rows.items():
        writer.insert(model, rows)
    writer.insert(RecentRecord, _viewed(facts.crm, tell))


def _with_wins(crm: CrmFacts) -> list[CrmRecordFact]:
    """The accounts; each of them becomes a customer by the first deal that is won."""
    first: dict[str, ChangeFact] = {}
    for key, change in wins(crm.records.get("Opportunity", ()), WON):
        first.setdefault(key, change)
    return [
        _won(each, first[each.key]) if each.key in first else each
        for each in crm.records.get("Account", ())
    ]


def _won(account: CrmRecordFact, win: ChangeFact) -> CrmRecordFact:
    if account.values.get("type") == _CUSTOMER:
        return account
    change = ChangeFact(win.at, win.by, {"type": _CUSTOMER})
    story = sorted((*account.story, change), key=lambda each: each.at)
    return replace(account, story=story)


def _activity(tell: Teller, name: str, fact: CrmRecordFact) -> None:
    """Something done about a record; it belongs to that one's account as well."""
    values = dict(fact.values)
    if name == "Event":
        start, minutes = values["start"], values["minutes"]
        values |= {"end": start + timedelta(minutes=minutes), "activity_date": _day(tell, start)}
    if name == "EmailMessage":
        values |= {"sent": fact.at}
    row = tell.tell(_model(name), _done_later(replace(fact, values=values)))
    if "account_id" in row:
        row["account_id"] = _account_of(tell, row)
    for each in fact.parts.get("participants", ()):
        values = {name: value for name, value in each.items() if name != "answered"}
        at = each.get("answered")
        made = tell.start(EventRelation, fact.at, fact.by, values, event_id=row["id"])
        made["responded_us"] = to_microseconds(at) if at else None


def _done_later(fact: CrmRecordFact) -> CrmRecordFact:
    """A task that was done after it was made has that in its story."""
    done = fact.values.get("completed")
    if done is None or done == fact.at:
        return fact
    ending = ("status", "completed")
    change = ChangeFact(done, fact.by, {name: fact.values[name] for name in ending})
    begun = {name: value for name, value in fact.values.items() if name not in ending}
    return replace(fact, values=begun, story=[*fact.story, change])


def _account_of(tell: Teller, row: Row) -> str | None:
    """The account of the record that an activity is about, or else of its contact."""
    for record_id in (row["what_id"], row["who_id"]):
        about = tell.by_id.get(record_id or "")
        if about is None:
            continue
        if record_id.startswith(objects.of_name("Account").prefix):
            return str(record_id)
        if found := about.get("account_id"):
            return str(found)
    return None


def _viewed(crm: CrmFacts, tell: Teller) -> list[dict[str, Any]]:
    found = []
    for person, keys in crm.viewed.items():
        for place, key in enumerate(keys, 1):
            record_id = tell.known.records[key]
            sobject = objects.of_prefix(record_id[:3])
            if sobject is not None:
                at = tell.known.now - place * _BETWEEN_VIEWS
                viewed = {"sobject": sobject.name, "viewed_us": to_microseconds(at)}
                found.append(
                    {"user_id": tell.known.users[person], "record_id": record_id, **viewed}
                )
    return found


def _day(tell: Teller, moment: datetime) -> str:
    return tell.known.day(moment)


def _model(name: str) -> type[Record]:
    found: Any = objects.of_name(name).model
    model: type[Record] = found
    return model
