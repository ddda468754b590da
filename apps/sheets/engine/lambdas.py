"""Functions that formulas make: written for the library with what they take from around."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.callables import MOST_CASES, TOO_MUCH
from workworld.apps.sheets.engine.function_kinds import CHANGING
from workworld.apps.sheets.engine.writers import (
    CALL,
    CALLED,
    CALLED_ANEW,
    MOST_CALLS,
    NAMED,
    REFUSED,
    NamedFunction,
    Special,
    Writer,
    Written,
    quoted,
)

_SEQUENCE = re.compile(
    r"SEQUENCE\(\s*([0-9.]+(?:E\+?[0-9]{1,3})?)\s*(?:,\s*([0-9.]+(?:E\+?[0-9]{1,3})?)\s*)?\)",
    re.IGNORECASE | re.ASCII,
)
_STEPWISE = "STEPS"
"""How ``REDUCE`` is called whose result may be an array."""


def refused(reason: str) -> Written:
    """An error with its reason."""
    return Written(f"{REFUSED}({quoted(reason)})")


def let(writer: Writer, _: str, arguments: Sequence[Any]) -> Written:
    """Names given to parts: each is known to those behind it."""
    if len(arguments) < 3 or not len(arguments) % 2:
        return refused("LET takes names with their values, and then what is worked out.")
    bound, functions, texts = dict(writer.bound), dict(writer.functions), list[str]()
    for place in range(0, len(arguments) - 1, 2):
        name = _name(arguments[place])
        inner = Writer(writer.around, writer.depth, dict(bound), dict(functions), writer.outer)
        value = arguments[place + 1]
        function = _function(inner, value)
        if not name:
            return refused("LET gives names to values: a name is missing.")
        if function is not None:
            functions[name.casefold()] = function
            bound.pop(name.casefold(), None)
            continue
        made = inner.written(value)
        texts += (name, made.text)
        bound[name.casefold()] = made.is_array
        functions.pop(name.casefold(), None)
    last = Writer(writer.around, writer.depth, bound, functions, writer.outer)
    result = last.written(arguments[-1])
    return result._replace(text=f"LET({','.join([*texts, result.text])})") if texts else result


def caller(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """A function that calls one: what it goes through, and the function as a text."""
    function = _function(writer, arguments[-1]) if arguments else None
    if function is None:
        return refused(f"The last argument of {name} is a function.")
    given = [writer.written(each) for each in arguments[:-1]]
    if name not in ("BYROW", "BYCOL") and any(_made(each.text) > MOST_CASES for each in given):
        return refused(TOO_MUCH)  # before as many values are made
    if name == "MAP" and not any(each.is_array for each in given):
        return calling(writer, "CALL", given, function)
    return calling(writer, name, given, function)


def _made(text: str) -> float:
    """How many values a part of a formula makes, as far as it says so by itself."""
    found = _SEQUENCE.fullmatch(text.strip())
    return float(found[1]) * float(found[2] or 1) if found else 0


def called(writer: Writer, _: str, arguments: Sequence[Any]) -> Written:
    """A function called where it stands; it comes before its arguments."""
    function = _function(writer, arguments[0])
    if function is None:
        return refused("What is called here is no function.")
    return calling(writer, "CALL", [writer.written(each) for each in arguments[1:]], function)


def named_call(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """A function called that ``LET`` gave a name."""
    function = writer.functions.get(name.casefold())
    if function is None:
        return refused(f"{name} is no function.")
    return calling(writer, "CALL", [writer.written(each) for each in arguments], function)


def uncalled(_writer: Writer, _: str, _arguments: Sequence[Any]) -> Written:
    """A function as a value: a cell cannot hold one."""
    return refused("A function has to be called.")


def calling(writer: Writer, how: str, given: Sequence[Written], function: NamedFunction) -> Written:
    """A function with what it goes through and what it takes of the formula around it."""
    writer.around.calls += 1
    if writer.around.calls > MOST_CALLS:
        return Written("")  # the formula is refused as a whole
    *parameters, body = function.node.children()
    names = [_name(each) for each in parameters]
    taken = dict[str, str]()
    are_arrays = _parameters(how, given, len(names))
    bound = dict(writer.bound) | dict(
        zip((each.casefold() for each in names), are_arrays, strict=True)
    )
    inner = Writer(writer.around, writer.depth, bound, function.known, taken)
    made = inner.written(body)
    # What a function around is given, an inner one is handed on under the same name.
    own = {each.casefold() for each in names}
    used = [name for name in sorted(writer.bound) if name not in own and _mentions(made.text, name)]
    handed = [*(writer.taken(each, is_array=True).text for each in taken), *used]
    if how == "REDUCE" and made.is_array:
        how = _STEPWISE
    parts = (how, ";".join(names), ";".join([*taken.values(), *used]), made.text)
    rest = ",".join((*(each.text for each in given), *handed))
    call = CALLED_ANEW if CHANGING.search(made.text) else CALLED
    text = f"{call}({','.join(map(quoted, parts))}{',' if rest else ''}{rest})"
    return Written(text, is_array=how != "CALL" or made.is_array)


def _parameters(how: str, given: Sequence[Written], count: int) -> list[bool]:
    """Whether the parameters of a function may be arrays."""
    if how == "CALL":
        found = [each.is_array for each in given]
        return [*found, *[True] * count][:count]
    if how == "REDUCE":
        return [*([given[0].is_array] if given else []), False, *[False] * count][:count]
    return [how in ("BYROW", "BYCOL")] * count


def _function(writer: Writer, node: Any) -> NamedFunction | None:
    if node.node_type() == "Function" and node.get_function_name().upper() == "LAMBDA":
        return NamedFunction(node, writer.functions) if node.children() else None
    return writer.functions.get(_name(node).casefold()) if _name(node) else None


def _name(node: Any) -> str:
    return (node.get_reference_string() or "") if node.node_type() == "Reference" else ""


def _mentions(text: str, name: str) -> bool:
    form = rf"(?<![\w.]){re.escape(name)}(?![\w.(])"
    return bool(re.search(form, text, re.IGNORECASE))


def mentions_any(text: str, names: Iterable[str]) -> bool:
    """Whether a part of a formula names one of the parameters around it."""
    return any(_mentions(text, name) for name in names)


SPECIALS: Mapping[str, Special] = {
    "LET": let,
    "LAMBDA": uncalled,
    CALL: called,
    NAMED: named_call,
    **dict.fromkeys(("MAP", "REDUCE", "SCAN", "BYROW", "BYCOL", "MAKEARRAY"), caller),
}
