"""What was offered for deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from workworld.apps.crm.models import PricebookEntry, Quote, QuoteLineItem
from workworld.apps.crm.schema import amounts
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.stories import Teller
from workworld.seed_data.crm_facts import CrmRecordFact

_SIDES = ("billing", "shipping")
_PARTS = ("street", "city", "postal_code", "country")
_COPIED = ("entry_id", "product_id", "quantity", "unit_price", "list_price", "discount", "total")
_OWN = ("at", "by", "lines", "synced", "expires")


def of_deal(tell: Teller, fact: CrmRecordFact, deal: Row, sold: Sequence[Row]) -> None:
    """A deal's quotes.

    Args:
        tell: makes the rows.
        fact: the deal; its part ``quotes`` says what was offered when by whom, with which lines
            (those of the deal by default), and which quote is synced.
        deal: its row; the synced quote is named in it.
        sold: the rows of its lines.
    """
    for each in fact.parts.get("quotes", ()):
        values = {name: value for name, value in each.items() if name not in _OWN}
        quote = tell.start(
            Quote,
            each["at"],
            each["by"],
            {"expiration_date": each["expires"], **values},
            number=f"{len(tell.rows[Quote]) + 1:08}",
            opportunity_id=deal["id"],
            contact_id=deal["contact_id"],
            pricebook_id=deal["pricebook_id"],
            currency=deal["currency"],
            is_syncing=each.get("synced", False),
            account_id=deal["account_id"],
            **_addresses(tell.by_id[deal["account_id"]]),
        )
        lines = _wanted(tell, deal, sold, each)
        made = [_line(tell, each, quote, place, line) for place, line in enumerate(lines, 1)]
        quote.update(_totals(quote, made))
        if quote["is_syncing"]:
            deal["synced_quote_id"] = quote["id"]


def _addresses(account: Row) -> Row:
    found: Row = {}
    for side in _SIDES:
        found |= {f"{side}_{part}": account[f"{side}_{part}"] for part in _PARTS}
        found[f"{side}_name"] = account["name"]
    return found


def _wanted(tell: Teller, deal: Row, sold: Sequence[Row], each: Mapping[str, Any]) -> Sequence[Row]:
    if "lines" not in each:
        return sold
    return [_priced(tell, deal, line) for line in each["lines"]]


def _priced(tell: Teller, deal: Row, line: Mapping[str, Any]) -> Row:
    product_id = tell.known.records[line["product"]]
    wanted = (product_id, deal["pricebook_id"], deal["currency"])
    entry = next(
        row
        for row in tell.rows[PricebookEntry]
        if (row["product_id"], row["pricebook_id"], row["currency"]) == wanted
    )
    price, discount = entry["unit_price"], line.get("discount")
    return {
        "id": None,
        "entry_id": entry["id"],
        "product_id": product_id,
        "quantity": line["quantity"],
        "unit_price": price,
        "list_price": price,
        "discount": discount,
        "total": amounts.line_total(line["quantity"], price, discount),
        "service_date": None,
    }


def _line(tell: Teller, each: Mapping[str, Any], quote: Row, place: int, line: Row) -> Row:
    return tell.start(
        QuoteLineItem,
        each["at"],
        each["by"],
        {},
        name=f"{place:08}",
        quote_id=quote["id"],
        service_date=line["service_date"],
        sort_order=place,
        line_id=line["id"] if quote["is_syncing"] else None,
        **{name: line[name] for name in _COPIED},
    )


def _totals(quote: Row, lines: Sequence[Row]) -> Row:
    """What a quote comes to, as the service sums it up."""
    whole = sum(amounts.line_total(each["quantity"], each["unit_price"], None) for each in lines)
    total = sum(each["total"] for each in lines)
    off = Decimal(whole - total) * amounts.HUNDRED / whole if whole else Decimal(0)
    return {
        "subtotal": whole,
        "total": total,
        "discount": float(round(off, 2)),
        "grand_total": total + (quote["tax"] or 0) + (quote["shipping"] or 0),
    }
