"""The same steps give the same rows, in every process and on every Python."""

import hashlib
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import select
from tests.states import Rows, all_rows, steps_of, stray

from workworld import loading
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, markers, messages
from workworld.calls import call
from workworld.clock import Clock
from workworld.colleagues import Rule, teach
from workworld.context import Actor, Request, Surface
from workworld.database import Base, TableRole, table_names
from workworld.directory.models import Person
from workworld.errors import Refused
from workworld.faults import FaultKind, inject
from workworld.passing_time import let_time_pass
from workworld.schedule import plan
from workworld.worlds import Snapshot, World, Worlds

COMMITTED = Path(__file__).parent / "world_rows.json"
POSTS = 50
STORED = ("log_bytes", "changeset")
"""Columns that say how a world is stored."""


def run_steps(world: World) -> None:
    """A fixed sequence of about fifty steps of every kind."""
    with world.writing() as session:
        people = dict(session.execute(select(Person.handle, Person.id)).all())
        places = dict(session.execute(select(Channel.name, Channel.id)).all())
        teach(
            session,
            Rule(
                person_id=people["lraghunath"],
                event="chat.message_posted",
                where={"text": {"any_word": ["code"]}},
                operation="chat.messages.post",
                arguments={
                    "channel_id": "$channel_id",
                    "thread_ts": "$thread_ts",
                    "text": "It is 4711.",
                },
                after_seconds=20,
                next_state="told",
            ),
        )
        inject(session, app_id="chat", kind=FaultKind.DOWN, times=3, surface="mcp")
        due_us = Clock(session).now_us() + 100_000_000
        for text in ("first", "second"):
            plan(
                session,
                due_us=due_us,
                actor_id=people["jwikstrand"],
                operation="chat.messages.post",
                arguments={"channel_id": places["general"], "text": text},
            )
        plan(session, due_us=due_us, actor_id="U0", operation="chat.messages.fly", arguments={})

    def ask(number: int, function: Any, **arguments: Any) -> Any:
        actor = Actor(people["aruiz" if number % 3 else "jwikstrand"])
        surface = (Surface.REST, Surface.MCP, Surface.UI)[number % 3]
        with suppress(Refused):
            return call(world, actor, function, Request(surface, f"request {number}", arguments))

    root = None
    for number in range(POSTS):
        name = ("general", "deploys", "announcements", "renewals", "nowhere")[number % 5]
        channel_id = places.get(name, "CNOPE")
        text = f"the code? ünïcode {number} 🙂" if number % 7 == 0 else f"step {number}"
        if number % 4 == 3 and root is not None:
            ask(1, messages.post, channel_id=places["general"], text=text, thread_ts=root)
        else:
            posted = ask(number, messages.post, channel_id=channel_id, text=text)
            root = posted.ts if posted is not None and name == "general" else root
        ask(number, channels.info, channel_id=channel_id)
        if number % 6 == 0 and root is not None:
            ask(number, markers.see, channel_id=places["general"], ts=root)
        if number == 20:
            world.set_baseline()
            let_time_pass(world, 90)
        if number == 25:
            stray(world, "UPDATE directory_people SET title = 'Poet' WHERE handle = 'aruiz'")
        if number == 30:
            world.rewind(steps_of(world) - 3)


def kept(world: World) -> Rows:
    """All rows, but for tables that can be computed from others."""
    rows = all_rows(world)
    return {name: rows[name] for name in rows if name not in table_names(TableRole.DERIVED)}


def digests_of(world: World) -> dict[str, str]:
    """A digest of each table's rows, but for what another version of SQLite may store otherwise."""
    found = {}
    for name, rows in sorted(kept(world).items()):
        columns = list(Base.metadata.tables[name].columns.keys())
        told = [place for place, column in enumerate(columns) if column not in STORED]
        text = "\n".join(repr([row[place] for place in told]) for row in rows)
        found[name] = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
    return found


def test_same_steps_give_the_committed_rows(world: World) -> None:
    run_steps(world)
    assert steps_of(world) >= 50
    found = digests_of(world)
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        COMMITTED.write_text(json.dumps(found, indent=2) + "\n")
    assert json.loads(COMMITTED.read_text()) == found, "changed rows: if meant, `make snapshots`"


def test_same_steps_give_the_same_rows_in_a_second_world(
    worlds: Worlds, snapshot: Snapshot
) -> None:
    first, second = (worlds.open(snapshot) for _ in range(2))
    for world in (first, second):
        run_steps(world)
    assert kept(first) == kept(second)
    assert first.diff() == second.diff()
    assert first.trail.reads() == second.trail.reads()
    assert {read["outcome"] for read in first.trail.reads()} >= {"ok", "service_unavailable"}


def test_rows_do_not_depend_on_the_process(snapshot: Snapshot, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[4])\n"
        "from tests.core import test_determinism\n"
        "test_determinism.print_digests(*sys.argv[1:4])"
    )
    other = {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, snapshot.fingerprint, snapshot.path, tmp_path, root],
        env=os.environ | other,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == json.loads(COMMITTED.read_text())


def print_digests(fingerprint: str, path: str, folder: str) -> None:
    """What a process of its own prints."""
    loading.apps()
    with Worlds(Path(folder)) as store:
        world = store.open(Snapshot("tiny", 0, fingerprint, Path(path)))
        run_steps(world)
        sys.stdout.write(json.dumps(digests_of(world)))
