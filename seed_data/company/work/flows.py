"""How issues of each type go: from their opening through their workflow to their end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from workworld.seed_data.company.text.polish import capitals
from workworld.seed_data.company.work.lives import DAY, Life, spread
from workworld.seed_data.company.work.places import lead

_SUMMARIES = {
    "Bug": "bug",
    "Story": "story",
    "Task": "task",
    "Spike": "spike",
    "Epic": "epic",
    "Sub-task": "subtask",
    "Change": "change",
    "Incident": "incident",
}
_TEXTS = {"Bug": "bug_text", "Story": "story_text", "Epic": "epic_text", "Change": "change_text"}
_TEXTS |= {"Task": "task_text", "Spike": "task_text", "Incident": "bug_text"}
_PRIORITIES = ("Highest", "High", "High", "Medium", "Medium", "Medium", "Medium", "Low", "Lowest")
_POINTS = (1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 8)
_ESTIMATES = ("2h", "4h", "4h", "1d", "1d", "2d", "2d", "3d", "1w")
_WAIT = {"Bug": 2.2, "Story": 9.0, "Task": 5.0, "Spike": 3.0, "Epic": 6.0, "Sub-task": 0.8}
_WORK = {"Bug": 1.3, "Story": 3.2, "Task": 1.8, "Spike": 2.0, "Epic": 55.0, "Sub-task": 0.9}
_REOPENED = {"Bug": 5, "Story": 3, "Task": 2}
"""Hundredths."""
_NONE_YET = ("a ", "an ")
"""How things begin that somebody does not have yet."""
_FAULTY = {"access": 25, "software": 60, "office": 85}
"""Of a hundred requests about things that are there, in how many they do not work."""
_FETCHED = "Hardware"
"""The component of what is handed over."""
_WAITS = 90
"""Of a hundred things that are taken up once the next sprint is planned so many wait for it."""
_QUESTIONS = 8
"""So many questions have answers of their own."""
_LABELS = ("tech-debt", "performance", "quick-win", "security", "ux", "needs-docs", "regression")


def open_issue(life: Life, epic: str = "", **extra: Any) -> bool:
    """It is opened, by a reporter who works at that moment; False if that never comes."""
    kind = life.type
    is_help, is_ops = life.place.kind == "service_desk", life.place.kind == "kanban"
    rule = _help(life) if is_help else _SUMMARIES[kind]
    rule = "ops_task" if is_ops and kind == "Task" else rule
    fields: dict[str, Any] = {"components": [life.part.name]}
    fields["priority"] = life.stream.choice(_PRIORITIES)
    if life.chance(22):
        fields["labels"] = life.stream.sample(_LABELS, 1 + life.stream.integer(0, 1))
    if kind == "Bug":
        fields["labels"] = [*fields.get("labels", ()), "customer-reported"][-2:]
        if not life.chance(35):
            fields["labels"].pop()
        shipped = [each for each in life.place.versions if each.release < life.at.date()]
        if shipped and life.chance(60):
            fields["affects"] = [shipped[-1].name]
    if kind in ("Story", "Bug", "Task", "Spike") and life.place.kind == "scrum":
        if life.chance(72 if kind == "Story" else 40):
            fields["points"] = life.stream.choice(_POINTS)
        if life.chance(9):
            fields["estimate"] = life.stream.choice(_ESTIMATES)
    if kind in ("Bug", "Incident"):
        severity = life.stream.choice(("S2 - major", "S3 - minor", "S3 - minor", "S4 - cosmetic"))
        fields["values"] = {"Severity": severity}
    text = _TEXTS.get(kind, "")
    if is_help:
        text = "help_text_wish" if life.is_wish else "help_text_fault"
    facts: dict[str, Any] = {
        "type": kind,
        "summary": life.say(rule, **life.title)[:240],
        "description": capitals(life.say(text))
        if text and (kind != "Task" or life.chance(75))
        else "",
        "fields": {**fields, **extra},
    }
    things = {"parent": epic} if epic else {}
    is_known = kind in ("Bug", "Task", "Story") and not is_help and life.chance(90)
    if is_known and "assignee" not in extra:
        fields["assignee"] = life.somebody()
        facts["fields"] = {**fields, **extra}
    life.assignee = ""
    if not life.do("issue.opened", 2, facts, by=life.reporter, things=things):
        return False
    life.assignee = facts["fields"].get("assignee", "")
    return True


def _help(life: Life) -> str:
    """What somebody asks the help desk for: the rule of its summary."""
    part, thing = life.part.name.split()[0].lower(), life.slots.fixed["thing"]
    life.is_wish = thing.startswith(_NONE_YET) or not life.chance(_FAULTY.get(part, 0))
    return f"help_wish_{part}" if life.is_wish else "help_fault"


def run(life: Life) -> None:
    """Let an opened issue go its way."""
    flow = _BY_PLACE.get(life.place.kind, {}).get(life.type, _software)
    flow(life)


def _software(life: Life) -> None:
    kind, by = life.type, lead(life.company, life.place, life.at.date())
    if kind == "Bug":
        if life.chance(45):
            life.comment("triage", spread(life.stream, 90, 0.8), by=life.somebody())
        life.change(spread(life.stream, 200, 0.9), by=by, status="To Do")
    if life.chance(29):
        _ask(life, (500, 0.9), (240, 0.8), life.somebody(), life.reporter)
    wait = spread(life.stream, _WAIT[kind] * DAY, 0.9)
    if life.assignee:
        life.at += timedelta(minutes=wait)
    else:
        life.change(wait, by=by, assignee=life.somebody())
    if kind not in ("Epic", "Sub-task") and life.chance(3):
        _give_up(life, by)
        return
    _into_sprint(life, by)
    life.change(spread(life.stream, 90, 0.9), status="In Progress")
    _doing(life, _WORK[kind])
    if kind != "Sub-task":
        _reviewing(life)
    _finish(life)
    if life.is_done and life.chance(_REOPENED.get(kind, 0)):
        _again(life)


def _ask(
    life: Life,
    asked: tuple[float, float],
    told: tuple[float, float],
    asks: str,
    tells: str,
) -> None:
    """Somebody asks, and whoever is asked answers.

    Args:
        life: the issue.
        asked: after how many minutes, and their spread.
        told: how many minutes later the answer comes, and their spread.
        asks: whoever has the issue, if empty.
        tells: who is asked.
    """
    number = life.stream.integer(0, _QUESTIONS - 1)
    mention = f"<@{tells}>"
    if life.comment(f"ask_{number}", spread(life.stream, *asked), by=asks, mention=mention):
        life.comment(f"tell_{number}", spread(life.stream, *told), by=tells)


def _into_sprint(life: Life, by: str) -> None:
    """Teams with sprints take things into the one under way, or towards its end into the next."""
    if life.type in ("Epic", "Sub-task") or life.ended:
        return
    sprint = life.place.sprint_at(life.at + timedelta(minutes=40))
    following = life.place.sprint_planned_at(life.at)
    if following is not None and life.chance(_WAITS):
        life.change(3, by=by, sprint=following.name)
        life.at = max(life.at, following.start)
    elif sprint is not None and life.at + timedelta(hours=3) < sprint.end:
        life.change(3, by=by, sprint=sprint.name)


def _doing(life: Life, days: float) -> None:
    """Talk and work between the first line and the last."""
    left = spread(life.stream, days * DAY, 0.7)
    parts = 1 + life.stream.integer(0, 2)
    for _ in range(parts):
        step = left / parts
        if life.chance(75):
            life.comment("progress", step * 0.4)
        if life.place.kind == "scrum" and life.chance(95):
            life.work(step * 0.5)
        if life.place.kind == "scrum" and life.chance(34):
            life.work(step * 0.2)
        if life.chance(4):
            life.comment("blocked", step * 0.2)
            if life.chance(50):
                life.change(5, flagged=True)
                life.change(DAY * 1.2, flagged=False)
        if life.chance(14):
            _ask(life, (step * 0.2, 0), (200, 0.8), "", life.somebody())
    life.at += timedelta(minutes=left * 0.2)


def _reviewing(life: Life) -> None:
    life.change(30, status="In Review")
    if life.chance(55):
        life.comment("review", spread(life.stream, 300, 0.8), by=life.somebody())
    if life.chance(5):
        life.change(20, by=life.somebody(), status="In Progress")
        life.comment("progress", spread(life.stream, 300, 0.6))
        life.change(60, status="In Review")
    if life.chance(25):
        life.comment("review", spread(life.stream, 200, 0.8), by=life.somebody())
    life.at += timedelta(minutes=spread(life.stream, 300, 0.8))


def _finish(life: Life) -> None:
    done: dict[str, Any] = {"status": "Done"}
    version = life.place.version_after(life.at.date() + timedelta(days=1))
    if version and life.type in ("Story", "Bug", "Task") and life.chance(48):
        done["fix"] = [version.name]
    is_done = life.change(30, **done)
    if is_done and life.chance(40):
        life.comment("done", 4, version=version.name if version else "the next release")
    life.is_done = is_done


def _again(life: Life) -> None:
    """It comes back."""
    life.at += timedelta(minutes=spread(life.stream, 6 * DAY, 0.6))
    by = life.somebody()
    goes_out = any(each.facts.get("fix") for each in life.events)
    reset: dict[str, Any] = {"fix": []} if goes_out else {}  # it is not in that version after all
    if not life.change(20, by=by, status="Reopened", **reset):
        return
    life.is_done = False
    life.comment("reopened", 3, by=by)
    _into_sprint(life, by)
    life.change(spread(life.stream, DAY, 0.6), status="In Progress")
    _doing(life, 0.8)
    life.change(20, status="In Review")
    life.at += timedelta(minutes=spread(life.stream, 200, 0.6))
    next_version = life.place.version_after(life.at.date() + timedelta(days=1))
    fields: dict[str, Any] = {"fix": [next_version.name]} if goes_out and next_version else {}
    life.is_done = life.change(20, status="Done", **fields)


def _give_up(life: Life, by: str) -> None:
    status = "Won't Fix" if life.type == "Bug" else "Done"
    life.comment("wontdo", spread(life.stream, 2 * DAY, 0.8), by=by)
    resolution = "Cannot Reproduce" if life.type == "Bug" and life.chance(40) else "Won't Do"
    life.is_done = life.change(3, by=by, status=status, resolution=resolution)


def _change(life: Life) -> None:
    """A change is reviewed, approved by somebody else, scheduled and carried out."""
    life.change(4, assignee=life.reporter)
    life.change(30, status="Review")
    approver = life.somebody()
    if life.chance(30):
        _ask(life, (60, 0), (60, 0), approver, life.reporter)
    if life.chance(4):
        life.comment("wontdo", 200, by=approver)
        life.is_done = life.change(3, by=approver, status="Rejected", resolution="Won't Do")
        return
    life.change(spread(life.stream, 200, 0.8), by=approver, status="Approved")
    due = (life.at + timedelta(days=life.stream.integer(1, 4))).date().isoformat()
    life.change(30, status="Scheduled", due=due)
    life.change(spread(life.stream, 1.5 * DAY, 0.5), status="Implementing")
    if life.chance(30):
        life.comment("progress", 20)
    if life.chance(5):
        life.comment("reopened", 25)
        life.is_done = life.change(4, status="Rolled Back", resolution="Won't Do")
        return
    life.is_done = life.change(spread(life.stream, 45, 0.6), status="Done")


def _incident(life: Life) -> None:
    """A small incident: nobody has to be woken for it."""
    life.change(5, status="Investigating", assignee=life.somebody())
    life.comment("progress", 20)
    life.change(spread(life.stream, 50, 0.6), status="Mitigated")
    life.comment("done", 20)
    life.is_done = life.change(spread(life.stream, 120, 0.6), status="Resolved")
    life.change(spread(life.stream, 2 * DAY, 0.5), status="Postmortem")
    life.change(spread(life.stream, 3 * DAY, 0.5), status="Closed")


def _request(life: Life) -> None:
    """A colleague asks, an agent answers, until it works."""
    agent = life.somebody()
    staff = life.company.organization.staff
    names = {
        "asker_name": staff[life.reporter].name.split()[0],
        "agent_name": staff[agent].name.split()[0],
    }
    kind = "wish" if life.is_wish else "fault"
    life.change(spread(life.stream, 70, 0.9), by=agent, status="In Progress", assignee=agent)
    if life.chance(25):
        life.comment(f"agent_{kind}", spread(life.stream, 25, 0.8), **names)
    asked = _OF_WISHES if life.is_wish else _OF_FAULTS
    first = life.stream.integer(0, len(asked) - 1)
    for again in range(life.stream.integer(0, 2)):
        if life.chance(38):
            pair = asked[(first + again) % len(asked)]
            life.comment(f"desk_ask_{pair}", spread(life.stream, 150, 0.8), **names)
            life.change(4, status="Waiting for Customer")
            life.comment(f"desk_tell_{pair}", spread(life.stream, 250, 0.9), by=life.reporter)
            life.change(3, by=life.reporter, status="Waiting for Support")
    is_fetched = life.is_wish and life.part.name == _FETCHED
    solved = "solved_thing" if is_fetched else f"solved_{kind}"
    life.comment(solved, spread(life.stream, 150, 0.8), **names)
    life.is_done = life.change(spread(life.stream, 0.8 * DAY, 0.9), status="Resolved")
    if life.chance(35):
        thanks = f"thanks_{kind}"
        life.comment(thanks, spread(life.stream, 200, 0.8), by=life.reporter, **names)
    if life.chance(30):
        life.change(spread(life.stream, 4 * DAY, 0.5), status="Closed")


_OF_FAULTS, _OF_WISHES = (0, 1, 2, 5, 6, 7), (3, 4, 8)
"""Which questions agents ask then, and otherwise."""
Flow = Callable[[Life], None]
_BY_PLACE: Mapping[str, Mapping[str, Flow]] = {
    "kanban": {"Change": _change, "Incident": _incident},
    "service_desk": {"Task": _request},
}
