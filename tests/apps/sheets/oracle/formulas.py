"""Formulas drawn by chance over a small table, the same with each run."""

from __future__ import annotations

from collections.abc import Iterator

from workworld.randomness import Stream

TABLE: tuple[tuple[float | str | bool | None, ...], ...] = (
    # A: numbers, B: with blanks, C: texts, D: mixed, E: days, F: ascending, G: truth values
    (12.5, 3.0, "apple", 7.0, 46_098.0, 1.0, True),
    (-4.0, None, "Banana", "seven", 45_351.0, 2.0, False),
    (0.0, 8.0, "cherry pie", True, 46_022.0, 4.0, True),
    (100.0, 8.0, "apricot", None, 36_526.0, 7.0, True),
    (3.25, -1.5, "a*b", 2.5, 44_927.75, 11.0, False),
    (7.0, 20.0, "", "12", 45_657.25, 16.0, True),
    (-0.5, None, "date", 0.0, 46_387.0, 22.0, False),
    (42.0, 6.0, "Elder", False, 45_000.5, 29.0, False),
    (1_000.0, 4.0, "fig-tree", -3.0, 40_000.0, 37.0, True),
    (2.0, 9.0, "grape  juice", "x y", 43_890.0, 46.0, True),
)
ROWS = len(TABLE)

_NUMBERS = ("2", "3", "-1.5", "0.25", "10", "7", "-4", "1.005", "123.456", "0")
_WHOLES = ("1", "2", "3", "4", "5")
_TEXTS = ('"apple pie"', '"a-b-c"', '"Quick BROWN fox"', '" x  y "', '"12.5"', '"ABCabc"', '"e"')
_CRITERIA = (
    '">3"', '"<=8"', '"<>8"', '"=8"', "8", '">=0"', '"a*"', '"?ig*"', '"apple"', '"<>apple"',
    '">b"', '"*an*"', '"a~*b"', '"8"',
)  # fmt: skip
_RANGES = ("A1:A10", "B1:B10", "A1:B10", "F1:F10", "D1:D10", "A2:A7", "B3:B9", "A1:B4")

