"""Functions that look at only some of their values, at what fields held before, or at the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from workworld.formulas.kinds import Call, Facts, FormulaError, Kind, Part, Value, Work, joint
from workworld.formulas.numbers import written

_MOST = 100
_LISTS = (Kind.PICKLIST, Kind.MULTIPICKLIST)


def _and(call: Call) -> Part:
    call.counted(1, _MOST)
    works = _truths(call)
    return call.made(Kind.BOOLEAN, lambda facts: all(bool(each(facts)) for each in works))


def _or(call: Call) -> Part:
    call.counted(1, _MOST)
    works = _truths(call)
    return call.made(Kind.BOOLEAN, lambda facts: any(bool(each(facts)) for each in works))


def _not(call: Call) -> Part:
    call.counted(1)
    (work,) = _truths(call)
    return call.made(Kind.BOOLEAN, lambda facts: not work(facts))


def _truths(call: Call) -> Sequence[Work]:
    return [call.wanted(number, Kind.BOOLEAN).work for number in range(len(call.parts))]


def _if(call: Call) -> Part:
    call.counted(3)
    asked = call.wanted(0, Kind.BOOLEAN).work
    then, other = call.parts[1:]
    kind = _common(call, [then, other])
    return call.made(kind, lambda facts: (then if asked(facts) else other).work(facts))


def _case(call: Call) -> Part:
    """CASE(what, value, result, value, result, …, otherwise)."""
    call.counted(4, _MOST)
    if len(call.parts) % 2:
        raise FormulaError("Incorrect number of parameters for function 'CASE()'", call.at)
    subject, otherwise = call.parts[0], call.parts[-1]
    pairs = list(zip(call.parts[1:-1:2], call.parts[2:-1:2], strict=True))
    compared = Kind.TEXT if subject.kind in _LISTS else subject.kind
    for value, _result in pairs:
        if joint(compared, value.kind) is None:
            raise _misfit(call, compared, value)
    kind = _common(call, [*(result for _value, result in pairs), otherwise])

    def work(facts: Facts) -> Value:
        found = subject.work(facts)
        for value, result in pairs:
            if same(found, value.work(facts)):
                return result.work(facts)
        return otherwise.work(facts)

    return call.made(kind, work)


def same(first: Value, second: Value) -> bool:
    """Whether two values are equal; a blank text is an empty one."""
    return (None if first == "" else first) == (None if second == "" else second)


def _common(call: Call, parts: Sequence[Part]) -> Kind:
    kind = Kind.BLANK
    for part in parts:
        found = joint(kind, part.kind)
        if found is None:
            raise _misfit(call, kind, part)
        kind = found
    return kind


def _misfit(call: Call, kind: Kind, part: Part) -> FormulaError:
    said = f"Incorrect parameter type for function '{call.name}()'. Expected {kind},"
    return FormulaError(f"{said} received {part.kind}", part.at)


def _is_blank(call: Call) -> Part:
    call.counted(1)
    work = call.parts[0].work
    return call.made(Kind.BOOLEAN, lambda facts: _blank(work(facts)))


def _blank(value: Value) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _blank_value(call: Call) -> Part:
    call.counted(2)
    first, second = call.parts
    kind = _common(call, call.parts)

    def work(facts: Facts) -> Value:
        found = first.work(facts)
        return second.work(facts) if _blank(found) else found

    return call.made(kind, work)


def _is_changed(call: Call) -> Part:
    name = _field(call)

    def work(facts: Facts) -> Value:
        return not facts.is_new and not same(facts.value(name), facts.prior(name))

    return call.made(Kind.BOOLEAN, work)


def _prior_value(call: Call) -> Part:
    name = _field(call)
    return call.made(call.parts[0].kind, lambda facts: facts.prior(name))


def _field(call: Call) -> str:
    call.counted(1)
    part = call.parts[0]
    if not part.field:
        said = f"Incorrect parameter type for function '{call.name}()'. Expected field reference"
        raise FormulaError(said, part.at)
    if "." in part.field:
        said = f"The {call.name} function cannot look at a field of another record"
        raise FormulaError(said, part.at)
    return part.field


def _is_new(call: Call) -> Part:
    call.counted(0)
    return call.made(Kind.BOOLEAN, lambda facts: facts.is_new)


def _today(call: Call) -> Part:
    call.counted(0)
    return call.made(Kind.DATE, lambda facts: facts.today)


def _now(call: Call) -> Part:
    call.counted(0)
    return call.made(Kind.DATETIME, lambda facts: facts.now)


def _is_picked(call: Call) -> Part:
    call.counted(2)
    field, value = call.wanted(0, Kind.PICKLIST).work, call.wanted(1, Kind.TEXT).work
    return call.made(Kind.BOOLEAN, lambda facts: same(field(facts), value(facts)))


def _text(call: Call) -> Part:
    call.counted(1)
    takes = (Kind.NUMBER, Kind.DATE, Kind.DATETIME, Kind.PICKLIST, Kind.TEXT)
    work = call.wanted(0, *takes).work
    return call.made(Kind.TEXT, lambda facts: as_text(work(facts)))


def as_text(value: Any) -> str:
    """A value as TEXT writes it: numbers without needless zeros, days as ISO dates."""
    if isinstance(value, Decimal):
        return written(value)
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%SZ")
    if isinstance(value, date):
        return value.isoformat()
    return value or ""


FORMS: Mapping[str, Callable[[Call], Part]] = {
    "AND": _and,
    "BLANKVALUE": _blank_value,
    "CASE": _case,
    "IF": _if,
    "ISBLANK": _is_blank,
    "ISCHANGED": _is_changed,
    "ISNEW": _is_new,
    "ISNULL": _is_blank,
    "ISPICKVAL": _is_picked,
    "NOT": _not,
    "NOW": _now,
    "NULLVALUE": _blank_value,
    "OR": _or,
    "PRIORVALUE": _prior_value,
    "TEXT": _text,
    "TODAY": _today,
}
