"""What every page loads: style sheets and scripts in many small files, sent as one of each.

Nothing is built beforehand. Modules are joined as they are, each in a scope of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from workworld.doors.files import mark, mark_of

STATIC = Path(__file__).parent / "static"
OTHER_SHEETS = ("charts", "session", "suite", "tables", "widgets")  # of those pages that link them
OTHER_MODULES = ("sorting",)  # of those scripts that import them
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
    "components/writing",
    "components/tables",
    "components/windows",
    "components/palettes",
    "components/images",
    "components/charts",
    "live",
)
LIBRARIES = ("htmx.min", "idiomorph-ext.min")
_BUNDLED = (".css", ".js")
_IMPORT = re.compile(
    r'^import (?:(\{[^}]+\}) from )?"[./]+(?:components/)?(\w+)\.js";$', re.MULTILINE
)
_EXPORT = re.compile(r"^export const (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_NEEDLESS = re.compile(r"(?<=[{};,:>])\s+|\s+(?=[{}>])|;\s*(?=})|(?<=[\s(,:])0(?=\.\d)")
_SHEET = re.compile(r'^@import "((?:\w+/)?\w+\.css)";$', re.MULTILINE)


@cache
def style_sheet() -> str:
    """All shared style sheets in one."""
    return lean("\n".join((STATIC / f"{name}.css").read_text("utf-8") for name in SHEETS))


def lean(sheet: str) -> str:
    """A style sheet without comments and without the spaces that only people need."""
    return _NEEDLESS.sub("", _COMMENT.sub("", sheet)).strip()


@cache
def script() -> str:
    """All shared modules in one."""
    return _joined(STATIC / f"{name}.js" for name in MODULES)


@cache
def shared_script() -> str:
    """The vendored libraries, which all modules of a page may use, and the shared modules."""
    libraries = [(STATIC / f"vendor/{name}.js").read_text("utf-8") for name in LIBRARIES]
    return ";\n".join([*libraries, "Object.assign(globalThis, { htmx, Idiomorph })", script()])


@cache
def bundle(path: Path) -> str:
    """A script or style sheet, with the files of its folder or below that it imports.

    A page has one such script: of a module that two of them import, each would have its own. What
    it imports and its folder lacks is one of those that all apps share.
    """
    if path.suffix == ".css":
        text = path.read_text("utf-8")
        return lean(_SHEET.sub(lambda found: bundle(_shared_or_own(path.parent, found[1])), text))
    needed = list(dict.fromkeys(_needed(path)))
    return _joined(needed) if len(needed) > 1 else path.read_text("utf-8")


def _shared_or_own(folder: Path, name: str) -> Path:
    own = folder / name
    return own if own.exists() else STATIC / name


def bundles(folder: Path) -> dict[str, Callable[[], str]]:
    """What makes the text of each script and style sheet in an app's folder and below, by name."""
    found = [path for path in sorted(folder.rglob("*")) if path.suffix in _BUNDLED]
    return {path.relative_to(folder).as_posix(): partial(bundle, path) for path in found}


def _needed(path: Path) -> Iterator[Path]:
    """A module after those that it imports."""
    for _names, name in _IMPORT.findall(path.read_text("utf-8")):
        yield from _needed(_shared_or_own(path.parent, f"{name}.js"))
    yield path


def _joined(paths: Iterable[Path]) -> str:
    return "const modules = {};\n" + "\n".join(map(_scoped, paths))


def _scoped(path: Path) -> str:
    """A module as a function that hands on what the module exports."""
    text = path.read_text("utf-8")
    names = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub(r"const \1", _IMPORT.sub(_taken, text))
    return f"modules.{path.stem} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    """An import, among modules that were joined; one for its doing alone has been done."""
    return f"const {found[1].replace(' as ', ': ')} = modules.{found[2]};" if found[1] else ""


JOINED: dict[str, Callable[[], str]] = {
    "shared.css": style_sheet,
    "shared.js": shared_script,
    **{f"{name}.css": partial(bundle, STATIC / f"{name}.css") for name in OTHER_SHEETS},
}
"""Served beside the files themselves."""


def shared_mark(name: str) -> str:
    """Changes when the file below ``static/`` does, so that browsers may keep it for long."""
    joined = JOINED.get(name)
    return mark_of(joined()) if joined else mark(STATIC / name)


def app_mark(path: Path) -> str:
    """The same for a file of an app."""
    return mark_of(bundle(path)) if path.suffix in _BUNDLED else mark(path)
