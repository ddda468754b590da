"""The task families, by business process."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from types import ModuleType
from typing import Any

from reference_pages.markdown import first_sentence, plain, table
from workworld import loading
from workworld.grading import Family

_HEAD = ("", "")


def page() -> str:
    """Every family: what it asks for, how hard it is, and what could be taken for the truth."""
    by_process: dict[str, list[Family[Any]]] = defaultdict(list)
    for family in loading.families().values():
        by_process[family.id.split(".")[0]].append(family)
    found = loading.families().values()
    by_difficulty = Counter(str(family.difficulty) for family in found)
    said = (
        f"{len(found)} families: "
        f"{', '.join(f'{count} {name}' for name, count in sorted(by_difficulty.items()))}. "
        "Each yields a fresh task for every seed and every company. `workworld tasks show <family> "
        "--seed 3` and the portal's gallery show one, [how to write one](write_a_task.md) tells "
        "the rest.\n"
    )
    parts = ["# Task families\n", said]
    for process, families in sorted(by_process.items()):
        package = sys.modules[f"workworld.tasks.{process}"]
        title = process.replace("_", " ").capitalize()
        parts += [f"## {title}\n", f"{first_sentence(package)}\n"]
        parts += [_told(family) for family in families]
    return "\n".join(parts)


def _told(family: Family[Any]) -> str:
    module: ModuleType = sys.modules[f"workworld.tasks.{family.id}"]
    limits = family.limits
    spent = (
        f"{limits.steps} steps" if limits.steps is not None else "",
        f"{limits.seconds} s of simulated time" if limits.seconds is not None else "",
        f"{limits.wall_seconds} s of real time" if limits.wall_seconds is not None else "",
    )
    rows = [
        ("difficulty", str(family.difficulty)),
        ("split", str(family.split)),
        ("tools", f"profile `{family.profile}`"),
        ("limits", ", ".join(each for each in spent if each) or "none"),
        ("oracle", "tools and browser" if family.solve_ui else "tools"),
        ("could be taken for what is meant", plain("; ".join(family.distractors))),
        ("some seeds cannot be done", plain(family.infeasible)),
        ("cheats that earn nothing", plain("; ".join(family.traps))),
    ]
    said = table(_HEAD, [row for row in rows if row[1]])
    head = f"### {plain(family.title)}\n\n`{family.id}`: {first_sentence(module)}\n\n"
    return head + said
