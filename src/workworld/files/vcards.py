"""People as vCards: read of versions 2.1, 3.0 and 4.0, written in 3.0 or 4.0.

https://datatracker.ietf.org/doc/html/rfc6350 and https://datatracker.ietf.org/doc/html/rfc2426
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from workworld.errors import Invalid
from workworld.files.content_lines import ContentLine, escaped, lines, split, unescaped, written

Version = Literal["3.0", "4.0"]
MIME = "text/vcard; charset=utf-8"
_CODE = "unreadable_file"
_VERSIONS = ("2.1", "3.0", "4.0")
_CARD = "VCARD"
_FEWEST_PREFERRED, _LEAST = 1, 101
_BIRTHDAY = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?")
_OMITTED_YEAR = "X-APPLE-OMIT-YEAR"


class Address(NamedTuple):
    """Where somebody gets letters."""

    street: str = ""
    city: str = ""
    state: str = ""
    postal_code: str = ""
    country: str = ""


_NOWHERE = Address()


@dataclass(frozen=True, slots=True)
class Card:
    """A person on a vCard.

    Args:
        family: their last name, with what stands behind it.
        given: their first names.
        prefix: what stands before their names, such as Dr.
        company: whom they work for.
        department: where there.
        title: what they are there.
        emails: their addresses, the preferred one first.
        phone: the number at work, else any that is no mobile one.
        mobile: the number that they carry with them.
        other_phones: all others.
        website: its address.
        address: at work, else any.
        birthday: as an ISO date, or as it stands there if it is none; empty without a year.
        note: what else is said of them.
        uid: what their card is known by.
        line: on which line of the file the card begins, from 1.
    """

    family: str
    given: str = ""
    prefix: str = ""
    company: str = ""
    department: str = ""
    title: str = ""
    emails: Sequence[str] = ()
    phone: str = ""
    mobile: str = ""
    other_phones: Sequence[str] = ()
    website: str = ""
    address: Address = _NOWHERE
    birthday: str = ""
    note: str = ""
    uid: str = ""
    line: int = 1


def read(text: str) -> Iterator[Card]:
    """The cards of a text, in order.

    Args:
        text: what a file holds.

    Raises:
        Invalid: ``unreadable_file``: a card that does not end, a line outside of cards or one that
            is no property, or a version that is not read.
    """
    begin, held = 0, list[ContentLine]()
    for line in lines(text):
        named = (line.name, line.value.strip().upper())
        if not begin and named != ("BEGIN", _CARD):
            said = f"Line {line.number} stands in no card: a card begins with BEGIN:VCARD."
            raise Invalid(_CODE, said)
        if line.name == "BEGIN" and begin:
            said = f"Line {line.number} begins something before the card of line {begin} has ended."
            raise Invalid(_CODE, said)
        if line.name == "BEGIN":
            begin, held = line.number, []
        elif named == ("END", _CARD):
            yield _card(begin, held)
            begin = 0
        else:
            _require_known(line)
            held.append(line)
    if begin:
        raise Invalid(_CODE, f"The card that begins on line {begin} does not end with END:VCARD.")


def write(cards: Sequence[Card], *, version: Version = "3.0") -> bytes:
    """Cards as a file in UTF-8.

    Args:
        cards: who stands in it.
        version: of the format.
    """
    return written([line for each in cards for line in _lines(each, version)]).encode("utf-8")


def _require_known(line: ContentLine) -> None:
    if line.name == "VERSION" and line.value.strip() not in _VERSIONS:
        said = f"Line {line.number}: vCards of version “{line.value.strip()[:20]}” are not read"
        raise Invalid(_CODE, f"{said}, those of {', '.join(_VERSIONS)} are.")
    if line.name == "END":
        raise Invalid(_CODE, f"Line {line.number} ends something else than a card.")


def _card(begin: int, held: Sequence[ContentLine]) -> Card:
    by_name: dict[str, list[ContentLine]] = {}
    for each in held:
        by_name.setdefault(each.name, []).append(each)
    family, given, prefix = _name(by_name)
    organisation = _parts(by_name, "ORG", 2)
    phone, mobile, others = _phones(_preferred(by_name.get("TEL", ())))
    emails = [_bare(each, "mailto:") for each in _preferred(by_name.get("EMAIL", ()))]
    return Card(
        family,
        given,
        prefix,
        organisation[0],
        ", ".join(filter(None, organisation[1:])),
        _one(by_name, "TITLE"),
        [*dict.fromkeys(filter(None, emails))],
        phone,
        mobile,
        others,
        _one(by_name, "URL"),
        _address(_preferred(by_name.get("ADR", ()))),
        _birthday(by_name.get("BDAY", ())),
        _one(by_name, "NOTE"),
        _one(by_name, "UID"),
        begin,
    )


def _one(by_name: Mapping[str, Sequence[ContentLine]], name: str) -> str:
    found = _preferred(by_name.get(name, ()))
    return unescaped(found[0].value) if found else ""


def _parts(by_name: Mapping[str, Sequence[ContentLine]], name: str, count: int) -> list[str]:
    found = _preferred(by_name.get(name, ()))
    parts = split(found[0].value, ";") if found else []
    return [*parts, *[""] * (count - len(parts))]


def _name(by_name: Mapping[str, Sequence[ContentLine]]) -> tuple[str, str, str]:
    """Last name, first names and what stands before them; of the whole name if no more is told."""
    family, given, more, prefix, behind = _parts(by_name, "N", 5)[:5]
    if family.strip() or given.strip():
        return _joined(family, behind), _joined(given, more), prefix
    whole = _one(by_name, "FN").strip()
    first, _blank, last = whole.rpartition(" ")
    return last, first, prefix


def _joined(*texts: str) -> str:
    return " ".join(each for each in texts if each.strip())


def _preferred(found: Sequence[ContentLine]) -> list[ContentLine]:
    return sorted(found, key=_preference)


def _preference(line: ContentLine) -> int:
    """From 1, which is preferred most; RFC 6350, section 5.3."""
    said = next(iter(line.params.get("PREF", ())), "")
    if said.isdecimal() and said.isascii():
        return int(said[:3])
    return _FEWEST_PREFERRED if "PREF" in line.types() else _LEAST


def _bare(line: ContentLine, scheme: str) -> str:
    """A value, without the scheme if it is an address of the web's kind."""
    value = unescaped(line.value).strip()
    return value[len(scheme) :] if value.lower().startswith(scheme) else value


