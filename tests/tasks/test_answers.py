"""Typed answers: what is right in other words, and what is never right."""

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from workworld.grading.answers import (
    Choice,
    Date,
    Kind,
    ListOf,
    Money,
    Number,
    Person,
    Record,
    SetOf,
    Status,
    Text,
    Unreadable,
    YesNo,
    team,
)

in_one_world = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200
)

NUMBER, USD, EUR = Number(), Money("USD"), Money("EUR")
STAGES = Choice(("Closed Won", "Closed Lost", "Negotiation"))
KINDS: list[Kind[Any]] = [
    NUMBER,
    Number(tolerance=0.5, unit="days"),
    USD,
    Money("EUR", tolerance=0.01),
    Date(),
    Person(),
    Record(team, "team"),
    STAGES,
    YesNo(),
    Text(),
    Status(),
    SetOf(NUMBER),
    SetOf(Person()),
    SetOf(Text()),
    ListOf(Date()),
    ListOf(USD),
]
TRUTHS: dict[type[Kind[Any]], st.SearchStrategy[Any]] = {
    Number: st.integers(-(10**12), 10**12) | st.decimals(-(10**9), 10**9, places=3),
    Money: st.decimals(-(10**9), 10**9, places=2),
    Date: st.dates(),
    Choice: st.sampled_from(STAGES.options),
    YesNo: st.booleans(),
    Text: st.text(st.characters(codec="utf-8"), max_size=60).filter(
        lambda text: any(map(str.isalnum, text))
    ),
    Status: st.sampled_from(Status().options),
}
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())  # half surrogates too
    | st.from_regex(r"[-+$€ ]{0,2}[0-9.,' ]{1,12}(?:e[0-9]{1,6})?[%a-zA-Z ]{0,5}", fullmatch=True)
    | st.from_regex(r"[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}", fullmatch=True)
)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)
DEEP: Any = 0
for _ in range(5_000):
    DEEP = [DEEP]
HOSTILE = [
    {},
    {"value": 3},
    {"amount": 3},
    {"amount": {}, "currency": "USD"},
    {"amount": "3", "currency": 3},
    [[3]],
    [None],
    DEEP,
    "x" * 10_000_000,
    "1" * 10_000_000,
    "1," * 60_000,
    "[" * 90_000,
    "[1e999, NaN]",
    "[1, 2",
    "\ud800",
    ["\udfff"],
    "Ana\x00",
    "%",
    "_" * 500,
    "1e999999",
    "9" * 60,
    10**5_000,
    -(10**5_000),
    1e308,
    float("nan"),
    float("inf"),
    "NaN",
    "Infinity",
    "١٢",
    list(range(6_000)),
]


def right(kind: Kind[Any], truth: Any, answer: Any, session: Session) -> bool:
    return kind.accepts(truth, answer, session).holds


# Any kind


@in_one_world
@given(ANYTHING, st.sampled_from(KINDS))
def test_any_json_is_read_or_refused_in_a_sentence(
    session: Session, answer: Any, kind: Kind[Any]
) -> None:
    refused = _refusal(kind, answer, session)
    if refused is None:
        assert kind.accepts(answer, answer, session).holds
        assert kind.shown(kind.read(answer, session))
    else:
        assert 0 < len(refused.encode()) < 400


def _refusal(kind: Kind[Any], answer: Any, session: Session) -> str | None:
    try:
        kind.read(answer, session)
    except Unreadable as refusal:
        return str(refusal)
    return None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_hostile_answers_are_judged_like_others(session: Session, kind: Kind[Any]) -> None:
    for answer in HOSTILE:
        verdict = kind.accepts(_plain_truth(kind), answer, session)
        assert not verdict.holds
        assert len(verdict.reason.encode()) < 1_000


def _plain_truth(kind: Kind[Any]) -> Any:
    plain: dict[str, Any] = {
        "set": [],
        "list": [],
        "person": "aruiz",
        "record": "Engineering",
        "number": 7,
        "money": 7,
        "date": date(2026, 3, 9),
        "choice": "Negotiation",
        "yes_no": True,
        "text": "all is well",
        "status": "NOT_FOUND",
    }
    return plain[kind.kind]


