"""Files of vCards as tables: a row for each card, a column for each thing told of people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from workworld.errors import Invalid
from workworld.files import vcards
from workworld.files.vcards import Card
from workworld.imports.encodings import decode
from workworld.imports.tables import Row, Table

SUFFIX = ".vcf"
_FOLDED_INSIDE = re.compile(rb"(?<=[\x80-\xff])\r?\n[ \t](?=[\x80-\xbf])")
_BEGINNING = 200
_COLUMNS: Mapping[str, Callable[[Card], str]] = {
    "Salutation": lambda card: card.prefix,
    "First Name": lambda card: card.given,
    "Last Name": lambda card: card.family,
    "Title": lambda card: card.title,
    "Department": lambda card: card.department,
    "Company": lambda card: card.company,
    "Email": lambda card: card.emails[0] if card.emails else "",
    "Second Email": lambda card: card.emails[1] if card.emails[1:] else "",
    "Other Emails": lambda card: ", ".join(card.emails[2:]),
    "Phone": lambda card: card.phone,
    "Mobile": lambda card: card.mobile,
    "Other Phones": lambda card: ", ".join(card.other_phones),
    "Website": lambda card: card.website,
    "Street": lambda card: card.address.street,
    "City": lambda card: card.address.city,
    "State": lambda card: card.address.state,
    "Postal Code": lambda card: card.address.postal_code,
    "Country": lambda card: card.address.country,
    "Birthdate": lambda card: card.birthday,
    "Description": lambda card: card.note,
    "UID": lambda card: card.uid,
}


def is_vcard(name: str, content: bytes) -> bool:
    """Whether a file holds vCards, as its name or its first line says.

    Args:
        name: what it is called.
        content: its bytes.
    """
    begins = content[:_BEGINNING].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return name.lower().endswith(SUFFIX) or begins[:11].upper() == b"BEGIN:VCARD"


def read(content: bytes, *, most_rows: int) -> Table:
    """Read a file of vCards; columns in which no card has anything are left out.

    Args:
        content: the file's bytes.
        most_rows: how many cards it may have.

    Raises:
        Invalid: ``unreadable_file``: no text, no card, or what ``vcards.read`` says;
            ``too_many_rows``.
    """
    text, encoding = decode(_mended(content))
    cards = list(vcards.read(text))
    if not cards:
        raise Invalid("unreadable_file", "The file is empty: it holds no card.")
    if len(cards) > most_rows:
        said = f"A file may have {most_rows:,} cards; this one has {len(cards):,}."
        raise Invalid("too_many_rows", said)
    used = {name: of for name, of in _COLUMNS.items() if any(map(of, cards))}
    rows = [
        Row(number, card.line, [of(card) for of in used.values()])
        for number, card in enumerate(cards, start=1)
    ]
    return Table([*used], rows, encoding, "")


def _mended(content: bytes) -> bytes:
    """A file whose lines were folded by octets, within characters, unfolded where they are."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        mended = _FOLDED_INSIDE.sub(b"", content)
        try:
            mended.decode("utf-8")
        except UnicodeDecodeError:
            return content
        return mended
    return content
