"""What rules of the tracker begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Board, Issue
from workworld.apps.tracker.service import history, rule_queries, sight
from workworld.apps.tracker.service.rule_settings import (
    Fields,
    Line,
    NoSettings,
    Statuses,
    field_called,
    statuses_called,
)
from workworld.automation import Asked, Settings
from workworld.context import Context, Event
from workworld.rules.crons import cron_from
from workworld.rules.kinds import Begun, trigger
from workworld.rules.work import Work

MANUAL, WEBHOOK = "manual", "webhook"
Hour = Annotated[int, Asked("number"), Field(title="At the hour", ge=0, le=23)]


def _begun(event: Event, **facts: Any) -> Begun:
    return Begun(event.facts["project_id"], event.facts["issue_id"], facts)


def _created(_ctx: Context, event: Event, _settings: NoSettings) -> Begun:
    return _begun(event)


trigger(
    APP.id,
    "created",
    title="Issue created",
    icon="plus",
    says="Somebody, or another rule, creates an issue.",
    events=("tracker.issue_created",),
    begins=_created,
)(NoSettings)


def _transitioned(ctx: Context, event: Event, settings: TransitionedSettings) -> Begun | None:
    facts = event.facts
    wanted = (
        (settings.from_statuses, facts["from_status_id"]),
        (settings.to_statuses, facts["to_status_id"]),
    )
    for named, status_id in wanted:
        if named and status_id not in {each.id for each in statuses_called(ctx, named)}:
            return None
    return _begun(event, change=_last_change(ctx, facts["issue_id"], ("status",)))


def _check_statuses(ctx: Context, _scope_id: str, settings: TransitionedSettings) -> None:
    statuses_called(ctx, [*settings.from_statuses, *settings.to_statuses])


@trigger(
    APP.id,
    "transitioned",
    title="Issue transitioned",
    icon="arrow-right",
    says="An issue goes from one status to another.",
    events=("tracker.issue_transitioned",),
    begins=_transitioned,
    check=_check_statuses,
)
class TransitionedSettings(Settings):
    """From where to where."""

    from_statuses: Annotated[
        Statuses, Field(title="From", description="None for any.", default_factory=list)
    ]
    to_statuses: Annotated[
        Statuses, Field(title="To", description="None for any.", default_factory=list)
    ]


def _changed(ctx: Context, event: Event, settings: ChangedSettings) -> Begun | None:
    watched = [field_called(ctx, each).id for each in settings.fields]
    changed = [each for each in event.facts["fields"] if not watched or each in watched]
    if not changed:
        return None
    change = _last_change(ctx, event.facts["issue_id"], changed)
    if settings.how != "any" and bool(change and change["toString"]) != (settings.how == "set"):
        return None
    return _begun(event, **({"change": change} if change else {}))


def _check_fields(ctx: Context, _scope_id: str, settings: ChangedSettings) -> None:
    for each in settings.fields:
        field_called(ctx, each)


@trigger(
    APP.id,
    "changed",
    title="Field value changed",
    icon="pencil",
    says="Fields of an issue are edited.",
    events=("tracker.issue_updated",),
    begins=_changed,
    check=_check_fields,
)
class ChangedSettings(Settings):
    """Which fields, and how."""

    fields: Annotated[
        Fields, Field(title="Fields", description="None for any.", default_factory=list)
    ]
    how: Annotated[
        Literal["any", "set", "cleared"], Asked("choice"), Field(title="How it changes")
    ] = "any"


trigger(
    APP.id,
    "assigned",
    title="Issue assigned",
    icon="user",
    says="An issue is given to somebody, or to nobody.",
    events=("tracker.issue_assigned",),
    begins=_created,
)(NoSettings)


def _commented(_ctx: Context, event: Event, settings: CommentedSettings) -> Begun | None:
    if settings.which != "all" and event.facts["is_public"] != (settings.which == "public"):
        return None
    return _begun(event, comment_id=event.facts["comment_id"])


@trigger(
    APP.id,
    "commented",
    title="Issue commented",
    icon="message-square",
    says="Somebody comments on an issue.",
    events=("tracker.comment_added",),
    begins=_commented,
)
class CommentedSettings(Settings):
    """Which comments."""

    which: Annotated[
        Literal["all", "public", "internal"], Asked("choice"), Field(title="Comments")
    ] = "all"


def _worked(_ctx: Context, event: Event, _settings: NoSettings) -> Begun:
    return _begun(event, worklog_id=event.facts["worklog_id"])


trigger(
    APP.id,
    "worked",
    title="Work logged",
    icon="clock",
    says="Somebody logs work on an issue.",
    events=("tracker.work_logged",),
    begins=_worked,
)(NoSettings)


def _linked(ctx: Context, event: Event, _settings: NoSettings) -> Begun | None:
    row = ctx.session.get(Issue, event.facts["source_id"])
    return None if row is None else Begun(row.project_id, row.id)


trigger(
    APP.id,
    "linked",
    title="Issue linked",
    icon="link",
    says="An issue is linked to another; it is about the first of them.",
    events=("tracker.link_added",),
    begins=_linked,
)(NoSettings)


def _of_sprint(ctx: Context, event: Event, _settings: NoSettings) -> Begun | None:
    board = ctx.session.get(Board, event.facts["board_id"])
    facts = {"sprint_id": event.facts["sprint_id"]}
    return None if board is None else Begun(board.project_id, "", facts)


for _verb, _icon in (("started", "play"), ("completed", "circle-check")):
    trigger(
        APP.id,
        f"sprint_{_verb}",
        title=f"Sprint {_verb}",
        icon=_icon,
        says=f"A sprint is {_verb}; its issues are found by a branch.",
        events=(f"tracker.sprint_{_verb}",),
        begins=_of_sprint,
        has_thing=False,
    )(NoSettings)


def _of_version(_ctx: Context, event: Event, _settings: NoSettings) -> Begun:
    return Begun(event.facts["project_id"], "", {"version_id": event.facts["version_id"]})


trigger(
    APP.id,
    "released",
    title="Version released",
    icon="rocket",
    says="A version is released; its issues are found by a branch.",
    events=("tracker.version_released",),
    begins=_of_version,
    has_thing=False,
)(NoSettings)


def _due(work: Work, settings: DueSettings) -> Sequence[str]:
    jql = f'duedate >= startOfDay("+{settings.days}d") AND duedate <= endOfDay("+{settings.days}d")'
    if settings.jql:
        jql = f"{jql} AND ({settings.jql})"
    return rule_queries.found(work.ctx, work.scope_id, f"{jql} AND statusCategory != Done")


def _check_due(ctx: Context, _scope_id: str, settings: DueSettings) -> None:
    if settings.jql:
        rule_queries.require_sound(ctx, settings.jql)


@trigger(
    APP.id,
    "due",
    title="Due date approaches",
    icon="calendar-clock",
    says="So many days before an open issue is due, at an hour of whoever published the rule.",
    cron=lambda settings: f"0 {settings.hour} * * *",
    things=_due,
    check=_check_due,
)
class DueSettings(Settings):
    """How long before, and of which issues."""

    days: Annotated[int, Asked("number"), Field(title="Days before", ge=0, le=365)] = 1
    hour: Hour = 9
    jql: Annotated[
        str,
        StringConstraints(max_length=4_000),
        Asked("area"),
        Field(title="Only issues", description="JQL, if not all that are open."),
    ] = ""


def _scheduled(work: Work, settings: ScheduledSettings) -> Sequence[str]:
    if not settings.jql:
        return [""]
    return rule_queries.found(work.ctx, work.scope_id, settings.jql)


def _check_schedule(ctx: Context, _scope_id: str, settings: ScheduledSettings) -> None:
    cron_from(settings.cron)
    if settings.jql:
        rule_queries.require_sound(ctx, settings.jql)


@trigger(
    APP.id,
    "scheduled",
    title="Scheduled",
    icon="calendar",
    says="Again and again, by the clock of whoever published the rule, for each issue of a query.",
    cron=lambda settings: settings.cron,
    things=_scheduled,
    check=_check_schedule,
)
class ScheduledSettings(Settings):
    """When, and for which issues."""

    cron: Annotated[
        str,
        StringConstraints(min_length=1, max_length=100),
        Asked("line"),
        Field(
            title="When",
            description="*/30 * * * * is every half hour, 0 0 9 ? * MON-FRI working days at nine.",
        ),
    ]
    jql: Annotated[
        str,
        StringConstraints(max_length=4_000),
        Asked("area"),
        Field(title="For each issue of", description="JQL; empty for one run about none."),
    ] = ""


@trigger(
    APP.id,
    WEBHOOK,
    title="Incoming web hook",
    icon="external-link",
    says="A program sends JSON to the rule's address: {{webhookData.name}} is what it says.",
    has_thing=False,
)
class WebhookSettings(Settings):
    """What it is about."""

    about: Annotated[
        Literal["none", "issues"], Asked("choice"), Field(title="About which issues")
    ] = "none"


@trigger(
    APP.id,
    MANUAL,
    title="By hand",
    icon="play",
    says="Somebody starts it from the menu of an issue.",
)
class ManualSettings(Settings):
    """Who may."""

    role: Annotated[
        Line,
        Asked("choice", "role or anybody"),
        Field(title="Who may start it", description="Whoever has this role, or all who may edit."),
    ] = ""


def _last_change(ctx: Context, issue_id: str, field_ids: Sequence[str]) -> Mapping[str, str] | None:
    """What the issue's last change says of the first of some fields."""
    row = sight.found(ctx, issue_id)
    if row is None:
        return None
    for change in reversed(history.since(ctx, row, max(0, row.version - 1))):
        for item in change.items:
            if item.field_id in field_ids:
                told = {"fromString": item.from_text or "", "toString": item.to_text or ""}
                return {"field": item.field, "fieldId": item.field_id, **told}
    return None
