"""Finds the apps, MCP servers, company builders and task families that are installed, by name.

The core knows what an app is and never which apps there are; this module is where a folder's
existence becomes a fact.
"""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from workworld.errors import BrokenTask
from workworld.manifest import App

if TYPE_CHECKING:  # loading stands below them: it finds them by name
    from workworld.doors.mcp import ToolTable
    from workworld.grading import Family

SERVICES = ("audit", "directory", "files", "links", "notifications", "rules", "search")
"""What all apps share and has tables or operations of its own: packages of the core."""


_JOINED = "workworld.apps.integrations"
"""What happens in one app because of another: no app itself, though it stands beside them."""

_SCREENS = "workworld.tasks.screens"
"""What families share to use the apps in a browser: no business process either."""

PREVIEW = "WORKWORLD_PREVIEW"
"""Names, with commas between, the previews that are to be there as well."""


@cache
def apps() -> tuple[App, ...]:
    """The manifests of all apps, by id, with the tables and operations of apps and core loaded.

    A preview is among them where ``WORKWORLD_PREVIEW`` names it.
    """
    for service in SERVICES:
        for name in _submodules(f"workworld.{service}"):
            import_module(name)
    wanted = os.environ.get(PREVIEW, "").split(",")
    named = [each for each in _submodules("workworld.apps", packages_only=True) if each != _JOINED]
    there: list[App] = [import_module(name).APP for name in named]
    found = [app for app in there if not app.is_preview or app.id in wanted]
    for app in found:
        app.module("models")
        for part in ("service", "wire"):  # in whose shapes what happens may be told outside
            for name in _submodules(app.module(part).__name__):
                import_module(name)
    if len(found) > 1:  # what joins apps needs them
        absent = {app.id for app in there} - {app.id for app in found}
        for name in _submodules(_JOINED):
            _join(name, absent)
    return tuple(found)


def _join(name: str, absent: set[str]) -> None:
    """Import a module that joins apps; a package of an app's name goes with that app alone."""
    if name.rpartition(".")[2] in absent:
        return
    import_module(name)
    for inner in _submodules(name):
        import_module(inner)


@cache
def tool_tables() -> tuple[ToolTable, ...]:
    """The MCP tools of each app, in the apps' order.

    Raises:
        ValueError: two tools of a profile have the same name, so no server could offer both.
    """
    modules = [import_module(f"workworld.mcp_servers.{app.id}") for app in apps()]
    tables: tuple[ToolTable, ...] = tuple(module.TABLE for module in modules)
    for profile in {name: None for table in tables for name in table.profiles}:
        offering = [table.profiles[profile] for table in tables if profile in table.profiles]
        names = [tool.name for upstream in offering for tool in upstream.tools]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"tools of the same name in {profile}: {', '.join(twice)}")
    return tables


@cache
def seed_modules() -> tuple[ModuleType, ...]:
    """The modules that turn company facts into rows: the directory's first, then the apps'."""
    names = ["directory", *(app.id for app in apps())]
    return tuple(import_module(f"workworld.seed_data.{name}") for name in names)


@cache
def load_modules() -> tuple[ModuleType, ...]:
    """The modules that fill companies of load data, in the apps' order; not every app has one."""
    there = _submodules("workworld.seed_data.bench")
    names = (f"workworld.seed_data.bench.{app.id}" for app in apps())
    return tuple(import_module(name) for name in names if name in there)


@cache
def families() -> Mapping[str, Family[Any]]:
    """Every task family, by id: each module below ``tasks/<business process>/`` holds one.

    Raises:
        BrokenTask: a module cannot be imported, holds no family, or one with another id.
    """
    apps()
    folders = _submodules("workworld.tasks", packages_only=True)
    processes = [each for each in folders if each != _SCREENS]
    found = [_family_in(name) for process in processes for name in _submodules(process)]
    return MappingProxyType({family.id: family for family in found})


def _family_in(name: str) -> Family[Any]:
    file, wanted = "/".join(name.split(".")[1:]) + ".py", name.removeprefix("workworld.tasks.")
    try:
        family: Family[Any] = import_module(name).FAMILY
    except AttributeError as error:
        raise BrokenTask(file, wanted, None, f"it cannot be loaded: {error}") from error
    except Exception as error:
        raise BrokenTask(file, wanted, None, f"importing it raised {error!r}") from error
    if (found := getattr(family, "id", None)) is None:
        raise BrokenTask(file, wanted, None, f"FAMILY is no family but {family!r}")
    if found != wanted:
        raise BrokenTask(file, wanted, None, f"the family has another id, {found}")
    return family


def _submodules(package_name: str, *, packages_only: bool = False) -> list[str]:
    package = import_module(package_name)
    found = pkgutil.iter_modules(getattr(package, "__path__", ()), f"{package_name}.")
    return sorted(module.name for module in found if module.ispkg or not packages_only)
