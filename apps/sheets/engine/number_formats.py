"""Values as cells show them, through the number format of the cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from workworld.apps.sheets.engine.date_formats import HASHES, date_text
from workworld.apps.sheets.engine.format_codes import (
    GENERAL,
    Part,
    Section,
    Sign,
    literal,
    sections,
)
from workworld.apps.sheets.engine.rounding import rounded, scaled
from workworld.apps.sheets.engine.values import Error, Value

AUTOMATIC = ""
"""The format of cells that have none."""


class Shown(NamedTuple):
    """What a cell shows."""

    text: str
    colour: str = ""
    """As the format asks for it; empty for the cell's own."""


def shown(value: Value, code: str = AUTOMATIC) -> Shown:
    """What a cell shows of its value.

    Args:
        value: the value.
        code: the number format; empty for none.

    Raises:
        FormatError: the format cannot be read.
    """
    if value is None:
        return Shown("")
    if isinstance(value, Error):
        return Shown(value.code)
    if isinstance(value, bool):
        return Shown("TRUE" if value else "FALSE")
    if isinstance(value, str):
        return _text(value, code)
    if not code or code.lower() == "general":
        return Shown(general(value))
    return _number(value, sections(code))


def general(number: float) -> str:
    """A number as it is shown without a format: ten digits of what is no integer."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return _scientific(f"{number:.10g}") if abs(number) < 1e15 else _scientific(f"{number:.6g}")


def exact(number: float) -> str:
    """A number as formulas make a text of it: fifteen significant digits."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return _scientific(f"{number:.15g}")


def _scientific(text: str) -> str:
    digits, mark, exponent = text.partition("e")
    if not mark:
        return text
    if -10 < int(exponent) < 0:  # small numbers are written out as far as they fit
        places = len(digits.replace(".", "").lstrip("-")) - 1 - int(exponent)
        return f"{float(text):.{places}f}"
    return f"{digits}E{exponent[0]}{exponent[1:]}"


def _text(value: str, code: str) -> Shown:
    found = sections(code) if code else ()
    section = found[3] if len(found) == 4 else next((s for s in found if s.shows_text), None)
    if section is None:
        return Shown(value)
    pieces = (value if p.sign is Sign.TEXT else literal(p) for p in section.parts)
    return Shown("".join(pieces), section.colour)


def _number(value: float, found: Sequence[Section]) -> Shown:
    section, is_bare = _section_of(value, found)
    if section is None:
        return Shown(HASHES)
    if section.is_date:
        return Shown(date_text(value, section), section.colour)
    if section.shows_text and not section.shows_digits:
        text = "".join(general(value) if p.sign is Sign.TEXT else literal(p) for p in section.parts)
        return Shown(text, section.colour)
    return Shown(_formatted(abs(value) if is_bare else value, section), section.colour)


def _section_of(value: float, found: Sequence[Section]) -> tuple[Section | None, bool]:
    """The section for a number, and whether it shows it without its sign."""
    if any(each.condition for each in found):
        said = [each for each in found[:3] if each.condition]
        for each in [*said, *(rest for rest in found[:3] if not rest.condition)]:
            if each.holds(value):
                is_bare = each.is_of_negatives or (each in said and not each.shows_digits)
                return each, is_bare and value < 0
        return None, False
    numbers = found[:3] if len(found) == 4 or not found[-1].shows_text else found[:-1] or found
    if value < 0 and len(numbers) > 1:
        return numbers[1], True
    if value == 0 and len(numbers) > 2:
        return numbers[2], False
    return numbers[0], False


def _formatted(value: float, section: Section) -> str:
    parts = section.parts
    if GENERAL in parts:
        text = "".join(general(abs(value)) if p == GENERAL else literal(p) for p in parts)
        return f"-{text}" if value < 0 else text
    if not section.shows_digits:
        text = "".join(literal(p) for p in parts)
        return f"-{text}" if value < 0 and text else text
    if any(each.sign is Sign.SLASH for each in parts):
        return _fraction(value, parts)
    number = scaled(Decimal(repr(value)), 2 * sum(p.sign is Sign.PERCENT for p in parts))
    if any(each.sign is Sign.EXPONENT for each in parts):
        return _with_exponent(number, parts)
    places = [at for at, each in enumerate(parts) if each.sign is Sign.DIGIT]
    last = places[-1]
    trailing = 0
    while last + trailing + 1 < len(parts) and parts[last + trailing + 1].sign is Sign.COMMA:
        trailing += 1
    point = next((at for at, each in enumerate(parts) if each.sign is Sign.POINT), len(parts))
    if point < last or point == last + 1 + trailing:
        before = [at for at in places if at < point]
    else:
        before = places
    if trailing == 0 and point < len(parts) and before:  # "0,.0" scales before the point
        at = point - 1
        while at > before[-1] and parts[at].sign is Sign.COMMA:
            trailing, at = trailing + 1, at - 1
    return _digits(scaled(number, -3 * trailing), parts, point)


