"""Workflows and their runs → rows, and the account that performs them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat import mrkdwn, stamps
from workworld.apps.chat.models import (
    Channel,
    ChatApp,
    Message,
    MessageContent,
    Workflow,
    WorkflowManager,
    WorkflowRun,
    WorkflowRunStep,
    WorkflowStep,
    WorkflowVersion,
)
from workworld.apps.chat.service import running, triggers
from workworld.automation import PERSON, TEXT, Value, Values
from workworld.clock import to_microseconds
from workworld.directory.models import AccountKind, Person, Team
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts, RunFact, WorkflowFact

_SECOND = 1_000_000
_NAME = "Workflows"
_FIRST_DAY = "2024-01-08"


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the account that performs workflows, and the workflows that people have built."""
    account_id = _account(session, facts)
    people = people_by_key(session)
    keys = {channel.name: channel.key for channel in facts.channels}
    named = session.execute(select(Channel.name, Channel.id).where(Channel.name.in_(keys))).all()
    channels = {keys[name]: channel_id for name, channel_id in named}
    for fact in facts.workflows:
        row = _workflow(session, fact, channels, people)
        for run in fact.runs:
            _run(session, row, run, people[run.by], account_id)


def _account(session: Session, facts: CompanyFacts) -> str:
    ids = Ids(session)
    person = Person(
        id=ids.next_id("U"),
        handle=running.HANDLE,
        name=_NAME,
        display_name=_NAME,
        email=f"{running.HANDLE}@{facts.domain}",
        title="Runs what people build under Workflows",
        office="",
        zone=facts.zone,
        role="member",
        kind=AccountKind.BOT,
        started=_FIRST_DAY,
        team_id=session.scalars(select(Team.id).order_by(Team.name)).first(),
    )
    session.add(person)
    session.flush()  # its app refers to it
    app = ChatApp(
        id=ids.next_id("A"),
        name=_NAME,
        description=person.title,
        account_id=person.id,
        bot_id=ids.next_id("B"),
        scopes=["chat:write", "reactions:write"],
        created=to_microseconds(facts.now) // _SECOND,
    )
    session.add(app)
    session.flush()  # what it says refers to it
    return person.id


def _workflow(
    session: Session, fact: WorkflowFact, channels: Mapping[str, str], people: Mapping[str, str]
) -> WorkflowVersion:
    ids, at = Ids(session), to_microseconds(fact.created) // _SECOND
    begins = {"channel_id": channels[fact.channel]}
    row = Workflow(
        id=ids.next_id("Wf"),
        name=fact.name,
        description=fact.description,
        icon=fact.icon,
        owner_id=people[fact.owner],
        trigger=triggers.LINK,
        trigger_settings=begins,
        secret=ids.next_id("trigger ", 24).removeprefix("trigger "),
        version=1,
        created=at,
        updated=at,
    )
    session.add(row)
    session.flush()  # what it consists of refers to it
    session.add_all(WorkflowManager(workflow_id=row.id, person_id=people[x]) for x in fact.managers)
    parts = [_part(step, channels) for step in fact.steps]
    for position, part in enumerate(parts, 1):
        session.add(
            WorkflowStep(id=ids.next_id("Ws"), workflow_id=row.id, position=position, **part)
        )
    version = WorkflowVersion(
        workflow_id=row.id,
        version=1,
        trigger=row.trigger,
        trigger_settings=begins,
        channel_id=begins["channel_id"],
        steps=parts,
        published=at,
        published_by=row.owner_id,
    )
    session.add(version)
    session.flush()  # runs refer to it
    return version


def _part(step: Mapping[str, Any], channels: Mapping[str, str]) -> dict[str, Any]:
    settings = dict(step["settings"])
    if "channel" in settings:
        settings["channel"] = channels[settings["channel"]]
    return {"kind": step["kind"], "settings": settings}


def _run(
    session: Session, version: WorkflowVersion, fact: RunFact, person_id: str, account_id: str
) -> None:
    at = to_microseconds(fact.at)
    row = WorkflowRun(
        id=Ids(session).next_id("Wr"),
        workflow_id=version.workflow_id,
        version=version.version,
        person_id=person_id,
        status=running.COMPLETED,
        position=len(version.steps) + 1,
        facts={
            "trigger.person": [PERSON, person_id],
            "trigger.channel": ["channel", version.channel_id],
        },
        started=at // _SECOND,
        ended=at // _SECOND,
    )
    session.add(row)
    session.flush()  # what came of its steps refers to it
    answers = {f"form.{key}": [TEXT, said] for key, said in fact.answers.items()}
    known = {name: Value(*value) for name, value in (row.facts | answers).items()}
    for position, part in enumerate(version.steps, 1):
        facts: dict[str, Any] = answers
        if part["kind"] == "message":
            ts = _say(session, version, part["settings"], Values(known), at, account_id)
            facts = {"step.message": ["message", f"{part['settings']['channel']}:{ts}"]}
        session.add(
            WorkflowRunStep(
                run_id=row.id,
                position=position,
                status=running.COMPLETED,
                facts=facts,
                begun=at // _SECOND,
                ended=at // _SECOND,
            )
        )


def _say(
    session: Session,
    version: WorkflowVersion,
    settings: Mapping[str, Any],
    values: Values,
    at: int,
    account_id: str,
) -> str:
    workflow = session.get_one(Workflow, version.workflow_id)
    message = Message(
        channel_id=settings["channel"],
        ts=stamps.of(at + Ids(session).next_number("message micros", _SECOND)),
        author_id=account_id,
        text=values.filled(settings["text"], _written),
    )
    session.add(message)
    session.flush()  # its content refers to it
    content = MessageContent(
        channel_id=message.channel_id,
        ts=message.ts,
        username=workflow.name,
        icon=f":{workflow.icon}:",
    )
    session.add(content)
    return message.ts


def _written(value: Value) -> str:
    return f"<@{value.text}>" if value.kind == PERSON else mrkdwn.from_plain(value.text)
