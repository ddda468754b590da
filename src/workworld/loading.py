"""Finds the apps, MCP servers, company builders and task families that are installed, by name.

The core knows what an app is and never which apps there are; this module is where a folder's
existence becomes a fact.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from workworld.manifest import App


@cache
def apps() -> tuple[App, ...]:
    """The manifests of all apps, by id, with their tables and operations loaded."""
    found = [import_module(name).APP for name in _submodules("workworld.apps", packages_only=True)]
    for app in found:
        app.module("models")
        package = app.module("service")
        for name in _submodules(package.__name__):
            import_module(name)
    return tuple(found)


@cache
def mcp_modules() -> tuple[ModuleType, ...]:
    """The modules that hold an app's MCP tools, one for each app, in the apps' order."""
    return tuple(import_module(f"workworld.mcp_servers.{app.id}") for app in apps())


@cache
def seed_modules() -> tuple[ModuleType, ...]:
    """The modules that turn company facts into rows: the directory's first, then the apps'."""
    names = ["directory", *(app.id for app in apps())]
    return tuple(import_module(f"workworld.seed_data.{name}") for name in names)


@cache
def task_modules() -> tuple[ModuleType, ...]:
    """Every module below ``tasks/<business process>/``; each one holds a ``FAMILY``."""
    processes = _submodules("workworld.tasks", packages_only=True)
    return tuple(import_module(name) for process in processes for name in _submodules(process))


def _submodules(package_name: str, *, packages_only: bool = False) -> list[str]:
    package = import_module(package_name)
    found = pkgutil.iter_modules(package.__path__, f"{package_name}.")
    return sorted(module.name for module in found if module.ispkg or not packages_only)
