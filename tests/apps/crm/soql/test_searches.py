"""SOSL, and what the search box finds."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.apps.crm.soql.quay import Quay, flat

from workworld.apps.crm.service import search
from workworld.errors import Invalid

SEARCHES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "searches.yaml").read_text()
)
REFUSED = {
    "": "MALFORMED_SEARCH",
    "FIND alder": "MALFORMED_SEARCH",
    "FIND {}": "MALFORMED_SEARCH",
    "FIND {a}": "MALFORMED_SEARCH",
    "FIND {*}": "MALFORMED_SEARCH",
    "FIND {alder": "MALFORMED_SEARCH",
    "FIND {(alder}": "MALFORMED_SEARCH",
    "FIND {alder OR}": "MALFORMED_SEARCH",
    "FIND {alder} IN SOME FIELDS": "MALFORMED_SEARCH",
    "FIND {alder} RETURNING": "MALFORMED_SEARCH",
    "FIND {alder} RETURNING Account(Name": "MALFORMED_SEARCH",
    "FIND {alder} RETURNING Account(Name) WHERE Name = 'a'": "MALFORMED_SEARCH",
    "FIND {alder} RETURNING User(Name)": "MALFORMED_SEARCH",
    "FIND {alder} RETURNING Foo(Name)": "INVALID_TYPE",
    "FIND {alder} RETURNING Account(Foo)": "INVALID_FIELD",
    "FIND {alder} RETURNING Account(Name WHERE Foo = 1)": "INVALID_FIELD",
}


@pytest.mark.parametrize("case", SEARCHES, ids=lambda case: case["q"][:90])
def test_a_search_finds_exactly_what_it_asks_for(harbour: Quay, case: dict[str, Any]) -> None:
    found = harbour.do(search.search, case.get("by", "wtallis"), q=case["q"])
    rows = [flat(each) for each in found]
    assert [row[0] if len(row) == 1 else row for row in rows] == case["rows"]


@pytest.mark.parametrize("q", REFUSED)
def test_what_is_wrong_with_a_search_is_told(harbour: Quay, q: str) -> None:
    with pytest.raises(Invalid) as caught:
        harbour.do(search.search, q=q)
    assert caught.value.code == REFUSED[q]


def test_the_place_of_what_is_wrong_is_that_in_the_whole_search(harbour: Quay) -> None:
    with pytest.raises(Invalid, match="ERROR at Row:1:Column:32"):
        harbour.do(search.search, q="FIND {alder} RETURNING Account(Foo)")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.text(alphabet="ab *?\"()\\{}'ANDORT.-:^\x00č", max_size=24))
@example('"')
@example("alder NOT")
@example("a* AND NOT b*")
@example("\ud800\ud800")
def test_no_term_is_a_crash(harbour: Quay, text: str) -> None:
    with suppress(Invalid):
        harbour.do(search.search, q=f"FIND {{{text}}} RETURNING Account(Id)")
    with suppress(Invalid):
        harbour.do(search.find, text=text)


def _named(hits: Any) -> dict[str, list[str]]:
    return {each.sobject.name: [row["Name"] for row in each.rows] for each in hits}


def test_the_search_box_finds_words_that_begin_so_by_object(harbour: Quay) -> None:
    hits = harbour.do(search.find, text="ald")
    assert {name: sorted(found) for name, found in _named(hits).items()} == {
        "Account": ["Alder Mills"],
        "Contact": ["Ann Archer", "Bob Baker"],
        "Lead": ["Ann Archer"],
        "Opportunity": ["Alder gates", "Alder lost", "Alder yard"],
    }


def test_the_search_box_tells_how_many_there_are(harbour: Quay) -> None:
    (hits,) = harbour.do(search.find, text="alder", sobjects=["opportunity"], limit=1, offset=1)
    assert (hits.total, len(hits.rows)) == (3, 1)


def test_the_search_box_narrows_to_ones_own_and_to_what_changed(harbour: Quay) -> None:
    mine = harbour.do(search.find, "dwhitlock", text="alder", sobjects=["Opportunity"], mine=True)
    assert _named(mine) == {"Opportunity": ["Alder lost"]}
    assert _named(harbour.do(search.find, text="birch", sobjects=["Account"])) == {
        "Account": ["Birch & Co"]
    }
    assert harbour.do(search.find, text="birch", sobjects=["Account"], days=30) == []


def test_hidden_records_are_not_found(harbour: Quay) -> None:
    assert "Account" not in _named(harbour.do(search.find, "akovac", text="birch"))
