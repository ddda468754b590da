"""Workflows that people have built, and what came of them: answers to forms, told in channels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.tellers.chat.said import Room, moment
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.company.text.voice import spell
from workworld.seed_data.facts import RunFact, WorkflowFact
from workworld.seed_data.reading import read

_PACKS = Path(__file__).parents[2] / "packs"
_NO_KEY = re.compile(r"[^a-z0-9]+")
Here = Callable[[Room], Sequence[str]]
"""Who is in a channel still, those first who have been there longest."""


def tell(talker: Talker, rooms: Mapping[str, Room], here: Here) -> Iterator[WorkflowFact]:
    """The workflows of the company's pack, each with its runs.

    Args:
        talker: who knows when people work, and what they know by then.
        rooms: channels by key.
        here: see above.
    """
    for row in read(_PACKS / talker.company.pack / "workflows.yaml"):
        room = rooms[row["channel"]]
        owner, helper, *_ = here(room)
        stream = talker.company.chance.stream("chat", "workflow", row["name"])
        made = TODAY - timedelta(days=row["days"])
        yield WorkflowFact(
            name=row["name"],
            description=row["description"],
            icon=row["icon"],
            owner=owner,
            managers=[helper],
            channel=room.key,
            created=_at_work(talker, owner, made, stream) or made,
            steps=row["steps"],
            runs=[*_runs(talker, row, here(room), stream)],
        )


def _runs(
    talker: Talker, row: Mapping[str, Any], here: Sequence[str], stream: Stream
) -> Iterator[RunFact]:
    questions = row["steps"][0]["settings"]["questions"]
    left = {key: [*said] for key, said in row["said"].items()}
    span = timedelta(days=row["days"] - 5)
    moments = sorted(stream.integer(3, int(span.total_seconds())) for _ in range(row["runs"]))
    for since in moments:
        by = stream.choice(here)
        at = _at_work(talker, by, TODAY - span + timedelta(seconds=since), stream)
        if at is None or at >= TODAY - timedelta(hours=1):
            continue
        answers = {}
        for question in questions:
            key = _NO_KEY.sub("_", question["label"].lower())
            if key in left and (said := _once(left, row["said"], key, stream)):
                answers[key] = spell(said, talker.staff[by].voice)
            elif question["choices"]:
                answers[key] = stream.choice(question["choices"])
            else:
                known = talker.known.slots("customer", int(at.timestamp()), stream)
                answers[key] = (known or {"customer": "a new one"})["customer"]
        yield RunFact(by, at, answers)


def _once(
    left: Mapping[str, list[str]], all_of: Mapping[str, Sequence[str]], key: str, stream: Stream
) -> str:
    """An answer that nobody has given lately."""
    if not left[key]:
        left[key].extend(all_of[key])
    return left[key].pop(stream.integer(0, len(left[key]) - 1))


def _at_work(talker: Talker, by: str, at: datetime, stream: Stream) -> datetime | None:
    found = talker.presence.when(by, int(at.timestamp()), stream)
    return moment(found) if found is not None else None
