"""What holds in every generated company, each told by a function that finds where it does not.

A module an area. A check is called after the invariant that it holds, ``i24``; it takes a session
on a company's rows and its ledger, and yields a sentence for each violation, none if all is well.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module

from sqlalchemy.orm import Session

from workworld.worlds.ledgers import Fact

Check = Callable[[Session, Sequence[Fact]], Iterator[str]]

_NAME = re.compile(r"i[1-9]\d?")


@cache
def all_checks() -> Mapping[str, Check]:
    """Every check there is, by area and invariant: ``people.i3``."""
    found: dict[str, Check] = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda each: each.name):
        there = vars(import_module(f"{__name__}.{module.name}"))
        names = sorted((name for name in there if _NAME.fullmatch(name)), key=lambda n: int(n[1:]))
        found |= {f"{module.name}.{name}": there[name] for name in names}
    return found