# What functions take: n a number, p a positive one, w a small whole one, t a text, r a range of
# numbers, k a column of ten, f the ascending column, c a criterion, d a day, b a truth value.
SIGNATURES = """
    SUM:r SUM:r,n SUM:n,b PRODUCT:r AVERAGE:r MIN:r MAX:r COUNT:r COUNTA:r COUNTBLANK:r MEDIAN:r
    STDEV:r STDEVP:r VAR:r VARP:r LARGE:r,w SMALL:r,w RANK:n,A MODE:B GEOMEAN:F HARMEAN:F SUMSQ:r
    DEVSQ:r AVEDEV:r KURT:F SKEW:F PERCENTILE:r,q QUARTILE:r,w PERCENTRANK:F,F TRIMMEAN:F,q
    SUMIF:k,c SUMIF:k,c,k COUNTIF:k,c AVERAGEIF:k,c,k SUMIFS:k,k,c COUNTIFS:k,c COUNTIFS:k,c,k,c
    AVERAGEIFS:k,k,c SUMPRODUCT:k,k CORREL:F,A SLOPE:A,F INTERCEPT:A,F RSQ:A,F FORECAST:n,A,F
    COVAR:A,F SUMXMY2:A,F SUMX2MY2:A,F SUMX2PY2:A,F STEYX:A,F PEARSON:A,F
    ROUND:n,w ROUND:n,z ROUNDUP:n,w ROUNDDOWN:n,w ROUNDUP:n,z INT:n TRUNC:n TRUNC:n,w ABS:n SIGN:n
    MOD:n,n POWER:p,n SQRT:p EXP:w LN:p LOG10:p LOG:p,w MROUND:p,p CEILING:p,p FLOOR:p,p EVEN:n
    ODD:n QUOTIENT:n,n GCD:w,w LCM:w,w FACT:w COMBIN:w,w PERMUT:w,w SIN:n COS:n TAN:n ATAN:n
    ATAN2:p,n DEGREES:n RADIANS:n PI: SUBTOTAL:9,r SUBTOTAL:1,r SUBTOTAL:2,r SUBTOTAL:4,r
    SINH:q COSH:q TANH:n ASIN:q ACOS:q COMBINA:w,w SQRTPI:p MULTINOMIAL:w,w
    IF:b,n,n IF:b,n IF:b,t,n AND:b,b OR:b,b NOT:b XOR:b,b IFERROR:n,t IFNA:n,t CHOOSE:w,n,n,n,n,n
    ISNUMBER:x ISTEXT:x ISBLANK:x ISLOGICAL:x ISERROR:x ISODD:w ISEVEN:w N:x TYPE:x T:x ISNONTEXT:x
    VLOOKUP:n,l,w VLOOKUP:F,l,2,FALSE HLOOKUP:12.5,A1:G3,w,FALSE MATCH:n,f MATCH:n,k,0 MATCH:t,C,0
    INDEX:r,w INDEX:A1:G10,w,w LOOKUP:n,f,k OFFSET:A1,w,w ROWS:r COLUMNS:r ADDRESS:w,w ADDRESS:w,w,w
    LEFT:t,w RIGHT:t,w MID:t,w,w LEN:t LOWER:t UPPER:t PROPER:t TRIM:t SUBSTITUTE:t,"a",t
    SUBSTITUTE:t,"a","z",w REPLACE:t,w,w,t FIND:"a",t FIND:"B",t SEARCH:"a",t SEARCH:"b?",t
    EXACT:t,t REPT:t,w VALUE:"12.5" CHAR:65 CODE:t CONCATENATE:t,n,t FIXED:n,w FIXED:n,w,TRUE
    DOLLAR:n,w TEXT:n,"0.00" TEXT:n,"#,##0" TEXT:n,"0%" TEXT:n,"0.0E+00" TEXT:d,"yyyy-mm-dd"
    TEXT:d,"mmm_d" TEXT:n,"$#,##0.00;($#,##0.00)"
    TEXT:d,"dddd" TEXT:d,"h:mm_AM/PM" TEXTJOIN:"-",TRUE,C UNICODE:t
    DATE:y,w,w DATE:y,n,n YEAR:d MONTH:d DAY:d HOUR:d MINUTE:d SECOND:d WEEKDAY:d WEEKDAY:d,2
    WEEKDAY:d,3 WEEKNUM:d WEEKNUM:d,2 ISOWEEKNUM:d EDATE:d,n EOMONTH:d,n DAYS:d,d DATEDIF:e,d,"m"
    DATEDIF:e,d,"d" DATEDIF:e,d,"y" DATEDIF:e,d,"ym" NETWORKDAYS:d,d WORKDAY:d,n YEARFRAC:e,d
    YEARFRAC:e,d,1 YEARFRAC:e,d,2 YEARFRAC:e,d,3 YEARFRAC:e,d,4 DAYS360:e,d TIME:w,w,w
    NETWORKDAYS.INTL:d,d,11 WORKDAY.INTL:d,n,7 DAYS360:e,d,TRUE
    PMT:s,w,p PV:s,w,n FV:s,w,n NPER:s,-10,p IPMT:s,1,w,p PPMT:s,1,w,p NPV:s,F SLN:p,n,w
    DB:1000,p,5,w SYD:p,n,5,w DDB:1000,p,5,w EFFECT:s,w NOMINAL:s,w CUMIPMT:s,5,p,1,w,0
    CUMPRINC:s,5,p,1,w,0 RATE:12,-10,100 MIRR:{-100;60;70},s,s IRR:{-100;60;70}
    NORMDIST:n,1,2,TRUE NORMINV:q,1,2 NORMSDIST:n NORMSINV:q CONFIDENCE:0.05,p,w
    BINOMDIST:w,5,q,TRUE POISSON:w,p,FALSE EXPONDIST:p,w,TRUE TDIST:p,w,2
    TINV:q,w CHIDIST:p,w FDIST:p,w,w
    GAMMALN:p STANDARDIZE:n,1,p FISHER:q WEIBULL:p,w,w,TRUE HYPGEOMDIST:1,w,5,10
    BASE:w,2 DECIMAL:"FF",16 DEC2HEX:w HEX2DEC:"1F" DEC2BIN:w BIN2DEC:"101" OCT2DEC:"17" ROMAN:w
    ARABIC:"XIV" CONVERT:p,"m","ft" CONVERT:p,"kg","lbm" CONVERT:n,"C","F" DELTA:n,n GESTEP:n,w
    COLUMN:C5 ROW:C5 BITAND:w,w BITOR:w,w BITXOR:w,w SERIESSUM:2,1,1,F1:F3
"""


