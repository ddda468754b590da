"""Whether people, companies and addresses are likely the same."""

import pytest

from workworld import likeness


@pytest.mark.parametrize(
    ("first", "second", "are_alike"),
    [
        ("Brackwater Freight, Inc.", "BRACKWATER  freight", True),
        ("The Müller Group GmbH", "Muller Group", True),
        ("Groß & Söhne AG", "Gross & Sohne", True),
        ("S.A. Lambert", "Lambert", True),
        ("O'Neill Ltd", "ONeill", True),
        ("Tolvane Foods", "Tolvane Fods", True),
        ("Tolvane Foods", "Tolvnae Foods", True),
        ("Tolvane Foods", "Tolvane Food Service", False),
        ("North Yard", "South Yard", False),
        ("Acme", "Acne", False),
        ("The Company", "The Company", True),
        ("", "", False),
        ("...", "!!!", False),
    ],
)
def test_companies(first: str, second: str, are_alike: bool) -> None:
    assert likeness.same_company(first, second) is are_alike
    assert likeness.same_company(second, first) is are_alike


@pytest.mark.parametrize(
    ("first", "second", "are_alike"),
    [
        ("Ana Kovač", "ana kovac", True),
        ("Ana Kovač", "Kovac, Ana", True),
        ("Jonathan Smith", "Jonahtan Smith", True),
        ("Ana Kovač", "Ana Kovačić", False),
        ("Ana", "Ana Kovač", False),
    ],
)
def test_people(first: str, second: str, are_alike: bool) -> None:
    assert likeness.same_person(first, second) is are_alike


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("https://www.Larkspur.example/about", "larkspur.example"),
        ("larkspur.example", "larkspur.example"),
        ("Ada@Larkspur.example", "larkspur.example"),
        ("http://[", ""),
        ("nothing", ""),
        ("", ""),
    ],
)
def test_hosts(text: str, host: str) -> None:
    assert likeness.host_of(text) == host


def test_addresses_and_mailboxes_of_everybody() -> None:
    assert likeness.same_address(" Ada@Larkspur.example", "ada@larkspur.EXAMPLE ")
    assert not likeness.same_address("", "")
    assert likeness.company_host("ada@gmail.com") == ""
