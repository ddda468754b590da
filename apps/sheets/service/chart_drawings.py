"""Drawings of charts as spreadsheets have them: of their size, lying, with their legend."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workworld.charts import Chart as Drawing
from workworld.charts import palettes

_TURNED = {"x": "y", "y": "x", "x2": "y2", "y2": "x2", "xOffset": "yOffset", "yOffset": "xOffset"}


_LEGENDS: Mapping[str, str] = {
    "BOTTOM_LEGEND": "bottom",
    "LEFT_LEGEND": "left",
    "RIGHT_LEGEND": "right",
    "TOP_LEGEND": "top",
    "NO_LEGEND": "none",
}


def _with_legend(data: Any, orient: str) -> Any:
    """A specification whose legend, if it has one, stands elsewhere."""
    if isinstance(data, list):
        return [_with_legend(each, orient) for each in data]
    if not isinstance(data, dict):
        return data
    found = {name: _with_legend(each, orient) for name, each in data.items()}
    if data.get("legend"):
        aside = {} if orient in ("top", "bottom") else {"columns": 1}
        found["legend"] = (
            None if orient == "none" else {**data["legend"], "orient": orient, **aside}
        )
    return found


def sized(drawing: Drawing, size: tuple[int, int], *, turned: bool, legend: str = "") -> Drawing:
    """A drawing of another size, perhaps with its axes exchanged, as bars lie.

    Args:
        drawing: what is drawn.
        size: its width and height.
        turned: whether its axes are exchanged.
        legend: the vendor's ``legendPosition``.
    """
    data = drawing.data
    if legend in _LEGENDS:
        layers = "layer" if "layer" in data else "encoding"
        data[layers] = _with_legend(data[layers], _LEGENDS[legend])
    if turned:
        data = _turned(data)
    data["width"], data["height"] = size
    if (data.get("mark") or {}).get("type") == "arc":
        data["mark"]["innerRadius"] = 0
    return Drawing(
        drawing.title,
        json.dumps(data, sort_keys=True),
        drawing.summary,
        drawing.table,
        drawing.tips,
    )


def coloured(drawing: Drawing, own: Mapping[int, str]) -> Drawing:
    """A drawing of which some of the ten colours of charts are others.

    Args:
        drawing: what is drawn.
        own: ``#rrggbb`` by the number of the colour whose place it takes.
    """
    known = {palettes.colour(number): code for number, code in own.items()}
    text = _CODE.sub(lambda match: known.get(match[0], match[0]), drawing.specification)
    return replace(drawing, specification=text)


_CODE = re.compile(r"#[0-9a-f]{6}\b")


def _turned(data: Any) -> Any:
    if isinstance(data, dict):
        return {
            name: {_TURNED.get(each, each): inner for each, inner in value.items()}
            if name == "encoding"
            else _turned(value)
            for name, value in data.items()
        }
    return [_turned(each) for each in data] if isinstance(data, list) else data
