"""Repeated parts of a report that is being built: buckets, formulas, cross filters, blocks …

In forms and addresses a part is several fields side by side: ``bucket_label``, ``bucket_text`` …
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from werkzeug.datastructures import MultiDict

from workworld.apps.crm.service.report_definitions import Definition, bad
from workworld.apps.crm.service.report_parts import (
    COUNT,
    Block,
    Bucket,
    RowFormula,
    SummaryFormula,
)

Form = MultiDict[str, str]
Part = Mapping[str, str]
Parts = Mapping[str, Sequence[Part]]
FIELDS: Mapping[str, Sequence[str]] = {
    "bucket": ("name", "column", "label", "text", "other", "zero"),
    "formula": ("name", "label", "text", "decimals"),
    "summary": ("name", "label", "text", "type", "decimals"),
    "cross": ("object", "has"),
    "sub": ("of", "column", "operator", "value"),
    "highlight": ("total", "low", "high", "good"),
    "block": ("type", "name", "filter", "operator", "value", "rest"),
}
"""Of each kind of part, what it consists of."""
MOST: Mapping[str, int] = dict.fromkeys(FIELDS, 5) | {"cross": 3, "sub": 15, "block": 4}
_NAMED = {"bucket": "BucketField_", "formula": "CDF", "summary": "FORMULA"}
_LISTS = ("columns", "totals")
"""Of a block: fields that have several values; their names end with the block's number."""


def of_form(given: Form) -> dict[str, list[Part]]:
    """The parts that a form or an address carries."""
    found: dict[str, list[Part]] = {}
    for kind, fields in FIELDS.items():
        values = [given.getlist(f"{kind}_{field}") for field in fields]
        parts = [
            dict(zip(fields, each, strict=True)) for each in zip_longest(*values, fillvalue="")
        ]
        found[kind] = [_named(kind, place, each) for place, each in enumerate(parts[: MOST[kind]])]
    found["block"] = [
        {**each, **{name: "|".join(given.getlist(f"block_{name}_{place}")) for name in _LISTS}}
        for place, each in enumerate(found["block"])
    ]
    return found


def address(parts: Parts) -> dict[str, Any]:
    """What an address carries of them."""
    found: dict[str, Any] = {
        f"{kind}_{field}": [each[field] for each in parts.get(kind, ())]
        for kind, fields in FIELDS.items()
        for field in fields
    }
    for place, block in enumerate(parts.get("block", ())):
        for name in _LISTS:
            found[f"block_{name}_{place}"] = block[name].split("|")
    return {name: values for name, values in found.items() if any(values)}


def definition(parts: Parts) -> dict[str, Any]:
    """What they say, as parts of a definition.

    Raises:
        Invalid: ``BAD_REQUEST``: a number is none.
    """
    return {
        "buckets": [_bucket(each) for each in parts["bucket"] if each["column"]],
        "formulas": [_formula(each) for each in parts["formula"] if each["text"]],
        "summaries": [
            {**_formula(each), "type": each["type"] or "number"}
            for each in parts["summary"]
            if each["text"]
        ],
        "cross_filters": [
            _crossing(each, place, parts["sub"]) for place, each in enumerate(parts["cross"])
        ],
        "highlights": [
            {
                "aggregate": each["total"],
                "low": _number(each["low"]),
                "high": _number(each["high"]),
                "is_reversed": each["good"] == "low",
            }
            for each in parts["highlight"]
            if each["total"] and each["low"] and each["high"]
        ],
        "blocks": [_block(each) for each in parts["block"]],
    }


def of_stored(made: Definition) -> dict[str, list[Part]]:
    """The parts of a report that there is."""
    subs: list[Part] = [
        {"of": str(place), "column": each.column, "operator": each.operator, "value": each.value}
        for place, cross in enumerate(made.cross_filters)
        for each in cross.filters
    ]
    return {
        "bucket": [_told_bucket(each) for each in made.buckets],
        "formula": [_told_formula(each) for each in made.formulas],
        "summary": [{**_told_formula(each), "type": each.type} for each in made.summaries],
        "cross": [
            {"object": each.object, "has": "" if each.has else "no"} for each in made.cross_filters
        ],
        "sub": subs,
        "highlight": [
            {
                "total": each.aggregate,
                "low": f"{each.low:g}",
                "high": f"{each.high:g}",
                "good": "low" if each.is_reversed else "",
            }
            for each in made.highlights
        ],
        "block": [_told_block(each) for each in made.blocks],
    }


