"""The family: its checks, its oracles and its traps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import heard_from
from workworld.tasks.days import dated, day_in
from workworld.tasks.deals import Edit, creates, edited_checks, edits_allowed
from workworld.tasks.issues import comment, commented, touched, watched
from workworld.tasks.messages import reads
from workworld.tasks.offers import HOUR
from workworld.tasks.records import change, named, task_opened, user_ids
from workworld.tasks.sales_operations.carry_next_steps.facts import (
    Agreed,
    Duty,
    Facts,
    Promise,
    Step,
    draw,
)
from workworld.tasks.screens import crm, tracker
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_STEP = re.compile(r"^(?:• )?(?P<of>.+): next step is “(?P<text>.+)”", re.MULTILINE)
_TASK = re.compile(
    r"^(?:• )?(?P<of>.+): (?P<who>.+) has the task “(?P<text>.+)” by (?P<day>\w+ \d+, \d+)",
    re.MULTILINE,
)
_PROMISE = re.compile(
    r"^(?:• )?(?P<of>[A-Z]+-\d+) is promised to (?P<who>.+) by (?P<day>\w+ \d+, \d+)",
    re.MULTILINE,
)
_OFF = re.compile(r"^(?P<of>.+) is off the list,")


class Said(NamedTuple):
    """What holds in the end of a deal or an issue."""

    kind: re.Pattern[str]
    text: str
    who: str
    day: date | None


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Next steps stand in their deals, tasks are made, and issues have their comments."""
    final = facts.final
    tasks = [
        made(f"task_{number}", f"{each.owner.name} has “{each.subject}” to do", _task(each))
        for number, each in enumerate(final.duties, 1)
    ]
    promises = [
        made(f"promise_{number}", f"{each.ticket.key} says: {each.text}", _promise(facts, each))
        for number, each in enumerate(final.promises, 1)
    ]
    return [*edited_checks(_edits(final)), *tasks, *promises]


def _edits(agreed: Agreed) -> list[Edit]:
    return [
        Edit("Opportunity", each.deal_id, each.deal, (("NextStep", each.text),))
        for each in agreed.steps
    ]


def _task(duty: Duty) -> Allowed:
    return task_opened(duty.subject, duty.deal_id, duty.owner.user_id, duty.due)


def _promise(facts: Facts, promise: Promise) -> Allowed:
    wanted = promise.text.rstrip(".")

    def says(text: str) -> bool:
        return reads(wanted).test(text.strip().rstrip("."))

    return commented(promise.ticket.id, facts.persona_id, Matching(f"reads {wanted!r}", says))


def allowed(facts: Facts) -> list[Allowed]:
    """That, and what the CRM and the tracker note beside it."""
    final = facts.final
    noted = {"sobject": "Task", "changed_by_id": facts.user_id}
    rules = [*edits_allowed(_edits(final)), *map(_task, final.duties)]
    rules.append(Allowed("crm_field_history", "insert", noted, at_most=8))
    for each in final.promises:
        rules += [_promise(facts, each), touched(each.ticket.id)]
    for each in facts.listed.promises:  # who has commented too early watches what is off since
        rules += watched(each.ticket.id, [facts.persona_id])
    return rules


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread when the hour is over, and carry over what holds."""
    episode.wait(HOUR)
    found = _read(episode, facts)
    users = user_ids(episode)
    for of, said in found.items():
        if said.kind is _PROMISE:
            comment(episode, of, _comment(said))
            continue
        (deal,) = named(episode, "Opportunity", of)
        if said.kind is _STEP:
            change(episode, "Opportunity", deal["Id"], NextStep=said.text)
        else:
            values = {"Subject": said.text, "WhatId": deal["Id"], "OwnerId": users[said.who]}
            creates(episode, "Task", **values, ActivityDate=str(said.day))


def _read(episode: Episode, facts: Facts) -> dict[str, Said]:
    """What the author says of each deal and issue in the end."""
    found: dict[str, Said] = {}
    for author, text in heard_from(episode, facts.channel_name, facts.author, facts.head):
        if author != facts.author:
            continue
        if gone := _OFF.search(text):
            del found[gone["of"]]
        for kind in (_STEP, _TASK, _PROMISE):
            for told in kind.finditer(text):
                parts = told.groupdict()
                day = day_in(parts["day"]) if "day" in parts else None
                text_of, who = parts.get("text", ""), parts.get("who", "")
                found[parts["of"]] = Said(kind, text_of, who, day)
    return found


def _comment(said: Said) -> str:
    assert said.day is not None
    return f"Promised to {said.who} by {dated(said.day)}."


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Deals and issues by mouse and keyboard; the thread is read through the tools."""
    episode.wait(HOUR)
    for of, said in _read(episode, facts).items():
        if said.kind is _PROMISE:
            tracker.open_issue(page, of)
            tracker.say(page, _comment(said))
            continue
        crm.open_record(page, "Opportunities", of)
        if said.kind is _STEP:
            crm.edit(page, {"Next Step": said.text})
        else:
            task = {"Subject": said.text, "Due Date": str(said.day), "Assigned to": said.who}
            crm.compose(page, "New task", task)


