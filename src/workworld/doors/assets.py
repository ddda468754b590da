"""What every page loads: style sheets and scripts in many small files, sent as one of each.

Nothing is built beforehand. Modules are joined as they are, each in a scope of its own.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from workworld.doors.files import mark, mark_of

STATIC = Path(__file__).parent / "static"
SHEETS = ("tokens", "base", "controls", "overlays", "data", "cards", "files")
MODULES = (  # each after those that it imports
    "ready",
    "marks",
    "components/toasts",
    "requests",
    "regions",
    "commands",
    "look",
    "components/menus",
    "components/dialogs",
    "components/tooltips",
    "components/tabs",
    "components/trees",
    "components/lists",
    "components/selects",
    "components/comboboxes",
    "components/tag_inputs",
    "components/date_pickers",
    "components/fields",
    "components/tables",
    "components/windows",
    "components/palettes",
    "components/images",
    "live",
)
_IMPORT = re.compile(r'^import (\{[^}]+\}) from "[./]+(?:components/)?(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export const (\w+)", re.MULTILINE)


@cache
def style_sheet() -> str:
    """All shared style sheets in one."""
    return "\n".join((STATIC / f"{name}.css").read_text("utf-8") for name in SHEETS)


@cache
def script() -> str:
    """All shared modules in one."""
    return "const modules = {};\n" + "\n".join(map(_scoped, MODULES))


def _scoped(name: str) -> str:
    """A module as a function that hands on what the module exports."""
    text = (STATIC / f"{name}.js").read_text("utf-8")
    names = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub(r"const \1", _IMPORT.sub(r"const \1 = modules.\2;", text))
    return f"modules.{Path(name).name} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


JOINED = {"shared.css": style_sheet, "shared.js": script}
"""Served beside the files themselves."""


def shared_mark(name: str) -> str:
    """Changes when the file below ``static/`` does, so that browsers may keep it for long."""
    joined = JOINED.get(name)
    return mark_of(joined()) if joined else mark(STATIC / name)
