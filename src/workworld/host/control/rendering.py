"""The portal's templates, and how they write values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

_LONGEST = 20_000


def _size(count: int) -> str:
    return f"{count / 1024:.0f} KB" if count < 1 << 20 else f"{count / (1 << 20):.1f} MB"


def _span(seconds: float) -> str:
    """How long something takes, in the largest unit of which it is a whole number."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds and seconds % length == 0:
            return f"{seconds // length:g} {unit}"
    return f"{seconds:g} s"


def _written(value: Any) -> str:
    """A text as it is, any other value as JSON; what is very long is cut."""
    text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    over = len(text) - _LONGEST
    return text if over <= 0 else f"{text[:_LONGEST]}\n… {over} more characters"


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters |= {"size": _size, "span": _span, "written": _written}