def _carries(
    chosen: Callable[[Facts], Agreed], without: int = 0
) -> Callable[[Episode, Facts], None]:
    """Carries over something else than what holds in the end, or not all of it."""

    def cheat(episode: Episode, facts: Facts) -> None:
        agreed = chosen(facts)
        for step in agreed.steps[without:]:
            _sets(episode, facts, step)
        for duty in agreed.duties:
            _gives(episode, facts, duty)
        for promise in agreed.promises:
            _says(episode, facts, promise)

    return cheat


def _sets(episode: Episode, _facts: Facts, step: Step) -> None:
    change(episode, "Opportunity", step.deal_id, NextStep=step.text)


def _gives(episode: Episode, _facts: Facts, duty: Duty) -> None:
    _creates_task(episode, duty, OwnerId=duty.owner.user_id)


def _creates_task(episode: Episode, duty: Duty, **more: Any) -> None:
    due = duty.due.isoformat()
    values = {"Subject": duty.subject, "WhatId": duty.deal_id, "ActivityDate": due}
    creates(episode, "Task", **values, **more)


def _says(episode: Episode, _facts: Facts, promise: Promise) -> None:
    comment(episode, promise.ticket.key, promise.text)


def _owners_ignored(episode: Episode, facts: Facts) -> None:
    _carries(lambda facts: Agreed(facts.final.steps, (), facts.final.promises))(episode, facts)
    for duty in facts.final.duties:
        _creates_task(episode, duty)


def _wished(facts: Facts) -> Agreed:
    final = facts.final
    return Agreed((facts.wished, *final.steps[1:]), final.duties, final.promises)


def _neighbours(episode: Episode, facts: Facts) -> None:
    comment(episode, facts.other_key, facts.final.promises[0].text)
    change(episode, "Opportunity", facts.other_deal_id, NextStep=facts.final.steps[0].text)


def _all_as_steps(episode: Episode, facts: Facts) -> None:
    _carries(lambda facts: Agreed(facts.final.steps, (), facts.final.promises))(episode, facts)
    for duty in facts.final.duties:
        text = f"{duty.owner.name}: {duty.subject} by {dated(duty.due)}"
        change(episode, "Opportunity", duty.deal_id, NextStep=text)


def _off_too(facts: Facts) -> Sequence[Step]:
    return facts.listed.steps[2:]


FAMILY = Family(
    id="sales_operations.carry_next_steps",
    title="Carry agreed next steps, tasks and promises into the CRM and the tracker",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "ignores what changes meanwhile": _carries(lambda facts: facts.early),
        "the list alone": _carries(lambda facts: facts.listed),
        "another's wish": _carries(_wished),
        "one left out": _carries(lambda facts: facts.final, without=1),
        "owners ignored": _owners_ignored,
        "next steps instead of tasks": _all_as_steps,
        "what is off the list as well": after(solve, to_each(_off_too, _sets)),
        "a promise that is off as well": after(
            solve, to_each(lambda facts: facts.listed.promises[1:2], _says)
        ),
        "wrong neighbour": after(solve, _neighbours),
        "mass notification": tells_all(solve, lambda facts: f"{facts.head} all carried over"),
    },
    limits=Limits(steps=30, seconds=6 * 3600),
    difficulty=Difficulty.HARD,
    distractors=(
        "what was changed or taken off within the hour",
        "a next step that somebody else would like",
        "other open deals of the same seller",
    ),
    equivalents={
        "* wait*": "What is said within the hour may be read whenever it has been said.",
        "repeat * updateSobjectRecord": "A next step that is put there twice stands there once.",
    },
)
