"""What belongs to records: lines and people of deals, members, comments, e-mails, prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from workworld.apps.crm.models import (
    CampaignMember,
    CaseComment,
    EmailMessage,
    OpportunityContactRole,
    OpportunityLineItem,
    OpportunityTeamMember,
    PricebookEntry,
)
from workworld.apps.crm.schema import amounts
from workworld.seed_data.crm import quotes
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.stories import Teller
from workworld.seed_data.crm_facts import CrmRecordFact

_A_MOMENT = timedelta(minutes=2)


def entries(tell: Teller, fact: CrmRecordFact, book: Row) -> None:
    """A price book's prices."""
    for each in fact.parts.get("entries", ()):
        product = tell.by_id[tell.known.records[each["product"]]]
        tell.start(
            PricebookEntry,
            fact.at,
            fact.by,
            {"is_active": True, **each},
            pricebook_id=book["id"],
            name=product["name"],
            product_code=product["code"],
        )


def members(tell: Teller, fact: CrmRecordFact, campaign: Row) -> None:
    """Whom a campaign reached."""
    for each in fact.parts.get("members", ()):
        values = {name: value for name, value in each.items() if name not in ("at", "by")}
        at, by = each.get("at", fact.at), each.get("by", fact.by)
        tell.start(CampaignMember, at, by, values, campaign_id=campaign["id"])


def of_deal(tell: Teller, fact: CrmRecordFact, deal: Row) -> None:
    """A deal's lines, contacts and team.

    Raises:
        ValueError: its amount is not the sum of its lines.
    """
    for each in _roles(fact):
        is_primary = each["contact"] == fact.values.get("contact")
        tell.start(
            OpportunityContactRole,
            fact.at,
            fact.by,
            each,
            opportunity_id=deal["id"],
            is_primary=is_primary,
        )
    for each in fact.parts.get("team", ()):
        tell.start(OpportunityTeamMember, fact.at, fact.by, each, opportunity_id=deal["id"])
    lines = [
        _line(tell, fact, deal, place, each)
        for place, each in enumerate(fact.parts.get("lines", ()), 1)
    ]
    if lines and deal["amount"] != sum(each["total"] for each in lines):
        raise ValueError(f"{fact.key} is not the sum of its lines")
    if lines:
        deal["quantity"] = float(sum(each["quantity"] for each in lines))
    quotes.of_deal(tell, fact, deal, lines)


def _roles(fact: CrmRecordFact) -> Sequence[Mapping[str, Any]]:
    """Who is what to a deal; whom it was begun with is among them."""
    told, first = fact.parts.get("roles", ()), fact.values.get("contact")
    if first is None or any(each["contact"] == first for each in told):
        return told
    return [{"contact": first}, *told]


def _line(tell: Teller, fact: CrmRecordFact, deal: Row, place: int, each: Mapping[str, Any]) -> Row:
    product_id = tell.known.records[each["product"]]
    entry = next(
        row
        for row in tell.rows[PricebookEntry]
        if row["product_id"] == product_id
        and row["pricebook_id"] == deal["pricebook_id"]
        and row["currency"] == deal["currency"]
    )
    price = round(each["price"] * 100) if "price" in each else entry["unit_price"]
    discount = each.get("discount")
    return tell.start(
        OpportunityLineItem,
        fact.at + _A_MOMENT,
        fact.by,
        {"quantity": each["quantity"], "discount": discount},
        opportunity_id=deal["id"],
        entry_id=entry["id"],
        product_id=product_id,
        name=f"{deal['name']} {entry['name']}",
        unit_price=price,
        list_price=entry["unit_price"],
        total=amounts.line_total(each["quantity"], price, discount),
        service_date=each.get("from"),
        sort_order=place,
    )


def of_case(tell: Teller, fact: CrmRecordFact, case: Row) -> None:
    """What was said to a case, inside and by e-mail."""
    for each in fact.parts.get("comments", ()):
        values = {"body": each["text"], "is_published": each.get("public", False)}
        tell.start(CaseComment, each["at"], each["by"], values, case_id=case["id"])
    for each in fact.parts.get("emails", ()):
        email(tell, fact, each, case)


def email(tell: Teller, fact: CrmRecordFact, each: Mapping[str, Any], case: Row) -> Row:
    """An e-mail of a case: from its contact, or to them."""
    contact = tell.by_id[case["contact_id"]]
    is_incoming = each.get("incoming", False)
    customer, ours = contact["email"], f"support@{tell.known.domain}"
    token = f"ref:{case['id'][:15]}"
    return tell.start(
        EmailMessage,
        each["at"],
        each.get("by", fact.by),
        {"subject": each["subject"], "text_body": each["text"]},
        case_id=case["id"],
        related_to_id=case["id"],
        who_id=contact["id"],
        from_address=customer if is_incoming else ours,
        from_name=contact["name"] if is_incoming else f"{tell.known.company} Support",
        to_address=ours if is_incoming else customer,
        is_incoming=is_incoming,
        status="Replied" if is_incoming else "Sent",
        sent_us=round(each["at"].timestamp()) * 1_000_000,
        message_identifier=f"<{token[4:].lower()}.{round(each['at'].timestamp())}@"
        f"{(customer if is_incoming else ours).partition('@')[2]}>",
        thread=token,
    )