def _phones(found: Sequence[ContentLine]) -> tuple[str, str, list[str]]:
    """The number at work, the mobile one, and all others."""
    numbers = [(each.types(), _bare(each, "tel:")) for each in found]
    numbers = [(types, number) for types, number in numbers if number]
    mobile = next((number for types, number in numbers if types & {"CELL", "IPHONE"}), "")
    rest = [(types, number) for types, number in numbers if number != mobile]
    spoken = [each for each in rest if not each[0] & {"FAX", "PAGER", "CELL"}]
    phone = next((number for types, number in spoken if "WORK" in types), "")
    phone = phone or next((number for types, number in spoken if "HOME" not in types), "")
    phone = phone or next((number for _types, number in spoken), "")
    others = [number for _types, number in rest if number != phone]
    return phone, mobile, [*dict.fromkeys(others)]


def _address(found: Sequence[ContentLine]) -> Address:
    at_work = [each for each in found if "WORK" in each.types()] or found
    if not at_work:
        return _NOWHERE
    parts = split(at_work[0].value, ";")
    box, more, street, city, state, code, country = [*parts, *[""] * 7][:7]
    whole = "\n".join(each for each in (box, street, more) if each.strip())
    return Address(whole, city, state, code, country)


def _birthday(found: Sequence[ContentLine]) -> str:
    if not found:
        return ""
    said = unescaped(found[0].value).strip()
    known = _BIRTHDAY.fullmatch(said)
    if known is None or found[0].params.get(_OMITTED_YEAR):
        return "" if known or said.startswith("--") else said
    try:
        return date(*(int(each) for each in known.groups())).isoformat()
    except ValueError:
        return said


def _lines(card: Card, version: str) -> Iterator[str]:
    yield from ("BEGIN:VCARD", f"VERSION:{version}")
    whole = _joined(card.prefix, card.given, card.family) or card.company
    yield f"FN:{escaped(whole)}"
    yield f"N:{_compound(card.family, card.given, '', card.prefix, '')}"
    if card.company or card.department:
        yield f"ORG:{_compound(card.company, card.department).removesuffix(';')}"
    yield from _plain(("TITLE", card.title))
    preferred = "PREF=1" if version == "4.0" else "TYPE=pref"
    for place, each in enumerate(card.emails):
        kind = ";TYPE=internet" if version == "3.0" else ""
        yield f"EMAIL{kind}{'' if place else ';' + preferred}:{escaped(each)}"
    for kind, number in (("work", card.phone), ("cell", card.mobile)):
        yield from _plain((f"TEL;TYPE={kind}", number))
    for number in card.other_phones:
        yield f"TEL;TYPE=home:{escaped(number)}"
    if any(card.address):
        yield f"ADR;TYPE=work:{_compound('', '', *card.address)}"
    yield from _plain(
        ("URL", card.website),
        ("BDAY", card.birthday.replace("-", "") if version == "4.0" else card.birthday),
        ("NOTE", card.note),
        ("UID", card.uid),
    )
    yield "END:VCARD"


def _plain(*given: tuple[str, str]) -> Iterator[str]:
    return (f"{name}:{escaped(value)}" for name, value in given if value)


def _compound(*parts: str) -> str:
    return ";".join(escaped(each) for each in parts)
