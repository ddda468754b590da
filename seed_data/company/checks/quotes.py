"""What is quoted of amounts: in texts as the ledger has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks.acts import told_few
from workworld.worlds.ledgers import Fact

_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
_QUOTED = re.compile(r"([$€£])\s?(\d[\d,]*(?:\.\d+)?)([kKmM]?)\b")
_VALUE = re.compile(r"([$€£]?)(-?\d[\d,]*(?:\.\d+)?)(?: (USD|EUR|GBP))?")
_TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
_PAST = re.compile(r"\b(was|were|before|no longer|instead of|from)\b")
_LAG = timedelta(days=2)
"""So long people go on telling what has just changed."""
Known = Mapping[int, Sequence[tuple[datetime, datetime | None, str]]]


def i53(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Amounts that are quoted in chat are so at that time by the ledger, or labelled as wrong."""
    known = _known(ledger)
    found = []
    query = "SELECT ts, text FROM chat_messages WHERE text GLOB '*[$€£]*'"
    for ts, said in session.execute(text(query)):
        at = float(ts)
        for symbol, number, scale in _QUOTED.findall(said):
            if not _is_known(known, at, (symbol, number, scale), said):
                found.append(f"{symbol}{number}{scale} is quoted and was not so: {said[:90]}")
    yield from told_few(found)


def _known(ledger: Sequence[Fact]) -> Known:
    """What was how much, and from when until when, by whole amounts."""
    found: dict[int, list[tuple[datetime, datetime | None, str]]] = defaultdict(list)
    for each in ledger:
        match = _VALUE.fullmatch(each.value)
        if match and each.kind in ("amount", "quota", "decision"):
            currency = _SYMBOLS.get(match[1]) or match[3] or ""
            amount = round(float(match[2].replace(",", "")))
            found[amount].append((each.since, each.until, currency))
    return found


def _is_known(known: Known, at: float, quoted: tuple[str, str, str], said: str) -> bool:
    symbol, number, scale = quoted
    times = _TIMES[scale.lower()]
    amount = float(number.replace(",", "")) * times
    places = len(number.partition(".")[2])
    near = 0.5 * times / 10**places if times > 1 else 0
    fits = [amount_of for amount_of in known if abs(amount_of - amount) <= near + 0.5]
    return any(
        since.timestamp() <= at
        and currency in ("", _SYMBOLS[symbol])
        and (until is None or at <= (until + _LAG).timestamp() or _PAST.search(said) is not None)
        for each in fits
        for since, until, currency in known[each]
    )
