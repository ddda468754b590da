"""Values as queries write them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

from workworld.apps.crm.schema import periods
from workworld.apps.crm.soql.tokens import (
    CURRENCY,
    DATE,
    DATETIME,
    NUMBER,
    TEXT,
    WORD,
    Token,
    unescaped,
)
from workworld.apps.crm.soql.tree import Form, Literal
from workworld.apps.crm.soql.wording import MALFORMED, refusal

_BOOLEANS = {"true": True, "false": False}
_CURRENCY = re.compile(r"([A-Za-z]{3})(-?[\d.]+)")
_ZONE = re.compile(r"(.*?)(?:Z|([+-])(\d\d):?(\d\d))", re.ASCII)
_LONGEST_NUMBER = 60
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def literal(
    text: str, token: Token, number: str = "", keeps_wildcards: bool = False
) -> Literal | None:
    """The value that a part of a query stands for; None if it is none.

    Args:
        text: the query.
        token: the part.
        number: what follows it behind a colon: ``LAST_N_DAYS:30``.
        keeps_wildcards: whether escaped wildcards stay escaped.

    Raises:
        QueryRefused: it looks like a value, but there is no such.
    """
    at = token.at
    if token.kind == TEXT:
        meant = unescaped(text, token.text, at, keeps_wildcards=keeps_wildcards)
        return Literal(Form.TEXT, meant, at=at) if meant else Literal(Form.NULL, None, at=at)
    if token.kind == NUMBER:
        return Literal(Form.NUMBER, _number(text, token, token.text), at=at)
    if token.kind == CURRENCY and (found := _CURRENCY.fullmatch(token.text)):
        amount = _number(text, token, found[2])
        return Literal(Form.CURRENCY, amount, found[1].upper(), at)
    if token.kind == DATE:
        return Literal(Form.DATE, _day(text, token), at=at)
    if token.kind == DATETIME:
        return Literal(Form.DATETIME, _moment(text, token), at=at)
    return _named(token, number) if token.kind == WORD else None


def _named(token: Token, number: str) -> Literal | None:
    word = token.word
    if number:
        name = f"{token.text.upper()}:{number}"
        return Literal(Form.PERIOD, name, at=token.at) if periods.is_literal(name) else None
    if word == "null":
        return Literal(Form.NULL, None, at=token.at)
    if word in _BOOLEANS:
        return Literal(Form.BOOLEAN, _BOOLEANS[word], at=token.at)
    if periods.is_literal(word):
        return Literal(Form.PERIOD, token.text.upper(), at=token.at)
    return None


def _number(text: str, token: Token, written: str) -> Decimal:
    if len(written) > _LONGEST_NUMBER or "e" in written.lower():
        exponent = written.lower().partition("e")[2]
        if len(written) > _LONGEST_NUMBER or abs(int(exponent)) > _LONGEST_NUMBER:
            raise refusal(MALFORMED, "For input string: number out of range", text, token.at)
    return Decimal(written)


def _day(text: str, token: Token) -> date:
    try:
        return date.fromisoformat(token.text)
    except ValueError:
        raise refusal(MALFORMED, f"Invalid date: {token.text}", text, token.at) from None


def _moment(text: str, token: Token) -> int:
    found = _ZONE.fullmatch(token.text)
    try:
        if found is None:
            raise ValueError(token.text)
        plain, _, fraction = found[1].partition(".")
        offset = timedelta(hours=int(found[3] or 0), minutes=int(found[4] or 0))
        zone = timezone(-offset if found[2] == "-" else offset)
        local = datetime.fromisoformat(plain).replace(tzinfo=zone)
        whole = (local - _EPOCH) // timedelta(seconds=1)
        return whole * 1_000_000 + int((fraction + "000000")[:6])
    except (ValueError, OverflowError):
        raise refusal(MALFORMED, f"Invalid datetime: {token.text}", text, token.at) from None
