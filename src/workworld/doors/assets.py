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
LIBRARIES = ("htmx.min", "idiomorph-ext.min")
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
def script(folder: Path = STATIC, modules: tuple[str, ...] = MODULES) -> str:
    """Modules in one, by default those that all pages share.

    Args:
        folder: they lie in it.
        modules: their names, each after those that it imports.
    """
    return "const modules = {};\n" + "\n".join(_scoped(folder, name) for name in modules)


@cache
def shared_script() -> str:
    """The libraries that all modules of a page may use, and the shared modules."""
    libraries = [(STATIC / "vendor" / f"{name}.js").read_text("utf-8") for name in LIBRARIES]
    return "\n".join([*libraries, "Object.assign(globalThis, { htmx, Idiomorph });", script()])


def _scoped(folder: Path, name: str) -> str:
    """A module as a function that hands on what the module exports."""
    text = (folder / f"{name}.js").read_text("utf-8")
    names = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub(r"const \1", _IMPORT.sub(r"const \1 = modules.\2;", text))
    return f"modules.{Path(name).name} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


JOINED = {"shared.css": style_sheet, "shared.js": shared_script}
"""Served beside the files themselves."""


def shared_mark(name: str) -> str:
    """Changes when the file below ``static/`` does, so that browsers may keep it for long."""
    joined = JOINED.get(name)
    return mark_of(joined()) if joined else mark(STATIC / name)