def formulas(count: int) -> list[str]:
    """So many different formulas, each function among them."""
    found, stream = dict[str, None](), Stream("sheets", "oracle")
    signatures = SIGNATURES.split()
    turn = 0
    while len(found) < count:
        signature = signatures[turn % len(signatures)]
        found[f"={_call(stream, signature, turn >= len(signatures))}"] = None
        if turn % 7 == 0:
            found[f"={_operation(stream)}"] = None
        turn += 1
    return list(found)[:count]


def _call(stream: Stream, signature: str, nests: bool) -> str:
    name, _, kinds = signature.partition(":")
    given = [_argument(stream, each, nests) for each in _split(kinds)]
    return f"{name}({','.join(given)})"


def _split(kinds: str) -> Iterator[str]:
    """The kinds of arguments; commas in quotes and braces do not part them."""
    depth, piece = 0, ""
    quoted = False
    for letter in kinds:
        quoted ^= letter == '"'
        depth += (letter in "({") - (letter in ")}")
        if letter == "," and not depth and not quoted:
            yield piece
            piece = ""
        else:
            piece += letter
    if piece:
        yield piece


def _argument(stream: Stream, kind: str, nests: bool) -> str:
    row = stream.integer(1, ROWS)
    choices = {
        "n": lambda: _number(stream, row, nests),
        "p": lambda: stream.choice(("2", "0.5", "9", "F5", "12.25", "3", "F10")),
        "w": lambda: stream.choice(_WHOLES),
        "z": lambda: stream.choice(("0", "-1", "-2")),
        "q": lambda: stream.choice(("0.25", "0.5", "0.9", "0.1")),
        "s": lambda: stream.choice(("0.05", "0.1", "0.08/12")),
        "t": lambda: stream.choice((*_TEXTS, f"C{row}", f"C{row}")),
        "r": lambda: stream.choice(_RANGES),
        "k": lambda: stream.choice(("A1:A10", "B1:B10", "C1:C10", "D1:D10", "F1:F10")),
        "f": lambda: "F1:F10",
        "F": lambda: "F1:F10",
        "A": lambda: "A1:A10",
        "B": lambda: "B1:B10",
        "C": lambda: "C1:C10",
        "l": lambda: "F1:G10",
        "c": lambda: stream.choice(_CRITERIA),
        "d": lambda: stream.choice((f"E{row}", f"E{row}", "DATE(2026,3,17)", "DATE(2024,2,29)")),
        "e": lambda: stream.choice(("DATE(1999,1,31)", "DATE(2005,8,30)", "E9")),
        "y": lambda: stream.choice(("2024", "2026", "1999", "1950")),
        "b": lambda: stream.choice((f"A{row}>3", f"G{row}", "TRUE", "1>2", f"B{row}=8", '"a"<"B"')),
        "x": lambda: stream.choice((f"D{row}", f"B{row}", f"C{row}", "1/0", "TRUE", '"x"', "2")),
    }
    if kind in choices:
        return choices[kind]()
    return kind.replace("_", " ")


def _number(stream: Stream, row: int, nests: bool) -> str:
    if nests and stream.integer(0, 4) == 0:
        inner = stream.choice(
            ("ABS:n", "ROUND:n,w", "MAX:r", "MOD:n,w", "LEN:t", "SUM:r", "IF:b,n,n")
        )
        return _call(stream, inner, False)
    return stream.choice((*_NUMBERS, f"A{row}", f"A{row}", f"B{row}", f"F{row}"))


def _operation(stream: Stream) -> str:
    """Something computed, joined or compared."""
    row, other = stream.integer(1, ROWS), stream.integer(1, ROWS)
    left = stream.choice((f"A{row}", f"B{row}", f"D{row}", *_NUMBERS[:5], '"12"'))
    right = stream.choice((f"A{other}", f"B{other}", f"F{other}", *_NUMBERS[:5]))
    sign = stream.choice(("+", "-", "*", "/", "^", "&", "=", "<>", "<", ">", "<=", ">="))
    tail = stream.choice(("", "", "%", "*2", "+F3"))
    return f"{left}{sign}{right}{tail}"