def _digits(number: Decimal, parts: Sequence[Part], point: int) -> str:
    """Digits put where a format has places for them."""
    ahead = [at for at, p in enumerate(parts) if p.sign is Sign.DIGIT and at < point]
    behind = [at for at, p in enumerate(parts) if p.sign is Sign.DIGIT and at > point]
    near = rounded(abs(number), len(behind))
    whole, _, decimals = f"{near:f}".partition(".")
    whole = whole.lstrip("0")
    grouped = any(
        p.sign is Sign.COMMA and ahead and ahead[0] < at < ahead[-1] for at, p in enumerate(parts)
    )
    filled = _before_the_point(whole, [parts[at].text for at in ahead], grouped=grouped)
    kept = len(decimals)
    while kept and decimals[kept - 1] == "0" and parts[behind[kept - 1]].text == "#":
        kept -= 1
    shown_at = dict(zip(ahead, filled, strict=True))
    for order, at in enumerate(behind):
        blank = " " if parts[at].text == "?" and not decimals[order:].strip("0") else ""
        shown_at[at] = blank or (decimals[order] if order < kept else "")
    pieces = list[str]()
    for at, part in enumerate(parts):
        if part.sign is Sign.DIGIT:
            pieces.append(shown_at[at])
        elif part.sign is Sign.POINT:
            pieces.append(".")
        elif part.sign is not Sign.COMMA:
            pieces.append(literal(part))
    text = "".join(pieces)
    return f"-{text}" if number < 0 and near else text


def _before_the_point(whole: str, places: Sequence[str], *, grouped: bool) -> list[str]:
    """What stands at each place before the point; all further digits stand at the first."""
    if not places:
        return []
    shown_at = list[str]()
    surplus = len(whole) - len(places)
    for order, place in enumerate(places):
        at = surplus + order
        left = len(places) - order - 1
        digit = whole[at] if at >= 0 else {"0": "0", "?": " "}.get(place, "")
        if order == 0 and surplus > 0:
            shown_at.append(_grouped(whole[: at + 1], left) if grouped else whole[: at + 1])
        else:
            shown_at.append(digit)
        if grouped and left and left % 3 == 0 and shown_at[-1].strip():
            shown_at[-1] += ","
    return shown_at


def _grouped(digits: str, left: int) -> str:
    """Digits with commas between thousands, before so many further ones."""
    pieces = list[str]()
    for order, digit in enumerate(digits):
        behind = left + len(digits) - order - 1
        pieces.append(digit)
        if behind and behind % 3 == 0 and order < len(digits) - 1:
            pieces.append(",")
    return "".join(pieces)


def _with_exponent(number: Decimal, parts: Sequence[Part]) -> str:
    mark = next(at for at, each in enumerate(parts) if each.sign is Sign.EXPONENT)
    point = next((at for at, p in enumerate(parts) if p.sign is Sign.POINT and at < mark), mark)
    ahead = sum(p.sign is Sign.DIGIT for p in parts[:point]) or 1
    behind = sum(p.sign is Sign.DIGIT for p in parts[point:mark])
    exponent = (number.adjusted() - (ahead - 1)) if number else 0
    if ahead > 1:  # several places ask for multiples of their count, as in engineering
        exponent = math.floor(number.adjusted() / ahead) * ahead if number else 0
    mantissa = rounded(scaled(number, -exponent), behind)
    if abs(mantissa) >= Decimal(10) ** ahead:
        exponent += 1 if ahead == 1 else ahead
        mantissa = rounded(scaled(number, -exponent), behind)
    digits = _digits(mantissa, parts[:mark], min(point, mark))
    width, end = 0, mark + 1
    while end < len(parts) and parts[end].sign is Sign.DIGIT:
        width, end = width + 1, end + 1
    sign = "-" if exponent < 0 else "+" if parts[mark].text[1] == "+" else ""
    rest = "".join(literal(each) for each in parts[end:])
    return f"{digits}{parts[mark].text[0]}{sign}{abs(exponent):0{width}d}{rest}"


def _fraction(value: float, parts: Sequence[Part]) -> str:
    slash = next(at for at, each in enumerate(parts) if each.sign is Sign.SLASH)
    below = parts[slash + 1].text
    begin = slash
    while begin and parts[begin - 1].sign is Sign.DIGIT:
        begin -= 1
    head, places = parts[:begin], "".join(each.text for each in parts[begin:slash])
    has_whole = any(each.sign is Sign.DIGIT for each in head)
    whole, top, bottom = _shares(abs(Fraction(repr(value))), below, has_whole=has_whole)
    tail = "".join(literal(each) for each in parts[slash + 2 :])
    sign = "-" if value < 0 and (whole or top) else ""
    return f"{sign}{_wholes(whole, top, head)}{_share(top, bottom, places, below, has_whole)}{tail}"


def _shares(number: Fraction, below: str, *, has_whole: bool) -> tuple[int, int, int]:
    """A number as a whole one, and what stands above and below a fraction's line."""
    whole = int(number) if has_whole else 0
    rest = number - whole
    if below.isdigit() and below.strip("0"):
        bottom = int(below)
        top = math.floor(rest * bottom + Fraction(1, 2))
    else:
        near = rest.limit_denominator(10 ** max(len(below), 1) - 1)
        top, bottom = near.numerator, near.denominator
    return (whole + 1, 0, bottom) if has_whole and top == bottom else (whole, top, bottom)


def _wholes(whole: int, top: int, head: Sequence[Part]) -> str:
    """What stands before a fraction; of nothing at all the last digit is shown."""
    places = [at for at, each in enumerate(head) if each.sign is Sign.DIGIT]
    if places and not whole and not top:
        head = [Part(p.sign, "0") if at == places[-1] else p for at, p in enumerate(head)]
    return _digits(Decimal(whole), head, len(head))


def _share(top: int, bottom: int, places: str, below: str, has_whole: bool) -> str:
    """A fraction; blank in its place where there is none, so that others line up with it."""
    if has_whole and not top and "0" not in places:
        return " " * (len(places) + 1 + len(below)) if "?" in places else ""
    above = str(top).rjust(len(places)) if "?" in places else str(top).zfill(places.count("0"))
    return f"{above}/{str(bottom).ljust(len(below)) if '?' in below else bottom}"
