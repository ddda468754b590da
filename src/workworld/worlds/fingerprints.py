"""What decides a snapshot's bytes, condensed into its name."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

import apsw
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

from workworld import fulltext, loading
from workworld.database import Base, deriving_modules
from workworld.randomness import digest
from workworld.worlds.scales import source_of

_BUILDER = "workworld.worlds.builds"
_LIBRARIES = ("apsw", "faker", "pyyaml", "sqlalchemy", "tzdata")
_OF_STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The parts of a statement that hold further statements."""


def fingerprint(preset: str, seed: int) -> str:
    """16 hex digits over everything that decides a snapshot's bytes."""
    loading.apps()  # they declare the tables that the schema is made of
    return digest(preset, seed, schema(), *_inputs(preset)).hex()[:16]


def schema() -> list[str]:
    """The SQL that makes every table and index, in an order that does not vary.

    It is all that a build runs to make them, so it must hold whatever else a schema needs.
    """
    elements: list[ExecutableDDLElement] = []
    for table in sorted(Base.metadata.tables.values(), key=lambda each: each.name):
        elements.append(CreateTable(table))
        elements += map(CreateIndex, sorted(table.indexes, key=lambda each: str(each.name)))
    compiled = [str(element.compile(dialect=sqlite.dialect())) for element in elements]
    return compiled + fulltext.schema_statements()


def shaping_modules(preset: str) -> list[str]:
    """Every module of ours that a build runs: the builders and whatever they import, by name."""
    made_of = source_of(preset)
    builders = [f"workworld.seed_data.{name}" for name in ("directory", made_of.package)]
    builders += [f"workworld.seed_data.{app.id}" for app in loading.apps()]
    if made_of.scale is not None:
        builders += [module.__name__ for module in loading.load_modules()]
    found: set[str] = set()
    ahead = [_BUILDER, *builders, *deriving_modules()]
    while ahead:
        name = ahead.pop()
        if name not in found and (source := _source(name)):
            found.add(name)
            ahead += _imported(source)
    return sorted(found)


@cache
def _inputs(preset: str) -> tuple[list[str], list[str], list[str]]:
    """Facts, code and libraries, which stay as they are while a process runs."""
    made_of = source_of(preset)
    packages = [made_of.package] if made_of.scale is None else [made_of.package, "tiny"]
    packages += [app.id for app in loading.apps()]  # what is the same in all companies
    facts = [
        mark for name in packages for mark in _marks(files("workworld.seed_data").joinpath(name))
    ]
    sources = ((name, _source(name)) for name in shaping_modules(preset))
    code = [f"{name}={_condensed(source.read_bytes())}" for name, source in sources if source]
    # A version of apsw may also be built on another SQLite than the one it comes with.
    libraries = [*(f"{name}={version(name)}" for name in _LIBRARIES), apsw.sqlite3_sourceid()]
    return facts, code, libraries


def _marks(source: Traversable) -> list[str]:
    """Name and contents of a file, or of all facts and code below a folder, condensed."""
    if source.is_dir():
        inner = sorted(source.iterdir(), key=lambda each: each.name)
        return [f"{source.name}/{mark}" for each in inner for mark in _marks(each)]
    if not source.name.endswith((".py", ".yaml")):
        return []
    return [f"{source.name}={_condensed(source.read_bytes())}"]


def _condensed(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


@cache
def _source(name: str) -> Path | None:
    """The file of a module of ours; None for the modules of others, and for what is no module."""
    if not f"{name}.".startswith("workworld."):
        return None
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:  # its parent is no package
        return None
    return Path(spec.origin) if spec and spec.origin else None


def _imported(source: Path) -> Iterator[str]:
    """The modules of this package that a file imports when it runs."""
    ahead: list[ast.AST] = [*ast.parse(source.read_bytes()).body]
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if _source(name) else str(node.module) for name in inner)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        for part in _OF_STATEMENTS:  # expressions hold no import, and are most of the tree
            ahead += getattr(node, part, ())
