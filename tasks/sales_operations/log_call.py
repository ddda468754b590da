"""Log a call on a deal, and make the task that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from workworld.clock import Clock
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.days import dated, workday_after
from workworld.tasks.deals import creates, sellers_with
from workworld.tasks.phrasings import asked
from workworld.tasks.records import change, named
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FEWEST = 3
_SUBJECTS = (
    "Prices for a second year",
    "Rollout on the night shift",
    "Questions of their lawyer",
    "Who signs on their side",
    "What the pilot has shown",
    "Timing of the installation",
)
_TASKS = (
    "Send the price list",
    "Send dates for a workshop",
    "Ask legal about the annex",
    "Ring again",
    "Send the report of the pilot",
    "Propose a day for the installation",
)
_ASKS = (
    "I have just called about the deal “{deal}”. Please log it there as a call with the subject "
    "“{subject}”, and make me a task “{task}” on the same deal, due on {due}.",
    "For “{deal}”: log today's call under the subject “{subject}” and add a follow-up for me, a "
    "task with the subject “{task}” that is due on {due}. Both belong on the deal.",
    "The CRM should know that I rang them about “{deal}”. The call's subject is “{subject}”. And "
    "so that I do not forget: a task on that deal, “{task}”, for {due}.",
)
_WHYS = (
    "What is not in the CRM has not happened, as we say here.",
    "I lose these notes if they stay on paper.",
)
_LIMITS = (
    "The task stays open and is mine. Nothing else about the deal changes.",
    "Leave the deal itself as it is, and leave the task open, in my name.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What was spoken of, and what follows."""

    persona_id: str
    user_id: str
    deal_id: str
    deal: str
    other_id: str
    subject: str
    task: str
    due: date
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Draw a deal of somebody's, what was said, and what is to be done by when."""
    found = sellers_with(world, _FEWEST)
    seller = rng.choice(list(found))
    deal, other = rng.sample(found[seller], 2)
    with world.reading() as session:
        today = Clock(session).now().date()
        channel_id = everybodys_channel(session)
    due = workday_after(today + timedelta(days=rng.integer(3, 30)))
    subject, task = rng.choice(_SUBJECTS), rng.choice(_TASKS)
    words = {"deal": deal["Name"], "subject": subject, "task": task, "due": dated(due)}
    return Facts(
        persona_id=seller.person_id,
        user_id=seller.user_id,
        deal_id=deal["Id"],
        deal=deal["Name"],
        other_id=other["Id"],
        subject=subject,
        task=task,
        due=due,
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The call is logged, and the task is there."""
    return [
        made("call", f"A call “{facts.subject}” is logged on {facts.deal}", _call(facts)),
        made("task", f"“{facts.task}” is to be done by {facts.due}", _task(facts)),
    ]


def _call(facts: Facts) -> Allowed:
    about = {"what_id": facts.deal_id, "owner_id": facts.user_id}
    done = {"subject": facts.subject, "subtype": "Call", "is_closed": True}
    return Allowed("crm_tasks", "insert", about | done)


def _task(facts: Facts) -> Allowed:
    about = {"what_id": facts.deal_id, "owner_id": facts.user_id}
    no_call = Matching("no call", lambda each: each != "Call")
    open_one = {"subject": facts.task, "activity_date": facts.due.isoformat(), "is_closed": False}
    return Allowed("crm_tasks", "insert", about | open_one | {"subtype": no_call})


def allowed(facts: Facts) -> list[Allowed]:
    """Both, and the CRM's notes that they were made."""
    noted = {"sobject": "Task", "changed_by_id": facts.user_id}
    return [
        _call(facts),
        _task(facts),
        Allowed("crm_field_history", "insert", noted, at_most=4),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Find the deal, and make both on it."""
    (deal,) = named(episode, "Opportunity", facts.deal)
    _logs(episode, facts, deal["Id"])


def _logs(episode: Episode, facts: Facts, deal_id: str, **more: Any) -> None:
    call = {"Subject": facts.subject, "TaskSubtype": "Call", "Status": "Completed"}
    creates(episode, "Task", WhatId=deal_id, **(call | more))
    due = facts.due.isoformat()
    creates(episode, "Task", WhatId=deal_id, Subject=facts.task, ActivityDate=due)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same in the deal's part Activity."""
    crm.open_record(page, "Opportunities", facts.deal)
    crm.compose(page, "Log a call", {"Subject": facts.subject})
    due = facts.due.isoformat()
    crm.compose(page, "New task", {"Subject": facts.task, "Due Date": due})


def _on_other(episode: Episode, facts: Facts, deal_id: str) -> None:
    _logs(episode, facts, deal_id)


def _as_plain_task(episode: Episode, facts: Facts) -> None:
    _logs(episode, facts, facts.deal_id, TaskSubtype="Task")


def _call_left_open(episode: Episode, facts: Facts) -> None:
    _logs(episode, facts, facts.deal_id, Status="Not Started")


def _call_alone(episode: Episode, facts: Facts) -> None:
    about = {"WhatId": facts.deal_id, "TaskSubtype": "Call", "Status": "Completed"}
    creates(episode, "Task", Subject=f"{facts.subject}. {facts.task}", **about)


def _next_step(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.deal_id, NextStep=f"{facts.task} by {facts.due}")


FAMILY = Family(
    id="sales_operations.log_call",
    title="Log a call on a deal, and what follows from it",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.EASY,
    distractors=("other open deals of the same seller", "calls and tasks that are there already"),
    traps={
        "claim without deed": claims(),
        "wrong neighbour": to_each(lambda facts: [facts.other_id], _on_other),
        "shotgun": to_each(lambda facts: [facts.deal_id, facts.other_id], _on_other),
        "a task for a call": _as_plain_task,
        "call left open": _call_left_open,
        "text stuffing": _call_alone,
        "next step instead": _next_step,
        "next step as well": after(solve, _next_step),
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda facts: f"Called: {facts.deal}")
        ),
    },
    limits=Limits(steps=8),
)
