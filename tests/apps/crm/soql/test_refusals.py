"""What is wrong with a query is told in the vendor's words, and where it stands."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.apps.crm.soql.quay import Quay

from workworld.errors import Forbidden, Invalid

REFUSALS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "refusals.yaml").read_text()
)
_WORDS = (
    *(
        "SELECT",
        "FROM",
        "WHERE",
        "AND",
        "OR",
        "NOT",
        "IN",
        "LIKE",
        "INCLUDES",
        "GROUP BY",
        "(",
        ")",
    ),
    *("ROLLUP(", "HAVING", "ORDER BY", "NULLS LAST", "DESC", "LIMIT", "OFFSET", "1", "2.5", "'x'"),
    *("null", "true", "TODAY", "LAST_N_DAYS:3", "2026-03-17", "2026-03-17T00:00:00Z", "USD5", ","),
    *("=", "!=", "<", ">=", "Id", "Name", "Amount", "CloseDate", "Owner.Name", "Account.Name", ":"),
    *(
        "Account",
        "Opportunity",
        "Contacts",
        "COUNT()",
        "COUNT(Id)",
        "SUM(Amount)",
        "MAX(CloseDate)",
    ),
    *("CALENDAR_YEAR(CloseDate)", "FORMAT(", "toLabel(", "convertCurrency(", "TYPEOF What WHEN"),
    *("FIELDS(ALL)", "(SELECT Id FROM Contacts)", "ALL ROWS", "USING SCOPE mine", "x", "'%_\\'"),
)


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case["q"][:90])
def test_a_refusal_says_what_is_wrong_and_where(harbour: Quay, case: dict[str, Any]) -> None:
    refusal = harbour.refusal(case["q"], case.get("by", "wtallis"))
    assert refusal.code == case["code"]
    assert case["said"] in refusal.message
    place = f"ERROR at Row:1:Column:{case['at']}\n" if "at" in case else ""
    assert place in refusal.message
    assert ("ERROR at" in refusal.message) == bool(place)


def test_an_excerpt_points_at_the_place_in_its_own_line(harbour: Quay) -> None:
    refusal = harbour.refusal("SELECT Id\nFROM Account\nWHERE Name = 'a' AND   Foo = 1")
    assert refusal.message.startswith(
        f"\nWHERE Name = 'a' AND   Foo = 1\n{' ' * 23}^\nERROR at Row:3:Column:24\nNo such column"
    )


def test_a_long_line_is_cut_around_the_place(harbour: Quay) -> None:
    many = ", ".join(f"Name{number}__c" for number in range(30))
    refusal = harbour.refusal(f"SELECT Id, Foo, {many} FROM Account")
    _, shown, caret, _, _ = refusal.message.split("\n")
    assert shown[caret.index("^") :].startswith("Foo")
    assert len(shown) < 100
    last = harbour.refusal(
        f"SELECT Id {'  ' * 60} FROM Account WHERE Name = 'Alder Mills' LIMIT no"
    )
    _, shown, caret, _, _ = last.message.split("\n")
    assert shown[caret.index("^") :] == "no"
    assert len(shown) < 100


def test_a_hidden_field_is_told_like_one_that_there_is_not(harbour: Quay) -> None:
    hidden = harbour.refusal("SELECT Margin__c FROM Opportunity", by="akovac")
    missing = harbour.refusal("SELECT Margim__c FROM Opportunity", by="akovac")
    assert hidden.message == missing.message.replace("Margim", "Margin")
    assert harbour.rows("SELECT Margin__c FROM Opportunity LIMIT 1", by="wtallis") == [None]


def test_an_object_that_a_profile_may_not_read_is_told_like_none(harbour: Quay) -> None:
    hidden = harbour.refusal("SELECT Id FROM Campaign", by="eboadi")
    missing = harbour.refusal("SELECT Id FROM Campaigm", by="eboadi")
    assert hidden.code == "INVALID_TYPE"
    assert hidden.message == missing.message.replace("Campaigm", "Campaign")


def test_people_without_a_user_ask_nothing(harbour: Quay) -> None:
    assert isinstance(harbour.refusal("SELECT Id FROM Account", by="mchen"), Forbidden)


@pytest.mark.parametrize(
    "q",
    [
        f"SELECT Id FROM Account WHERE {'(' * 50}Name = 'a'{')' * 50}",
        f"SELECT Id FROM Account WHERE Name = 'a'{' OR Name = 0' * 500}",
        f"SELECT Id FROM Account WHERE NumberOfEmployees IN (1{', 1' * 20_000})",
        f"SELECT Id FROM Account WHERE Name = '{'a' * 100_000}'",
        f"SELECT {'FORMAT(' * 60}Name{')' * 60} FROM Account",
        "SELECT Id FROM Account WHERE NumberOfEmployees = 1e999999999",
        "SELECT Id FROM Account LIMIT 99999999999999999999",
        "SELECT " + ", ".join(f"Owner.Manager.{'Manager.' * n}Name" for n in range(3)) + ", "
        + ", ".join(f"{way}.Manager.Manager.Manager.Manager.Name" for way in (
            "Owner", "CreatedBy", "LastModifiedBy", "Account.Owner", "Account.CreatedBy",
            "Account.LastModifiedBy", "ReportsTo.Owner", "ReportsTo.CreatedBy",
            "ReportsTo.LastModifiedBy", "ReportsTo.Account.Owner", "ReportsTo.Account.CreatedBy",
            "ReportsTo.ReportsTo.Owner",
        )) + " FROM Contact",
    ],
    ids=lambda q: q[:40],
)  # fmt: skip
def test_what_is_too_much_is_refused(harbour: Quay, q: str) -> None:
    assert isinstance(harbour.refusal(q), Invalid)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
@given(st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join))
@example("SELECT Id FROM Account WHERE Id = '\x00'")
@example("SELECT Id FROM Account WHERE Name LIKE '\\")
@example("SELECT Id FROM Account WHERE Name = '\ud800'")
@example("\ufeffSELECT Id FROM Account")
@example("SELECT COUNT(Id) FROM Account ORDER BY COUNT(Id)")
@example("SELECT COUNT() FROM Account GROUP BY Name")
@example("SELECT Id FROM Account WHERE COUNT(Id) > 1")
@example("SELECT Id FROM Account ORDER BY COUNT()")
@example("SELECT Id FROM Account WHERE Owner.Type = null")
def test_no_query_is_a_crash(harbour: Quay, text: str) -> None:
    for q in (text, f"SELECT {text}", f"SELECT Id FROM Account WHERE {text}"):
        with suppress(Invalid):
            assert harbour.ask(q).total_size >= 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.text(max_size=40))
def test_any_text_is_compared_or_refused(harbour: Quay, text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    for operator in ("=", "LIKE", ">"):
        try:
            found = harbour.rows(f"SELECT Name FROM Account WHERE Name {operator} '{quoted}'")
        except Invalid:
            continue
        assert len(found) <= 5
