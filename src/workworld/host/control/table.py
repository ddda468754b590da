"""The table of the control API: every request that it understands."""

from __future__ import annotations

import os
from importlib.metadata import version
from typing import Any

from workworld import loading
from workworld.context import Surface
from workworld.faults import FaultKind
from workworld.host.control import faults, people, record, sessions, tasks, time, worlds
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.rows import (
    Field,
    Row,
    anything,
    flag,
    number,
    text,
    texts,
    whole,
    word,
)
from workworld.host.idleness import LONGEST, Fate
from workworld.worlds.snapshots import PRESETS

WORLDS, WORLD = "/api/worlds", "/api/worlds/{world}"
_DAY = 86_400


def _host(desk: Desk, _asked: Asked) -> dict[str, Any]:
    """Who answers here."""
    return {
        "version": version("workworld"),
        "pid": os.getpid(),
        "agent_origin": desk.agent_origin,
        "agent_origins": [desk.agent_origin],
        "open_worlds": len(desk.worlds.all()),
    }


_NAME = text("name", "Lower-case letters, digits and hyphens; w1, w2, … when not given.")
_MADE_FROM = (
    word("preset", "Which company; by default the host's.", PRESETS),
    whole("seed", "Which variant of it."),
    text("snapshot", "Instead of preset and seed: the fingerprint of a snapshot."),
)
_IDLE = (
    whole("ttl", "After how many seconds without use it is let go of; 0 is never.", 0, LONGEST),
    word("idle", "Whether it is closed or removed then.", tuple(Fate)),
)
_STEP = "After which step; 0 is before the first."
_FAULT: tuple[Field, ...] = (
    word("app", "Which app.", [app.id for app in loading.apps()], required=True),
    word("kind", "What goes wrong.", tuple(FaultKind), required=True),
    text("operation", "Only this operation, or those whose ids begin so."),
    word("surface", "Only at this door.", (Surface.UI, Surface.REST, Surface.MCP)),
    whole("seconds", "How long a slow request takes, or when to come back.", 0, _DAY),
    whole("times", "How many requests it strikes.", 1, faults.MOST_TIMES),
    whole("minutes", "How long it lasts, in simulated time.", 1, faults.MOST_MINUTES),
    Field("until", {"type": "string", "format": "date-time"}, "When it ends, in simulated time."),
)
_TASK = (
    # No list of them here: one that cannot be loaded would keep the host from starting.
    text("task", "The family's id, one of those that /api/tasks lists.", required=True),
    whole("seed", "Which of the family's tasks; 0 when not given."),
)
_LIMITS = (
    whole("steps", "How many changes may be asked for.", 0, sessions.MOST_STEPS),
    whole("seconds", "How much simulated time may pass.", 0, sessions.LONGEST),
)
_WALL = number("wall_seconds", "How much real time may pass.", 0, tasks.LONGEST_WALL)
_LOST = text("lost", "Why the episode is invalid, if whoever ran it knows of a failure.")
_STANDING = ("now", "steps", "seconds", "is_answered", "is_over", "instruction", "person")
_SINCE = (whole("since", "Only what came after this step."),)
_TOLD = ("name", "state", "shared", "snapshot", "preset", "seed", "steps", "bytes")
_SET = ("task", "title", "seed", "instruction", "persona")
_GRADE = ("valid", "invalid", "truncated", "reward", "score", "checks", "judged")
_KEYS = ("tokens", "launch_url", "password")