def done(parts: Parts, deed: str, kind: str, about: str) -> dict[str, list[Part]]:
    """The same with one part more or less.

    Args:
        parts: those that there are.
        deed: ``add`` or ``remove``.
        kind: of which kind.
        about: which one is removed, by its place; what a new one is about.
    """
    found = {name: [*each] for name, each in parts.items()}
    if deed == "add" and len(found[kind]) < MOST[kind]:
        first = {"bucket": "column", "cross": "object", "sub": "of", "block": "type"}
        made = dict.fromkeys((*FIELDS[kind], *(_LISTS if kind == "block" else ())), "")
        made |= {first[kind]: about} if kind in first else {}
        if kind in _NAMED:
            made["name"] = _free_name(kind, found[kind])
        found[kind].append(made)
    elif deed == "remove" and about.isdecimal():
        place = int(about[:3])
        found[kind] = [each for number, each in enumerate(found[kind]) if number != place]
        if kind == "cross":
            found["sub"] = _renumbered(found["sub"], place)
    return found


def _renumbered(subs: Sequence[Part], gone: int) -> list[Part]:
    kept = [each for each in subs if each["of"] != str(gone)]
    return [
        {**each, "of": str(int(each["of"]) - (int(each["of"]) > gone))}
        for each in kept
        if each["of"].isdecimal()
    ]


def _named(kind: str, place: int, part: Part) -> Part:
    if kind not in _NAMED or part["name"]:
        return part
    return {**part, "name": f"{_NAMED[kind]}{place + 1}"}


def _free_name(kind: str, parts: Sequence[Part]) -> str:
    taken = {each["name"] for each in parts}
    names = (f"{_NAMED[kind]}{number}" for number in range(1, 99))
    return next(name for name in names if name not in taken)


def _bucket(part: Part) -> dict[str, Any]:
    """``Small: 500; Big`` or ``Late: Proposal, Negotiation; Early: Prospecting``."""
    pieces = [each.strip() for each in part["text"].split(";") if each.strip()]
    told = [each.partition(":") for each in pieces]
    is_number = len(told) > 1 and all(_is_number(rest) for _, _, rest in told[:-1])
    is_number = is_number and not told[-1][2].strip()
    read: Callable[[str], dict[str, Any]] = (
        (lambda rest: {"upper": _number(rest)} if rest.strip() else {})
        if is_number
        else (lambda rest: {"values": [each.strip() for each in rest.split(",") if each.strip()]})
    )
    return {
        "name": part["name"],
        "label": part["label"] or "Bucket",
        "column": part["column"],
        "other": "" if is_number else part["other"],
        "blank_is_zero": bool(part["zero"]),
        "buckets": [{"label": label.strip() or "-", **read(rest)} for label, _, rest in told],
    }


def _told_bucket(made: Bucket) -> Part:
    pieces = []
    for each in made.buckets:
        rest = ", ".join(each.values) if each.upper is None else f"{each.upper:g}"
        pieces.append(f"{each.label}: {rest}" if rest else each.label)
    return {
        "name": made.name,
        "column": made.column,
        "label": made.label,
        "text": "; ".join(pieces),
        "other": made.other,
        "zero": "1" if made.blank_is_zero else "",
    }


def _formula(part: Part) -> dict[str, Any]:
    decimals = {"decimals": int(part["decimals"])} if part["decimals"].isdecimal() else {}
    label = part["label"] or part["name"]
    return {"name": part["name"], "label": label, "formula": part["text"], **decimals}


def _told_formula(made: RowFormula | SummaryFormula) -> dict[str, str]:
    return {
        "name": made.name,
        "label": made.label,
        "text": made.formula,
        "decimals": str(made.decimals),
    }


def _crossing(part: Part, place: int, subs: Sequence[Part]) -> dict[str, Any]:
    return {
        "object": part["object"],
        "has": part["has"] != "no",
        "filters": [
            {
                "column": each["column"],
                "operator": each["operator"] or "equals",
                "value": each["value"],
            }
            for each in subs
            if each["of"] == str(place) and each["column"]
        ],
    }


def _block(part: Part) -> dict[str, Any]:
    kept = _rest(part["rest"])
    first = {
        "column": part["filter"],
        "operator": part["operator"] or "equals",
        "value": part["value"],
    }
    filters = [*([first] if part["filter"] else []), *kept.pop("filters", [])[1:]]
    return {
        **kept,
        "report_type": part["type"],
        "name": part["name"],
        "columns": [each for each in part["columns"].split("|") if each],
        "aggregates": [each for each in part["totals"].split("|") if each] or [COUNT],
        "filters": filters,
    }


def _rest(text: str) -> dict[str, Any]:
    """What the form shows nothing of, so that it stays."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    names = ("filters", "logic", "cross_filters", "scope", "date")
    return {name: found[name] for name in names if isinstance(found, dict) and name in found}


def _told_block(made: Block) -> Part:
    first = made.filters[0] if made.filters else None
    kept = made.model_dump(mode="json", exclude_defaults=True)
    return {
        "type": made.report_type,
        "name": made.name,
        "columns": "|".join(made.columns),
        "totals": "|".join(made.aggregates),
        "filter": first.column if first else "",
        "operator": first.operator if first else "",
        "value": first.value if first else "",
        "rest": json.dumps(kept),
    }


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True


def _number(text: str) -> float:
    if not _is_number(text):
        raise bad(f"“{text.strip()[:40]}” is no number.")
    return float(text.replace(",", ""))
