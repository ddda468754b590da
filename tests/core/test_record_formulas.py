"""Formulas of records: what they yield, what they refuse, and that nothing breaks them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.formulas import FormulaError, Held, Kind, Value, read

FIELDS = {
    "Amount": Kind.NUMBER,
    "Discount": Kind.NUMBER,
    "Name": Kind.TEXT,
    "Empty": Kind.TEXT,
    "Stage": Kind.PICKLIST,
    "Roles": Kind.MULTIPICKLIST,
    "CloseDate": Kind.DATE,
    "Created": Kind.DATETIME,
    "IsClosed": Kind.BOOLEAN,
    "Account.Owner.Name": Kind.TEXT,
}
VALUES: dict[str, Value] = {
    "Amount": Decimal("1250.50"),
    "Name": "Larkspur: gates",
    "Stage": "Closed Won",
    "Roles": "Buyer;Reader",
    "CloseDate": date(2026, 3, 1),
    "Created": datetime(2026, 3, 17, 12, tzinfo=UTC),
    "Account.Owner.Name": "Ana",
}


class Deal:
    """A record on which somebody works."""

    now = datetime(2026, 3, 17, 13, 30, tzinfo=UTC)
    today = date(2026, 3, 17)

    def __init__(self, *, is_new: bool = False) -> None:
        self.is_new = is_new

    def value(self, name: str) -> Value:
        """What a field holds."""
        return VALUES.get(name)

    def prior(self, name: str) -> Value:
        """What it held."""
        return Decimal(1000) if name == "Amount" else VALUES.get(name)


def held(name: str) -> Held | None:
    """A field, however its capitals are written."""
    known = {each.lower(): each for each in FIELDS}
    found = known.get(name.lower())
    return Held(found, FIELDS[found]) if found else None


def value(text: str, *, is_new: bool = False) -> Value:
    """What a formula yields."""
    return read(text, held, None).value(Deal(is_new=is_new))


def wrong(text: str) -> tuple[str, int]:
    """Why a condition means nothing, and where."""
    with pytest.raises(FormulaError) as caught:
        read(text, held)
    return caught.value.message, caught.value.position


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 ^ 2", 19),
        ("(1 + 2) * 3", 9),
        ("0.1 + 0.2 = 0.3", True),
        ("7 / 2", Decimal("3.5")),
        ("-Amount < 0", True),
        ("1 / 0", None),
        ("ISBLANK(1 / 0)", True),
        ("10 ^ 400", None),
        ("MOD(7, 3)", 1),
        ("MOD(-1, 3)", 2),
        ("ROUND(2.5)", 3),
        ("ROUND(-2.5, 0)", -3),
        ("ROUND(1250, -2)", 1300),
        ("CEILING(1.1) + FLOOR(1.9)", 3),
        ("MAX(1, 3, 2) - MIN(4, 2)", 1),
        ("ABS(-3)", 3),
        ("amount > 1000 && NOT(isclosed)", True),
        ("Amount = 1250.5", True),
        ("Discount > 1 || Discount <= 1", False),
        ("Discount = NULL", True),
        ("Discount + 1", None),
        ('Empty = ""', True),
        ('Empty & "x"', "x"),
        ("ISBLANK(Empty)", True),
        ('Name = "larkspur: gates"', False),
        ("LEN(Name)", 15),
        ('CONTAINS(Name, "gate")', True),
        ('BEGINS(Name, "Lark")', True),
        ('LEFT(Name, 4) & "-" & RIGHT(Name, 5) & MID(Name, 2, 2)', "Lark-gatesar"),
        ('FIND(":", Name)', 9),
        ('SUBSTITUTE(Name, "gates", "doors")', "Larkspur: doors"),
        ('UPPER("é") & LOWER("É") & TRIM("  x ")', "Ééx"),
        ('VALUE(" 12.50 ") + 1', Decimal("13.50")),
        ('VALUE("twelve")', None),
        ('ISNUMBER("1e5")', False),
        ("TEXT(1250.50)", "1250.5"),
        ("TEXT(CloseDate)", "2026-03-01"),
        ("TEXT(Stage)", "Closed Won"),
        ('REGEX("12345", "[0-9]{5}")', True),
        ('REGEX("x12345", "[0-9]{5}")', False),
        ('ISPICKVAL(Stage, "Closed Won")', True),
        ('ISPICKVAL(Stage, "closed won")', False),
        ('CASE(Stage, "Prospecting", 1, "Closed Won", 2, 3)', 2),
        ('CASE(Amount, 1, "one", "other")', "other"),
        ('INCLUDES(Roles, "Reader")', True),
        ('INCLUDES(Roles, "Read")', False),
        ("IF(Amount > 1, CloseDate, TODAY())", date(2026, 3, 1)),
        ("TODAY() - CloseDate", 16),
        ("CloseDate + 30", date(2026, 3, 31)),
        ("NOW() - Created", Decimal("0.0625")),
        ("YEAR(CloseDate) * 100 + MONTH(CloseDate)", 202_603),
        ("WEEKDAY(TODAY())", 3),
        ("ADDMONTHS(DATE(2026, 1, 31), 1)", date(2026, 2, 28)),
        ("DATE(2026, 2, 30)", None),
        ('DATEVALUE("2026-02-30")', None),
        ("ISCHANGED(Amount)", True),
        ("ISCHANGED(Name)", False),
        ("PRIORVALUE(Amount) * 1.25", 1250),
        ("ISNEW()", False),
        ("BLANKVALUE(Discount, 5)", 5),
        ('account.owner.name = "Ana"', True),
        ('"a\\"b" & \'c\' & "\\\\"', 'a"bc\\'),
        ("/* so */ TRUE /* it is */", True),
        ("AND(TRUE, IF(FALSE, 1 / 0 = 1, TRUE))", True),
    ],
)
def test_a_formula_yields(text: str, expected: Value) -> None:
    assert value(text) == expected


def test_a_new_record_has_changed_in_nothing() -> None:
    assert value("ISCHANGED(Amount)", is_new=True) is False
    assert value("ISNEW()", is_new=True) is True


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("", "Syntax error. Found end of formula", 1),
        ("AND(TRUE", "Syntax error. Missing ')'", 9),
        ("1 = 1)", "Syntax error. Extra ')'", 6),
        ("Amount = #", "Syntax error. Extra #", 10),
        ('Name = "abc', "Syntax error. Text is not closed", 8),
        ("Amout > 1", "Field Amout does not exist. Check spelling.", 1),
        ("1 = FOO(1)", "Unknown function FOO. Check spelling.", 5),
        ("TRUE && LEN() > 0", "Incorrect number of parameters for function 'LEN()'.", 9),
        ("LEN(Amount) > 0", "Incorrect parameter type for function 'LEN()'.", 5),
        ("Amount > CloseDate", "Incorrect parameter type for operator '>'.", 8),
        ('Amount + "1" = 1', "Incorrect parameter type for operator '+'.", 8),
        ('Stage = "Closed Won"', "Field Stage is a picklist field.", 1),
        ("ISCHANGED(1)", "Incorrect parameter type for function 'ISCHANGED()'.", 11),
        ("ISCHANGED(Account.Owner.Name)", "The ISCHANGED function cannot look", 11),
        ('IF(TRUE, 1, "x") = 1', "Incorrect parameter type for function 'IF()'.", 13),
        ("Amount", "Formula result is data type (Number), incompatible", 1),
        ('REGEX(Name, "(a+)+b")', "The regular expression is too complex", 13),
        ('REGEX(Name, "(")', "The regular expression is malformed", 13),
        ("!" * 100 + "TRUE", "The formula is nested too deeply", 1),
        ("(" * 1000 + "TRUE" + ")" * 1000, "The formula is nested too deeply", 1),
        ("1 = " + "1" * 4000, "Formula is too long", 1),
    ],
)
def test_what_means_nothing_is_told_with_its_place(text: str, message: str, position: int) -> None:
    said, at = wrong(text)
    assert said.startswith(message)
    assert at == position


_PIECES = st.sampled_from(
    (
        *("Amount", "Name", "Stage", "TODAY()", "NOW()", "1", '"x"', "NULL", "TRUE", "(", ")", ","),
        *("+", "-", "*", "/", "^", "&", "=", "<", "&&", "||", "!", "AND(", "IF(", "CASE(", "TEXT("),
        *(
            "LEN(",
            "REGEX(",
            "ROUND(",
            "DATE(",
            "MID(",
            "ADDMONTHS(",
            "99999999999",
            "'",
            "\\",
            "$x",
        ),
    )
)


@given(st.lists(_PIECES, max_size=14).map(" ".join) | st.text(max_size=60))
def test_nothing_that_is_typed_is_a_crash(text: str) -> None:
    try:
        formula = read(text, held, None)
    except FormulaError as error:
        position = error.position
    else:
        formula.value(Deal())
        position = 1
    assert 1 <= position <= len(text) + 1