TABLE = (
    Row(
        "GET",
        "/api/host",
        _host,
        "Tells the version and where agents are served.",
        answer=("version", "pid", "agent_origin", "agent_origins", "open_worlds"),
    ),
    Row("GET", WORLDS, worlds.listed, "Lists the worlds.", answer=("worlds", "closed")),
    Row(
        "POST",
        WORLDS,
        worlds.create,
        "Opens a world.",
        (
            _NAME,
            flag("fresh", "Whether to start over what lies under its name.", default=True),
            flag("shared", "Whether other processes may serve it too.", default=False),
            *_MADE_FROM,
            *_IDLE,
        ),
        201,
        _TOLD,
    ),
    Row(
        "DELETE",
        WORLD,
        worlds.let_go,
        "Closes a world.",
        (
            flag("remove", "Whether what was changed goes as well.", default=False),
            text("snapshot", "Which, by fingerprint, if several worlds have the name."),
        ),
        answer=("name", "removed"),
    ),
    Row("POST", WORLD + "/reset", worlds.reset, "Puts a world back to the snapshot.", answer=_TOLD),
    Row(
        "POST",
        WORLD + "/rewind",
        worlds.rewind,
        "Puts a world back to the state after a step.",
        (whole("step", _STEP, required=True),),
        answer=_TOLD,
    ),
    Row(
        "POST",
        WORLD + "/fork",
        worlds.fork,
        "Opens a copy of a world as it was after a step, or as it is now.",
        (whole("step", _STEP), _NAME, *_IDLE),
        201,
        _TOLD,
    ),
    Row(
        "POST",
        WORLD + "/export",
        worlds.export,
        "Writes an ordinary SQLite file on the host's machine.",
        (text("path", "Absolute; nothing may be there yet.", required=True),),
        201,
        ("path", "bytes"),
    ),
    Row(
        "GET",
        WORLD + "/steps",
        record.steps,
        "Lists what was asked, by whom, and the outcome.",
        _SINCE,
        answer=("steps",),
    ),
    Row(
        "GET",
        WORLD + "/reads",
        record.reads,
        "Lists what was looked at.",
        (whole("since", "Only from this step on."),),
        answer=("reads",),
    ),
    Row(
        "GET",
        WORLD + "/diff",
        record.diff,
        "Lists every row that is not as it was, and who touched it last.",
        answer=("changes",),
    ),
    Row(
        "GET",
        WORLD + "/clock",
        time.clock,
        "Tells the simulated time.",
        answer=("now", "step_seconds"),
    ),
    Row(
        "POST",
        WORLD + "/clock",
        time.set_clock,
        "Lets time pass, or says what a step costs; at least one of the two is given.",
        (
            whole("advance", "How many seconds pass.", 0, time.LONGEST),
            whole("step_seconds", "What a step costs from now on.", 0, _DAY),
        ),
        answer=("now", "step_seconds", "caught_up"),
    ),
    Row("GET", WORLD + "/schedule", time.schedule, "Lists what is due when.", answer=("schedule",)),
    Row("GET", WORLD + "/faults", faults.listed, "Lists what goes wrong.", answer=("faults",)),
    Row(
        "POST",
        WORLD + "/faults",
        faults.add,
        "Lets something go wrong.",
        _FAULT,
        201,
        ("id", "app", "kind"),
    ),
    Row(
        "DELETE",
        WORLD + "/faults",
        faults.end,
        "Ends a fault, or all of them.",
        (whole("id", "Which; all of them when not given."),),
        answer=("cleared",),
    ),
    Row(
        "GET",
        WORLD + "/people",
        people.listed,
        "Lists the people.",
        (flag("work", "Whether to tell what lies on their desks, too.", default=False),),
        answer=("people",),
    ),
    Row(
        "POST",
        WORLD + "/credentials",
        people.credentials,
        "Gives an account's bearer tokens, and a person's one-time sign-in link and password; to a "
        "bot the tokens by which its program asks to be told of events.",
        (
            text("person", "An e-mail address, or the id of a person or bot.", required=True),
            texts("scopes", "What the tokens allow; everything when not given."),
            whole("lifetime_seconds", "How long they count, in real time.", 1, people.LONGEST),
        ),
        answer=("person", "kind", "tokens"),
    ),
    Row(
        "GET",
        WORLD + "/session",
        sessions.standing,
        "Tells how the session stands.",
        answer=_STANDING,
    ),
    Row(
        "POST",
        WORLD + "/session",
        sessions.begin,
        "Begins a session: asks something of a person, within limits.",
        (
            text("instruction", "What is asked.", required=True),
            text("person", "Of whom: an e-mail address or a person's id.", required=True),
            *_LIMITS,
        ),
        201,
        _STANDING,
    ),
    Row(
        "DELETE",
        WORLD + "/session",
        sessions.end,
        "Ends the session: nothing can be changed or answered any more.",
        answer=_STANDING,
    ),
    Row(
        "GET",
        WORLD + "/components",
        people.components,
        "Gives the link to the page that shows every component of the pages in all its states.",
        answer=("url",),
    ),
    Row("GET", "/api/tasks", tasks.listed, "Lists the task families.", answer=("tasks",)),
    Row(
        "GET",
        "/api/tasks/preview",
        tasks.preview,
        "Shows a task of the host's company without setting it.",
        _TASK,
        answer=(*_SET, "rubric"),
    ),
    Row(
        "POST",
        WORLD + "/task",
        tasks.set_task,
        "Puts a world to where the episodes of a task begin, and begins its session.",
        (*_TASK, *_LIMITS, _WALL),
        answer=(*_SET, "first_step", "profile", "limits", *_KEYS),
    ),
    Row(
        "POST",
        WORLD + "/grade",
        tasks.judge,
        "Grades what was done about the task so far.",
        (anything("answer", "Instead of what was answered in the session."), _LOST),
        answer=("task", "seed", *_GRADE),
    ),
    Row(
        "GET",
        WORLD + "/episode",
        tasks.episode,
        "Tells the record of the episode: its header, what happened in order, and its grade.",
        (_LOST,),
        answer=("lines",),
    ),
)


def row_of(method: str, path: str) -> Row:
    """The row of a request.

    Raises:
        StopIteration: there is none.
    """
    return next(row for row in TABLE if (row.method, row.path) == (method, path))
