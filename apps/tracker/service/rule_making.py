"""What rules of the tracker make and send: issues, notifications, calls of web hooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from workworld.apps.tracker import APP
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    addresses,
    audience,
    issues,
    links,
    rule_input,
    sight,
    watchers,
)
from workworld.apps.tracker.service.rule_settings import (
    Area,
    Line,
    Needed,
    People,
    link_type_called,
    person_called,
    project_of,
    require_people,
    type_called,
)
from workworld.automation import Asked, Settings
from workworld.context import Context
from workworld.deliveries import records as deliveries
from workworld.deliveries.records import Sender
from workworld.errors import Invalid
from workworld.notifications.notices import notify_all, notify_me
from workworld.richtext.fitness import is_link
from workworld.rules.kinds import Family, part
from workworld.rules.work import Done, Work

_LONGEST_SUMMARY = 255


class CreateSettings(Settings):
    """An issue to be."""

    project: Annotated[Line, Asked("choice", "project or this"), Field(title="Project")] = ""
    type: Annotated[Needed, Asked("choice", "issue type"), Field(title="Issue type")] = "Task"
    summary: Annotated[Needed, Field(title="Summary", description="{{issue.summary}} and so on.")]
    description: Annotated[Area, Field(title="Description", description="Markdown.")] = ""
    link: Annotated[
        Line,
        Asked("choice", "link type or none"),
        Field(title="Link", description="How the new issue concerns this one."),
    ] = ""


def _check_create(ctx: Context, scope_id: str, settings: CreateSettings) -> None:
    if settings.project or scope_id:
        kind = type_called(ctx, project_of(ctx, scope_id, settings.project), settings.type)
        if kind.level < 0:
            raise Invalid("invalid_rule", f"{kind.name} is a sub-task: use Create sub-task.")
    if settings.link:
        link_type_called(ctx, settings.link)


@part(
    APP.id,
    "create",
    Family.ACTION,
    CreateSettings,
    title="Create issue",
    icon="plus",
    says="Creates an issue; {{createdIssue.key}} is its key in what follows.",
    check=_check_create,
    needs_thing=False,
)
def create(work: Work, settings: CreateSettings) -> Done:
    """Create an issue."""
    ctx = work.ctx
    here = sight.read(ctx, work.thing) if work.thing else None
    scope_id = work.scope_id or (here.project_id if here else "")
    project = project_of(ctx, scope_id, settings.project)
    kind = type_called(ctx, project, settings.type)
    fields = {f.SUMMARY: _summary(work, settings.summary), **_described(work, settings.description)}
    made = issues.create(ctx, project_id=project.id, type_id=kind.id, fields=fields)
    if settings.link and here is not None:
        of_type, is_outward = link_type_called(ctx, settings.link)
        ctx.session.flush()  # the link is made between rows that are read
        ends = (sight.read(ctx, made.id), here)
        links.put(ctx, of_type, *(ends if is_outward else ends[::-1]))
    return _created(work, made)


class SubtaskSettings(Settings):
    """A sub-task to be."""

    type: Annotated[Needed, Asked("choice", "sub-task type"), Field(title="Issue type")] = (
        "Sub-task"
    )
    summary: Annotated[Needed, Field(title="Summary", description="{{issue.summary}} and so on.")]
    description: Annotated[Area, Field(title="Description", description="Markdown.")] = ""


def _check_subtask(ctx: Context, scope_id: str, settings: SubtaskSettings) -> None:
    if scope_id and type_called(ctx, project_of(ctx, scope_id, ""), settings.type).level >= 0:
        raise Invalid("invalid_rule", f"{settings.type} is no type of sub-tasks.")


@part(
    APP.id,
    "create_subtask",
    Family.ACTION,
    SubtaskSettings,
    title="Create sub-task",
    icon="corner-down-right",
    says="Creates a sub-task of the issue.",
    check=_check_subtask,
)
def create_subtask(work: Work, settings: SubtaskSettings) -> Done:
    """Create a sub-task."""
    ctx, here = work.ctx, sight.read(work.ctx, work.thing)
    kind = type_called(ctx, project_of(ctx, here.project_id, ""), settings.type)
    fields = {
        f.PARENT: here.id,
        f.SUMMARY: _summary(work, settings.summary),
        **_described(work, settings.description),
    }
    made = issues.create(ctx, project_id=here.project_id, type_id=kind.id, fields=fields)
    return _created(work, made)


class NotifySettings(Settings):
    """Who is told what."""

    whom: Annotated[
        list[Literal["assignee", "reporter", "watchers", "initiator"]],
        Asked("several", "recipient"),
        Field(title="Whom", default_factory=list),
    ]
    people: Annotated[People, Field(title="And these people")] = []  # noqa: RUF012 - it is copied
    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=500),
        Asked("area"),
        Field(title="What", description="{{issue.key}} is overdue, for one."),
    ]


def _check_notify(ctx: Context, _scope_id: str, settings: NotifySettings) -> None:
    require_people(ctx, settings.people)
    if not settings.whom and not settings.people:
        raise Invalid("invalid_rule", "Notify: say whom.")


@part(
    APP.id,
    "notify",
    Family.ACTION,
    NotifySettings,
    title="Send notification",
    icon="bell",
    says="Tells people who see the issue.",
    check=_check_notify,
)
def notify(work: Work, settings: NotifySettings) -> Done:
    """Tell people of an issue; whoever does not see it is not told."""
    ctx, row = work.ctx, sight.read(work.ctx, work.thing)
    wanted = [person_called(ctx, each).id for each in settings.people]
    for whom in settings.whom:
        wanted += _recipients(work, row, whom)
    told = audience.of_issue(ctx, row.id, wanted)
    url = f"{addresses.of_issue(ctx, row.key)}#rule-{ctx.ids.next_id('Rn')}"
    text = f"ran “{work.rule_name}”: {' '.join(work.filled(settings.text).split())}"
    notify_all(ctx, person_ids=told, app_id=APP.id, kind="rule", text=text, url=url)
    if ctx.actor.person_id in told:
        notify_me(ctx, app_id=APP.id, kind="rule", text=text, url=url)
    return Done(f"Told {len(told)} {'person' if len(told) == 1 else 'people'}")


class CallSettings(Settings):
    """What is sent where."""

    url: Annotated[
        str,
        StringConstraints(min_length=1, max_length=2_000),
        Asked("line"),
        Field(title="Address", description="https://…"),
    ]
    method: Annotated[
        Literal["POST", "PUT", "GET", "DELETE"], Asked("choice"), Field(title="Method")
    ] = "POST"
    body: Annotated[Area, Field(title="Body", description="Such as JSON with values in it.")] = ""


def _check_call(_ctx: Context, _scope_id: str, settings: CallSettings) -> None:
    if "{{" not in settings.url and not is_link(settings.url):
        raise Invalid("invalid_rule", f"{settings.url!r} is no address.")


@part(
    APP.id,
    "call",
    Family.ACTION,
    CallSettings,
    title="Send web request",
    icon="external-link",
    says="Keeps what would be sent, for the administrators' list: nothing leaves this machine.",
    check=_check_call,
    needs_thing=False,
)
def call(work: Work, settings: CallSettings) -> Done:
    """Note a request to a web hook, which is kept instead of being sent."""
    url = work.filled(settings.url).strip()
    if not is_link(url):
        raise Invalid("invalid_rule", f"{url!r} is no address.")
    body = work.filled(settings.body).strip()
    sender = Sender(APP.id, "rule", work.rule_id, work.ctx.actor.person_id)
    kept = {"url": url, "body": body, "method": settings.method}
    deliveries.keep(work.ctx, sender, **kept, thing_id=work.thing)
    return Done(f"{settings.method} {url}{' ' if body else ''}{body}")


def _recipients(work: Work, row: Issue, whom: str) -> Sequence[str]:
    if whom == "watchers":
        return watchers.of_issue(work.ctx, row.id)
    found = {
        "assignee": row.assignee_id,
        "reporter": row.reporter_id,
        "initiator": work.initiator_id,
    }[whom]
    return [found] if found else []


def _summary(work: Work, text: str) -> str:
    return " ".join(work.filled(text).split())[:_LONGEST_SUMMARY]


def _described(work: Work, text: str) -> dict[str, object]:
    said = work.filled(text)
    return {f.DESCRIPTION: rule_input.document(said)} if said.strip() else {}


def _created(work: Work, made: Issue) -> Done:
    before = work.facts.get("all_created", ())
    facts = {"created": made.id, "all_created": [*before, made.id]}
    return Done(f"Created {made.key} {made.summary}", facts=facts, about=made.id)