@in_one_world
@given(st.data(), st.sampled_from([NUMBER, USD, Date(), STAGES, YesNo(), Text(), Status()]))
def test_truth_as_it_is_spelt_is_right(
    session: Session, data: st.DataObject, kind: Kind[Any]
) -> None:
    truth = data.draw(TRUTHS[type(kind)])
    assert right(kind, truth, truth, session)
    spelt = truth if isinstance(truth, bool) else str(truth)
    assert right(kind, truth, spelt, session)
    for several in (SetOf(kind), ListOf(kind)):
        assert right(several, [truth], [truth], session)
        assert right(several, [truth], json.dumps([spelt]), session)


@in_one_world
@given(st.data(), st.sampled_from([NUMBER, USD, Date(), STAGES, YesNo(), Text(), Status()]))
def test_spraying_is_never_right(session: Session, data: st.DataObject, kind: Kind[Any]) -> None:
    values = [data.draw(TRUTHS[type(kind)]) for _ in range(2)]
    truth, other = (str(value) for value in values)
    for sprayed in (
        f"{truth}, {other} or 5",
        f"{truth} or {other}",
        f"{truth}; {other}",
        f"{truth}\n{other}",
        f"The answer is {truth}",
        f"about {truth}",
        [values[0]],
        values,
        {"answer": values[0]},
    ):
        assert not right(kind, values[0], sprayed, session), sprayed


@in_one_world
@given(st.lists(st.integers(0, 50), unique=True), st.integers(51, 60), st.randoms())
def test_set_with_one_member_more_or_less_is_wrong(
    session: Session, truth: list[int], stranger: int, random: Any
) -> None:
    shuffled = random.sample(truth, len(truth))
    assert right(SetOf(NUMBER), truth, shuffled, session)
    too_many = SetOf(NUMBER).accepts(truth, [*shuffled, stranger], session)
    assert not too_many.holds
    assert too_many.reason.endswith(f"too many: {stranger}.")
    if truth:
        too_few = SetOf(NUMBER).accepts(truth, shuffled[1:], session)
        assert not too_few.holds
        assert too_few.reason.endswith(f"missing: {shuffled[0]}.")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_no_answer_is_none(session: Session, kind: Kind[Any]) -> None:
    verdict = kind.accepts("whatever", None, session)
    assert (verdict.holds, verdict.reason) == (False, "Nothing was answered.")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_schema_is_json_and_names_the_type(kind: Kind[Any]) -> None:
    assert json.loads(json.dumps(kind.schema()))["type"] == kind.kind


# Each kind

