"""Functions that hang on where they stand or what they refer to, and not on values alone.

The library hands functions of ours values: what else they need is written beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.addresses import Area, Reference, parse
from workworld.apps.sheets.engine.formulas import tree_of
from workworld.apps.sheets.engine.lambdas import mentions_any, refused
from workworld.apps.sheets.engine.precedents import Range
from workworld.apps.sheets.engine.writers import Special, Writer, Written, quoted

OURS = "WW."
"""What the names of functions of ours begin with."""
POINTED = "WW.POINTED"
"""The function that reads what ``INDIRECT`` is given."""


def here(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """``ROW`` and ``COLUMN``: without an argument, those of the formula's own cell."""
    if arguments:
        found = _outside(writer, name, arguments)
        return found or _lines(writer, name, arguments) or writer.plain(name, arguments)
    place = writer.around.place
    return Written(str((place.row if name == "ROW" else place.column) + 1))


def _lines(writer: Writer, name: str, arguments: Sequence[Any]) -> Written | None:
    """The rows or columns of a range, each of them."""
    area = _area(writer, arguments[0])
    if area is None:
        return None
    count, first = (area.height, area.top) if name == "ROW" else (area.width, area.left)
    if count == 1:
        return Written(str(first + 1))
    size = f"{count},1" if name == "ROW" else f"1,{count}"
    return Written(f"SEQUENCE({size},{first + 1})", is_array=True)


def pointing(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """``OFFSET`` and the like, which need references and not values."""
    return _outside(writer, name, arguments) or writer.plain(name, arguments)


def indirect(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """``INDIRECT``: titles and names in its text mean what they do in formulas."""
    found = _outside(writer, name, arguments)
    if found is not None or not arguments:
        return found or writer.plain(name, arguments)
    given = ",".join(writer.written(each).text for each in arguments)
    return Written(f"INDIRECT({POINTED}({writer.around.position},{given}))", is_array=True)


def drawing(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """Random numbers: which ones hangs on the cell and the call."""
    writer.around.draws += 1
    given = [writer.around.position, str(writer.around.draws)]
    given += [writer.written(each).text for each in arguments]
    return Written(f"{OURS}{name}({','.join(given)})", is_array=name == "RANDARRAY")


def showing(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """Links, images and sparklines: what they show stands beside the cell's value."""
    given = [writer.written(each) for each in arguments]
    is_many = name != "SPARKLINE" and any(each.is_array for each in given)
    if writer.outer is not None or is_many:
        return writer.plain(name, arguments)
    writer.around.shows = True
    texts = [writer.around.position, *(each.text for each in given)]
    return Written(f"{OURS}{name}({','.join(texts)})")


def told(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """Functions that are told where their references lead, before all their arguments."""
    found = _outside(writer, name, arguments)
    if found is not None:
        return found
    given = [quoted(";".join(_position(writer, each) for each in arguments))]
    given += [writer.written(each).text for each in arguments]
    is_array = name == "ISFORMULA" and writer.written(arguments[0]).is_array if arguments else False
    return Written(f"{OURS}{name}({','.join(given)})", is_array)


def pivoted(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """``GETPIVOTDATA``: told where the pivot table is."""
    found = _outside(writer, name, arguments)
    if found is not None or len(arguments) < 2:
        return found or writer.plain(name, arguments)
    value, pivot, *rest = (writer.written(each).text for each in arguments)
    given = (value, quoted(_position(writer, arguments[1])), pivot, *rest)
    return Written(f"{name}({','.join(given)})")


def queried(writer: Writer, name: str, arguments: Sequence[Any]) -> Written:
    """``QUERY``: told where its data is, since letters name the columns of the sheet."""
    texts = [writer.written(each).text for each in arguments]
    position = _position(writer, arguments[0]) if arguments else ""
    return Written(f"{OURS}{name}({','.join([quoted(position), *texts])})", is_array=True)


def _outside(writer: Writer, name: str, arguments: Sequence[Any]) -> Written | None:
    """Within a function, what references lead to is worked out outside and handed in."""
    if writer.outer is None:
        return None
    said = ",".join(each.to_formula()[1:] for each in arguments if each.node_type() != "Omitted")
    if mentions_any(said, writer.bound):
        return refused(f"{name} needs references, but functions in formulas are given values.")
    made = writer.outside().function_of(name, arguments)
    return writer.taken(made.text, is_array=made.is_array)


def _position(writer: Writer, node: Any) -> str:
    """Where a reference leads, as functions of ours read it; empty for what is none."""
    found = _range(writer, node)
    if found is None:
        return ""
    area = found.area
    return f"{found.sheet}:{area.top}:{area.left}:{area.bottom}:{area.right}"


def _area(writer: Writer, node: Any) -> Area | None:
    found = _range(writer, node)
    return None if found is None else found.area


def _range(writer: Writer, node: Any) -> Range | None:
    meant = _reference(writer, node)
    if meant is None:
        return None
    around = writer.around
    frame = around.home if meant.sheet is None else around.book.frame(meant.sheet)
    return None if frame is None else Range(frame.id, meant.area(frame.rows, frame.columns))


def _reference(writer: Writer, node: Any) -> Reference | None:
    if node is None or node.node_type() != "Reference":
        return None
    text = node.get_reference_string() or ""
    stands_for = writer.around.book.name(text, writer.around.place.row)
    if stands_for is None:
        return parse(text)
    tree = tree_of(f"={stands_for}")
    if tree is None or tree.node_type() != "Reference":
        return None
    return parse(tree.get_reference_string() or "")


SPECIALS: Mapping[str, Special] = {
    **dict.fromkeys(("ROW", "COLUMN"), here),
    **dict.fromkeys(("OFFSET", "ISREF", "SHEET", "SHEETS", "AREAS"), pointing),
    "INDIRECT": indirect,
    **dict.fromkeys(("RAND", "RANDBETWEEN", "RANDARRAY"), drawing),
    **dict.fromkeys(("HYPERLINK", "IMAGE", "SPARKLINE"), showing),
    **dict.fromkeys(("CELL", "FORMULATEXT", "ISFORMULA", "SUBTOTAL", "AGGREGATE"), told),
    "GETPIVOTDATA": pivoted,
    "QUERY": queried,
}
