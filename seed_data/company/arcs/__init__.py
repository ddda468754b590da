"""Arcs: stories with people, things and consequences, a module each, played by ``casting``.

To add one, write a module with an ``ARC`` (see ``casting.Arc``) and name it below, at the end; give
it a time in a preset only when that preset's companies are meant to change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module

from workworld.seed_data.company.arcs import casting
from workworld.seed_data.company.arcs.casting import Arc
from workworld.seed_data.company.company import Company

NAMES: Sequence[str] = (
    "audit",
    "budget_cycle",
    "burnout",
    "customer_bug",
    "departure",
    "enterprise_deal",
    "feature_request",
    "flaky_test",
    "hire",
    "launch",
    "lead_wave",
    "migration",
    "misdiagnosis",
    "outage",
    "price_change",
    "quarter_close",
    "renewal_at_risk",
    "reorganization",
)
"""The modules of this package that tell an arc, in the order of their casting.

A new one comes last, whatever its name: then it takes nobody from those before it.
"""


def all_arcs() -> list[Arc]:
    """Every arc there is."""
    return [import_module(f"{__name__}.{name}").ARC for name in NAMES]


def ways() -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """Each arc that is ever cast: how it may go, and how it goes only in companies that models
    are judged on."""
    for arc in all_arcs():
        if arc.times:
            usual = [each for each in arc.variants if each not in arc.held_out]
            yield re.sub("[_-]", " ", arc.name), usual, arc.held_out


def play(company: Company) -> None:
    """Cast and play them all: their events and facts join the company's."""
    casting.play(company, all_arcs())