SAME: list[tuple[Kind[Any], Any, Any]] = [
    (NUMBER, 1234.5, "1,234.5"),
    (NUMBER, 1234, "1 234"),
    (NUMBER, 1234, "1\u00a0234"),
    (NUMBER, Decimal("1234.5"), "1.234,5"),
    (NUMBER, -3, "−3"),
    (NUMBER, 3, 3.0),
    (NUMBER, 0.1, "0.10"),
    (NUMBER, 7, " +7 "),
    (NUMBER, 100_000, 1e5),
    (Number(unit="%"), 12, "12%"),
    (Number(unit="%"), 12, "12"),
    (Number(unit="days"), 12, "12 Days"),
    (Number(unit="days"), 1, "1 day"),
    (Number(tolerance=0.1), 0.3, 0.2),
    (USD, 1200.5, "$1,200.50"),
    (USD, "1200.50", "USD 1200.5"),
    (USD, 1200.5, "1200.5 usd"),
    (USD, 1200, "$1,200"),
    (USD, 1200, "$1200 USD"),
    (USD, -5, "-$5"),
    (USD, -5, "$-5.00"),
    (USD, 1200.5, {"amount": 1200.5, "currency": "USD"}),
    (USD, 1200.5, {"amount": "1,200.50", "currency": "$"}),
    (USD, 1200.5, 1200.5),
    (USD, 1.234, 1.234),
    (EUR, 1200.5, "1.200,50 €"),
    (EUR, 12.5, "12,50 €"),
    (EUR, 12, "€12"),
    (Money("CAD"), 5, "$5"),
    (Money("USD", tolerance=0.01), 5, "$4.99"),
    (Date(), date(2026, 3, 9), "2026-03-09"),
    (Date(), "2026-03-09", "March 9, 2026"),
    (Date(), "2026-03-09", "9 Mar 2026"),
    (Date(), "2026-03-09", "the 9th of March 2026"),
    (Date(), "2026-03-09", "Monday, March 9th, 2026"),
    (Date(), "2026-03-09", "Mon 9 march, 2026"),
    (Date(), "2026-03-09", "mon, 2026-03-09"),
    (Date(), "2026-09-01", "Sept. 1, 2026"),
    (STAGES, "Closed Won", " closed  WON "),
    (Choice(("Zürich", "3")), "Zürich", "ZURICH"),
    (Choice(("Zürich", "3")), "3", 3),
    (YesNo(), True, "Yes"),
    (YesNo(), False, "false"),
    (Text(), "Renew the licence.", '"renew  the licence"'),
    (Text(), "Renew the licence", "“Renew\nthe licence.”"),
    (Text(), "Renew the licence", "'Renew the licence'."),
    (Text(), "café", "cafe\u0301"),
    (Text(), "2041", 2041),
    (Status(), "NOT_FOUND", "not found"),
    (Status(), "NOT_ALLOWED", "not-allowed"),
    (SetOf(NUMBER), [1200, 3], "1,200, 3"),
    (SetOf(NUMBER), [1200], "1,200"),
    (SetOf(NUMBER), [3], 3),
    (SetOf(NUMBER), [3, -4], "* -4\n* 3\n"),
    (SetOf(NUMBER), [3, 4], "1. 4\n2) 3"),
    (SetOf(NUMBER), [3, 4], [4, "3", 3]),
    (SetOf(NUMBER), [], []),
    (SetOf(Number(tolerance=0.5)), [1, 2], [1.5, 2.5]),
    (SetOf(USD), [1200, 300], "$300; $1,200"),
    (SetOf(USD), [1200, 300], "$300,$1,200"),
    (SetOf(Date()), ["2026-03-09"], "March 9, 2026"),
    (SetOf(Date()), ["2026-03-09", "2026-03-10"], "- March 10, 2026\n- March 9, 2026"),
    (SetOf(Text()), ["alpha", "beta"], "beta, Alpha"),
    (SetOf(Text()), ["one, two"], ["One, two."]),
    (ListOf(NUMBER), [3, 1, 3], "3\n1\n3"),
    (ListOf(NUMBER), [3, 1, 3], ["3", 1, 3]),
]


@pytest.mark.parametrize(("kind", "truth", "answer"), SAME, ids=repr)
def test_right_answer_in_other_words_is_right(
    session: Session, kind: Kind[Any], truth: Any, answer: Any
) -> None:
    verdict = kind.accepts(truth, answer, session)
    assert verdict.holds, verdict.reason


