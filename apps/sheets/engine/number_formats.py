"""Values as cells show them, through the number format of the cell."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

from workworld.apps.sheets.engine.format_codes import GENERAL, Part, Section, Sign, sections
from workworld.apps.sheets.engine.values import Error, Value

AUTOMATIC = ""
"""The format of cells that have none."""
_DAY_ZERO = datetime.date(1899, 12, 30)
_FIRST_DAY, _LAST_DAY = -693_593, 2_958_465
"""From the year 1 to the end of the year 9999."""
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WIDE = Context(prec=800, rounding=ROUND_HALF_UP)
"""Room for the digits of any number, and half away from zero."""
_HASHES = "#" * 8
"""What is shown of a day that is none."""


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
    """A number as it is shown without a format: at most ten significant digits of what is no integer."""
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
    pieces = (value if p.sign is Sign.TEXT else _literal(p) for p in section.parts)
    return Shown("".join(pieces), section.colour)


def _number(value: float, found: Sequence[Section]) -> Shown:
    section, is_bare = _section_of(value, found)
    if section is None:
        return Shown(_HASHES)
    if section.is_date:
        return Shown(_date(value, section), section.colour)
    if section.shows_text and not section.shows_digits:
        text = "".join(
            general(value) if p.sign is Sign.TEXT else _literal(p) for p in section.parts
        )
        return Shown(text, section.colour)
    return Shown(_formatted(abs(value) if is_bare else value, section), section.colour)


def _section_of(value: float, found: Sequence[Section]) -> tuple[Section | None, bool]:
    """The section for a number, and whether it shows it without its sign."""
    if any(each.condition for each in found):
        for each in found[:3]:
            if each.holds(value):
                is_below = each.condition is not None and each.condition[0] in ("<", "<=")
                return each, is_below and value < 0
        return None, False
    numbers = found[:3] if len(found) == 4 or not found[-1].shows_text else found[:-1] or found
    if value < 0 and len(numbers) > 1:
        return numbers[1], True
    if value == 0 and len(numbers) > 2:
        return numbers[2], False
    return numbers[0], False


def _literal(part: Part) -> str:
    if part.sign is Sign.SPACE:
        return " "
    return "" if part.sign is Sign.FILL else part.text


def _formatted(value: float, section: Section) -> str:
    parts = section.parts
    if GENERAL in parts:
        text = "".join(general(abs(value)) if p == GENERAL else _literal(p) for p in parts)
        return f"-{text}" if value < 0 else text
    if not section.shows_digits:
        text = "".join(_literal(p) for p in parts)
        return f"-{text}" if value < 0 and text else text
    if any(each.sign is Sign.SLASH for each in parts):
        return _fraction(value, parts)
    number = _scaled(Decimal(repr(value)), 2 * sum(p.sign is Sign.PERCENT for p in parts))
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
    return _digits(_scaled(number, -3 * trailing), parts, point)


def _digits(number: Decimal, parts: Sequence[Part], point: int) -> str:
    """Digits put where a format has places for them."""
    ahead = [at for at, p in enumerate(parts) if p.sign is Sign.DIGIT and at < point]
    behind = [at for at, p in enumerate(parts) if p.sign is Sign.DIGIT and at > point]
    rounded = _rounded(abs(number), len(behind))
    whole, _, decimals = f"{rounded:f}".partition(".")
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
            pieces.append(_literal(part))
    text = "".join(pieces)
    return f"-{text}" if number < 0 and rounded else text


def _scaled(number: Decimal, places: int) -> Decimal:
    return number.scaleb(places, _WIDE)


def _rounded(number: Decimal, places: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-places), context=_WIDE)


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
    scaled = _rounded(_scaled(number, -exponent), behind)
    if abs(scaled) >= Decimal(10) ** ahead:
        exponent += 1 if ahead == 1 else ahead
        scaled = _rounded(_scaled(number, -exponent), behind)
    mantissa = _digits(scaled, parts[:mark], min(point, mark))
    width, end = 0, mark + 1
    while end < len(parts) and parts[end].sign is Sign.DIGIT:
        width, end = width + 1, end + 1
    sign = "-" if exponent < 0 else "+" if parts[mark].text[1] == "+" else ""
    rest = "".join(_literal(each) for each in parts[end:])
    return f"{mantissa}{parts[mark].text[0]}{sign}{abs(exponent):0{width}d}{rest}"


def _fraction(value: float, parts: Sequence[Part]) -> str:
    slash = next(at for at, each in enumerate(parts) if each.sign is Sign.SLASH)
    below = parts[slash + 1].text
    places = [at for at, each in enumerate(parts[:slash]) if each.sign is Sign.DIGIT]
    split = next(
        (at for at in range(slash - 1, -1, -1) if parts[at].sign is Sign.LITERAL), None
    )
    has_whole = split is not None and bool(places) and places[0] < split
    number = abs(Fraction(repr(value)))
    whole = int(number) if has_whole else 0
    rest = number - whole
    if below.isdigit() and below.strip("0"):
        bottom = int(below)
        top = math.floor(rest * bottom + Fraction(1, 2))
    else:
        near = rest.limit_denominator(10 ** max(len(below), 1) - 1)
        top, bottom = near.numerator, near.denominator
    if has_whole and top == bottom:
        whole, top = whole + 1, 0
    sign = "-" if value < 0 and (whole or top) else ""
    tail = "".join(_literal(each) for each in parts[slash + 2 :])
    if has_whole and not top:
        blank = " " * (slash - (split or 0) + len(below)) if "?" in below else ""
        return f"{sign}{whole}{blank}{tail}".rstrip()
    numerator = str(top).rjust(sum(at > (split or -1) for at in places)) if "?" in below else str(top)
    head = f"{whole} " if has_whole and whole else ""
    return f"{sign}{head}{numerator.strip() if not head else numerator}/{bottom}{tail}"


def _date(value: float, section: Section) -> str:
    elapsed = any(each.sign is Sign.ELAPSED for each in section.parts)
    seconds = _seconds(value, section)
    days, within = divmod(seconds, 86_400 * 1000)
    if not elapsed and not _FIRST_DAY <= days <= _LAST_DAY:
        return _HASHES
    day = _DAY_ZERO + datetime.timedelta(days=0 if elapsed else days)
    halves = any(each.sign is Sign.HALF for each in section.parts)
    pieces = list[str]()
    for at, part in enumerate(section.parts):
        if part.sign is Sign.ELAPSED:
            pieces.append(_elapsed(part.text, abs(seconds)))
        elif part.sign is Sign.DATE:
            pieces.append(_of_day(part.text.lower(), day, within // 1000, halves=halves))
        elif part.sign is Sign.HALF:
            pieces.append(_half(part.text, within // 1000))
        elif part.sign is Sign.DIGIT and at and section.parts[at - 1].sign is not Sign.LITERAL:
            pieces.append(_decimals(section.parts, at, within % 1000))
        else:
            pieces.append(_literal(part))
    return ("-" if elapsed and seconds < 0 else "") + "".join(pieces)


def _seconds(value: float, section: Section) -> int:
    """A value in thousandths of a second, rounded to what the format shows of them."""
    decimals = sum(each.sign is Sign.DIGIT for each in section.parts)
    unit = 10 ** max(3 - decimals, 0)
    thousandths = _WIDE.divide(_WIDE.multiply(Decimal(repr(value)), Decimal(86_400_000)), unit)
    return int(_rounded(thousandths, 0)) * unit


def _elapsed(text: str, thousandths: int) -> str:
    per = {"h": 3_600_000, "m": 60_000, "s": 1000}[text[0].lower()]
    return f"{thousandths // per:0{len(text)}d}"


def _decimals(parts: Sequence[Part], at: int, thousandths: int) -> str:
    """One decimal of the seconds: the place counts from the point."""
    begun = at
    while parts[begun - 1].sign is Sign.DIGIT:
        begun -= 1
    return f"{thousandths:03d}000"[at - begun]


def _half(text: str, seconds: int) -> str:
    half = "AM" if seconds < 43_200 else "PM"
    half = half if len(text) > 3 else half[0]
    return half.lower() if text.islower() else half


def _of_day(text: str, day: datetime.date, seconds: int, *, halves: bool) -> str:
    letter, width = text[0], len(text)
    if letter == "y":
        return f"{day.year:04d}" if width > 2 else f"{day.year % 100:02d}"
    if letter == "m":
        return _name_or_number(day.month, _MONTHS[day.month - 1], width)
    if letter == "d":
        return _name_or_number(day.day, _WEEKDAYS[day.weekday()], width)
    hours, rest = divmod(seconds, 3600)
    if letter == "h" and halves:
        hours = hours % 12 or 12
    number = {"h": hours, "n": rest // 60, "s": rest % 60}[letter]
    return f"{number:0{min(width, 2)}d}"


def _name_or_number(number: int, name: str, width: int) -> str:
    if width <= 2:
        return f"{number:0{width}d}"
    if width == 5:
        return name[0]
    return name[:3] if width == 3 else name
