"""vCards as other programs write them, and ours."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.errors import Invalid
from workworld.files.vcards import Address, Card, Version, read, write
from workworld.imports import vcards as imported

_TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n"), max_size=40
)
_WORD = _TEXT.map(str.strip)
_SOME = _WORD.filter(bool)
_CARDS = st.builds(
    Card,
    family=_TEXT.filter(str.strip),
    given=_TEXT.filter(lambda text: text.strip() or not text),
    prefix=_TEXT,
    company=_TEXT,
    department=_TEXT,
    title=_TEXT,
    emails=st.lists(_SOME, unique=True, max_size=3).filter(
        lambda found: not any(each.lower().startswith("mailto:") for each in found)
    ),
    phone=st.just("+41 44 555 01 00"),
    mobile=st.sampled_from(["", "+41 79 555 01 01"]),
    other_phones=st.sampled_from([[], ["+41 44 555 01 02", "+41 44 555 01 03"]]),
    website=_TEXT,
    address=st.builds(Address, _TEXT.filter(lambda text: text.strip() or not text), *[_TEXT] * 4),
    birthday=st.one_of(st.just(""), st.dates().map(lambda day: day.isoformat())),
    note=_TEXT,
    uid=_TEXT,
)

ANDROID = """BEGIN:VCARD\r
VERSION:2.1\r
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrg;;;\r
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrg=20M=C3=BCller\r
TEL;CELL;PREF:+49 170 5550100\r
TEL;WORK;VOICE:+49 30 5550100\r
TEL;WORK;FAX:+49 30 5550109\r
EMAIL;INTERNET:j.mueller@mueller.example\r
ADR;WORK;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;Hauptstra=C3=9Fe 1=0D=0A=\r
Hinterhaus;Berlin;;10115;Deutschland\r
PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRg\r
 ABAQAAAQABAAD=\r
\r
END:VCARD\r
"""
APPLE = """BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iPhone OS 17.0//EN
N:Okafor;Adaeze;Chi;Dr.;
FN:Dr. Adaeze Chi Okafor
ORG:Northwind\\, Ltd;Freight;
TITLE:Head of
  Dispatch
item1.EMAIL;type=INTERNET:ada@home.example
item2.EMAIL;type=INTERNET;type=pref:ada@northwind.example
item1.X-ABLabel:_$!<HomePage>!$_
TEL;type=IPHONE;type=CELL;type=VOICE:+1 555 010 0100
TEL;type=HOME:+1 555 010 0101
ADR;type=HOME:;;1 Home St;Springfield;IL;62701;USA
ADR;type=WORK;type=pref:;Suite 5;2 Work Ave;Chicago;IL;60601;USA
BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-17
NOTE:Met at the fair\\; likes tea.\\nCalls back.
END:VCARD
"""
MODERN = """BEGIN:VCARD
VERSION:4.0
FN:Wim de Vries
TEL;VALUE=uri;PREF=2;TYPE="voice,work":tel:+31-20-555-0100
EMAIL;PREF=5:second@devries.example
EMAIL;PREF=1:first@devries.example
BDAY:19800229
END:VCARD
BEGIN:VCARD
VERSION:4.0
KIND:org
FN:De Vries BV
ORG:De Vries BV
BDAY:--0317
END:VCARD
"""


def test_cards_of_phones_are_read() -> None:
    (found,) = read(ANDROID)
    assert (found.family, found.given) == ("Müller", "Jürg")
    assert (found.phone, found.mobile) == ("+49 30 5550100", "+49 170 5550100")
    assert found.other_phones == ["+49 30 5550109"]
    assert found.address == Address(
        "Hauptstraße 1\nHinterhaus", "Berlin", "", "10115", "Deutschland"
    )
    (found,) = read(APPLE)
    assert (found.family, found.given, found.prefix) == ("Okafor", "Adaeze Chi", "Dr.")
    assert (found.company, found.department) == ("Northwind, Ltd", "Freight")
    assert found.title == "Head of Dispatch"
    assert found.emails == ["ada@northwind.example", "ada@home.example"]
    assert (found.phone, found.mobile) == ("+1 555 010 0101", "+1 555 010 0100")
    assert found.address.street == "2 Work Ave\nSuite 5"
    assert found.birthday == ""
    assert found.note == "Met at the fair; likes tea.\nCalls back."


def test_many_cards_stand_in_a_file() -> None:
    person, company = read(MODERN)
    assert (person.given, person.family, person.line) == ("Wim de", "Vries", 1)
    assert person.emails == ["first@devries.example", "second@devries.example"]
    assert (person.phone, person.birthday) == ("+31-20-555-0100", "1980-02-29")
    assert (company.company, company.birthday, company.line) == ("De Vries BV", "", 9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BEGIN:VCARD\nVERSION:3.0\nN:A\n", "The card that begins on line 1 does not end"),
        ("\nN:A\n", "Line 2 stands in no card"),
        ("BEGIN:VCARD\nwho knows\nEND:VCARD\n", "Line 2 is no property"),
        ("BEGIN:VCARD\nN:A\nBEGIN:VCARD\n", "Line 3 begins something before the card of line 1"),
        ("BEGIN:VCARD\nVERSION:5.0\nEND:VCARD", "Line 2: vCards of version “5.0” are not read"),
        ("BEGIN:VCARD\nN:A\nEND:VEVENT", "Line 3 ends something else"),
        (
            "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=KLINGON:A\nEND:VCARD",
            "Line 2: there is no encoding “KLINGON”",
        ),
        (
            "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=FF\nEND:VCARD",
            "Line 2 is no text in UTF-8",
        ),
    ],
)
def test_what_is_no_card_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        list(read(text))
    assert refused.value.code == "unreadable_file"
    assert said in refused.value.message


def test_lines_that_were_folded_within_characters_are_read() -> None:
    content = "BEGIN:VCARD\r\nN:Müller;Zoë\r\nEND:VCARD\r\n".encode()
    cut = content.index("ü".encode()) + 1
    table = imported.read(content[:cut] + b"\r\n " + content[cut:], most_rows=5)
    assert (table.columns, table.rows[0].cells) == (["First Name", "Last Name"], ["Zoë", "Müller"])


def test_lines_are_short_and_end_as_they_should() -> None:
    made = write([Card("Ж" * 90, note="a,b;c\\d\ne\r\nf")])
    assert made.endswith(b"END:VCARD\r\n")
    assert all(len(each) <= 75 for each in made.split(b"\r\n"))
    assert b"NOTE:a\\,b\\;c\\\\d\\ne\\nf\r\n" in made


@given(st.lists(_CARDS, min_size=1, max_size=3), st.sampled_from(["3.0", "4.0"]))
def test_what_is_written_is_read(cards: list[Card], version: Version) -> None:
    found = list(read(write(cards, version=version).decode()))
    assert [replace(each, line=1) for each in found] == cards


@given(st.text(max_size=200) | st.text('BEGINVCARD:;="\\\r\n \tN', max_size=200))
def test_no_text_makes_it_fail_otherwise_than_by_a_refusal(text: str) -> None:
    with suppress(Invalid):
        list(read(text))
    with suppress(Invalid):
        list(read(f"BEGIN:VCARD\n{text}\nEND:VCARD\n"))