WRONG: list[tuple[Kind[Any], Any, Any, str]] = [
    (NUMBER, 12, "about 12", "'about 12' is not a number"),
    (NUMBER, 12, "12%", "'12%' is not a number"),
    (NUMBER, 12, "12 days", "is not a number"),
    (NUMBER, 1, True, "True is not a number"),
    (NUMBER, 3.4, "3,4", "'3,4' is not a number"),
    (NUMBER, 1234, "12,34", "is not a number"),
    (NUMBER, 1000, "1e3", "is not a number"),
    (NUMBER, 3, 4, "4 was answered: it means 4, not 3."),
    (NUMBER, 12345678901234567.25, "12345678901234567.26", "not"),
    (Number(unit="days"), 12, "12 weeks", "is not a number"),
    (Number(tolerance=0.1), 0.3, 0.19, "it means 0.19, not 0.3"),
    (USD, 5, "€5", "it means EUR 5, not USD 5"),
    (EUR, 5, "$5", "it means USD 5, not EUR 5"),
    (USD, 5, {"amount": 5, "currency": "EUR"}, "it means EUR 5"),
    (USD, 5, {"amount": 5, "currency": "USD", "or": 6}, "is not an amount and a currency"),
    (EUR, 1200, "€1.200", "could mean thousands or thousandths"),
    (EUR, 1.2, "€1.200", "could mean thousands or thousandths"),
    (USD, 5, "$5 EUR", "names two currencies"),
    (USD, 5, "5 ?", "names no currency that is known"),
    (USD, 5, "$5 or $6", "is not an amount of money"),
    (USD, 1200, "1.2k", "names no currency"),
    (USD, 5, "-$-5", "is not a number"),
    (Date(), "2026-03-09", "Friday, March 9, 2026", "is a Monday"),
    (Date(), "2026-03-09", "Monk, March 9, 2026", "not a day|no weekday"),
    (Date(), "2026-03-09", "03/09/2026", "could mean two days"),
    (Date(), "2026-03-09", "2026-03-09T10:00:00Z", "is a moment"),
    (Date(), "2026-03-09", "March 9", "is not a day with its year"),
    (Date(), "2026-03-09", "2026-02-30", "is no day of the calendar"),
    (Date(), "2026-03-09", 20260309, "is not a day"),
    (Date(), "2026-03-09", "2026-03-10", "it means 2026-03-10, not 2026-03-09"),
    (STAGES, "Closed Won", "Closed", "is not one of the options"),
    (STAGES, "Closed Won", "Closed Won or Closed Lost", "is not one of the options"),
    (YesNo(), True, 1, "is not yes or no"),
    (YesNo(), True, "yes, probably", "is not yes or no"),
    (YesNo(), True, "no", "it means no, not yes"),
    (Text(), "Renew", "Renew it", "not 'renew'"),
    (Text(), "Renew", "Renew..", "not 'renew'"),
    (Text(), "Renew", '""', "says nothing"),
    (Status(), "NOT_FOUND", "It was not found", "is none of NOT_FOUND, NOT_ALLOWED"),
    (SetOf(NUMBER), [3], "3, 4", "too many: 4"),
    (SetOf(NUMBER), [3, 4], "3,4", "is not a number"),
    (SetOf(NUMBER), [3, 4], "3 and 4", "is not a number"),
    (SetOf(NUMBER), [], "", "is not a list"),
    (SetOf(NUMBER), list(range(9)), [9], r"missing: 0, 1, 2, 3, 4 …; too many: 9\."),
    (SetOf(Number(tolerance=0.5)), [1, 2, 10], [1.5, 9.9, 10.1], "stand for the same one"),
    (SetOf(Number(tolerance=0.5)), [1, 4], [0.9, 1.1, 4], "stand for the same one"),
    (ListOf(NUMBER), [3, 1], [1, 3], "number 1 is wrong: it means 1, not 3"),
    (ListOf(NUMBER), [3, 1], [3, 1, 1], "it has 3 members, not 2"),
]


@pytest.mark.parametrize(("kind", "truth", "answer", "reason"), WRONG, ids=repr)
def test_wrong_answer_is_wrong_for_a_reason(
    session: Session, kind: Kind[Any], truth: Any, answer: Any, reason: str
) -> None:
    verdict = kind.accepts(truth, answer, session)
    assert not verdict.holds
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(verdict.reason)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Number(tolerance=-1),
        lambda: Number(tolerance=float("nan")),
        lambda: Number(unit=" "),
        lambda: Money("dollars"),
        lambda: Money("USD", tolerance=-1),
        lambda: Choice(()),
        lambda: Choice(("Zürich", "zurich")),
        lambda: Choice(("", "a")),
        lambda: Status(("not found",)),
        lambda: Status(()),
        lambda: SetOf(ListOf(NUMBER)),
        lambda: ListOf(SetOf(NUMBER)),
    ],
)
def test_kind_that_makes_no_sense_is_refused(build: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        build()


def test_moment_is_no_truth_for_a_day(session: Session) -> None:
    with pytest.raises(Unreadable, match="is not a day"):
        Date().accepts(datetime(2026, 3, 9, 10), "2026-03-09", session)  # noqa: DTZ001 - unread
