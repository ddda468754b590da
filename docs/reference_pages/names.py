"""The public names of the package."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType
from typing import Any

from reference_pages.markdown import docstring

MODULES = ("workworld", "workworld.environment", "workworld.grading", "workworld.grading.answers")
_SAID = """\
What trainers and authors of tasks import. Everything else may change without notice.
"""


def page() -> str:
    """Every public name with its signature and what it says of itself."""
    parts = ["# Python\n", _SAID]
    told: set[int] = set()
    for module in MODULES:
        parts += [f"## `{module}`\n", f"{docstring(import_module(module))}\n"]
        for name, found in public(module):
            parts.append(_told(module, name, found, again=id(found) in told))
            told.add(id(found))
    return "\n".join(parts)


def public(module: str) -> Iterator[tuple[str, Any]]:
    """The names that a module hands out, and what they are."""
    imported = import_module(module)
    for name in imported.__all__:
        yield name, getattr(imported, name)


def _told(module: str, name: str, found: Any, *, again: bool) -> str:
    head = f"### `{module}.{name}`\n"
    if again:
        return f"{head}\nAs above.\n"
    if not callable(found) or typing.get_origin(found) is not None:
        return f"{head}\n`{found}`\n"
    called = f"\n```python\n{name}{_signature(found)}\n```\n" if _signature(found) else ""
    shown = f"{head}{called}\n{docstring(found)}"
    if inspect.isclass(found):
        shown += "".join(_method(each, inside) for each, inside in _methods(found))
    return shown


def _methods(of: type) -> Iterator[tuple[str, FunctionType]]:
    for name in dir(of):
        inside = inspect.getattr_static(of, name)
        if isinstance(inside, FunctionType) and not name.startswith("_"):
            yield name, inside


def _method(name: str, method: FunctionType) -> str:
    said = docstring(method).replace("\n", "\n  ").rstrip()
    return f"\n- `{name}{_signature(method)}`\n\n  {said}\n"


def _signature(of: Any) -> str:
    try:
        return str(inspect.signature(of)).replace("(self, ", "(").replace("(self)", "()")
    except ValueError:
        return ""
