"""What rules of the tracker do to an issue that there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from workworld.apps.tracker import APP, durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, Transition
from workworld.apps.tracker.service import (
    comments,
    field_history,
    field_values,
    history,
    issues,
    links,
    projects,
    rule_input,
    sight,
    site,
    transitions,
    watchers,
    worklogs,
)
from workworld.apps.tracker.service.rule_settings import (
    FieldName,
    Line,
    LinkTypeName,
    Needed,
    People,
    StatusName,
    Text,
    field_called,
    is_open,
    link_type_called,
    person_called,
    require_people,
    statuses_called,
)
from workworld.automation import Asked, Settings
from workworld.context import Context
from workworld.errors import Conflict, Invalid, Refused
from workworld.rules.kinds import Family, part
from workworld.rules.work import Change, Done, Work
from workworld.undoing import whole_or_nothing


class EditSettings(Settings):
    """A field, and what becomes of it."""

    field: FieldName
    verb: Annotated[Literal["set", "add", "remove"], Asked("choice"), Field(title="What to do")] = (
        "set"
    )
    value: Annotated[
        str,
        Asked("area"),
        Field(
            title="Value",
            max_length=8_000,
            description="Names, as on the issue, with commas between; nothing empties the field.",
        ),
    ] = ""


def _check_edit(ctx: Context, _scope_id: str, settings: EditSettings) -> None:
    field = field_called(ctx, settings.field)
    if field.id not in {each.id for each in rule_input.editable(ctx)}:
        raise Invalid("invalid_rule", f"Rules cannot edit {field.name}.")


@part(
    APP.id,
    "edit",
    Family.ACTION,
    EditSettings,
    title="Edit issue field",
    icon="pencil",
    says="Sets a field, or adds to what it holds, or takes away from it.",
    check=_check_edit,
)
def edit(work: Work, settings: EditSettings) -> Done:
    """Edit a field."""
    ctx, row = work.ctx, sight.known(work.ctx, work.thing)
    field = field_called(ctx, settings.field)
    held = field_values.current(ctx, row, field.id)
    project = projects.known(ctx, row.project_id)
    text = work.filled(settings.value)
    wanted = rule_input.changed(ctx, project, field, settings.verb, text, held)
    return _edited(ctx, row, field.id, wanted)


class TransitionSettings(Settings):
    """Where it is to go."""

    status: StatusName
    resolution: Annotated[
        Line,
        Asked("choice", "resolution or none"),
        Field(title="Resolution", description="Where the way there asks for one."),
    ] = ""
    comment: Annotated[
        Line, Field(title="Comment", description="Some ways ask for one: why it goes there.")
    ] = ""


def _check_transition(ctx: Context, _scope_id: str, settings: TransitionSettings) -> None:
    statuses_called(ctx, [settings.status])


@part(
    APP.id,
    "transition",
    Family.ACTION,
    TransitionSettings,
    title="Transition issue",
    icon="arrow-right",
    says="Moves the issue on to a status by a way that is open.",
    check=_check_transition,
)
def transition(work: Work, settings: TransitionSettings) -> Done:
    """Move an issue on."""
    ctx, row = work.ctx, sight.known(work.ctx, work.thing)
    wanted = {each.id for each in statuses_called(ctx, [settings.status])}
    if row.status_id in wanted:
        return Done(f"{row.key} is in {settings.status} already.")
    ways = [each for each in transitions.ways_of(ctx, row) if each.to_id in wanted]
    if not ways:
        here = site.statuses(ctx)[row.status_id].name
        said = f"No way leads from {here} to {settings.status} for {row.key}."
        raise Conflict("transition_not_allowed", said)
    version, refusal = row.version, None
    for way in ways:
        try:
            whole_or_nothing(ctx, lambda way=way: _go(work, way, settings))  # type: ignore[misc]
        except Refused as refused:
            refusal = refusal or refused
            continue
        row = sight.known(ctx, work.thing)
        status = site.statuses(ctx)[row.status_id].name
        return Done(f"{row.key} is in {status}", _since(ctx, row, version))
    assert refusal is not None  # there is a way, and all were refused
    raise refusal


def _go(work: Work, way: Transition, settings: TransitionSettings) -> None:
    fields: dict[str, Any] = {}
    if settings.resolution and f.RESOLUTION in way.screen:
        fields[f.RESOLUTION] = _resolution(work.ctx, settings.resolution)
    said = work.filled(settings.comment).strip()
    transitions.perform(
        work.ctx,
        issue=work.thing,
        transition=str(way.number),
        fields=fields,
        comment=rule_input.document(said) if said else None,
    )


class CommentSettings(Settings):
    """What is said."""

    text: Annotated[Text, Field(title="Comment")]
    is_internal: Annotated[
        bool, Asked("tick"), Field(title="Internal", description="Hidden from customers.")
    ] = False


@part(
    APP.id,
    "comment",
    Family.ACTION,
    CommentSettings,
    title="Add comment",
    icon="message-square",
    says="Comments on the issue.",
)
def comment(work: Work, settings: CommentSettings) -> Done:
    """Comment on an issue."""
    row = sight.read(work.ctx, work.thing)
    body = rule_input.document(work.filled(settings.text))
    comments.put(work.ctx, row, body, is_internal=settings.is_internal)
    return Done(f"Commented on {row.key}")


class LinkSettings(Settings):
    """How, and with what."""

    link: LinkTypeName
    to: Annotated[
        Needed, Field(title="Issue", description="A key, or such as {{triggerIssue.key}}.")
    ]


def _check_link(ctx: Context, _scope_id: str, settings: LinkSettings) -> None:
    link_type_called(ctx, settings.link)
    if not is_open(settings.to):
        sight.read(ctx, settings.to)


@part(
    APP.id,
    "link",
    Family.ACTION,
    LinkSettings,
    title="Link issues",
    icon="link",
    says="Links the issue to another one.",
    check=_check_link,
)
def link(work: Work, settings: LinkSettings) -> Done:
    """Link an issue."""
    ctx, row = work.ctx, sight.read(work.ctx, work.thing)
    of_type, is_outward = link_type_called(ctx, settings.link)
    other = sight.read(ctx, work.filled(settings.to).strip())
    ends = (row, other) if is_outward else (other, row)
    links.put(ctx, of_type, *ends)
    words = of_type.outward if is_outward else of_type.inward
    return Done(f"{row.key} {words} {other.key}", about=other.id)


class WatchSettings(Settings):
    """Who begins to watch, or no longer does."""

    verb: Annotated[Literal["add", "remove"], Asked("choice"), Field(title="What to do")] = "add"
    people: People = []  # noqa: RUF012 - pydantic copies it
    smart: Annotated[
        Line, Field(title="And whoever is", description="Such as {{issue.reporter.accountId}}.")
    ] = ""


def _check_watch(ctx: Context, _scope_id: str, settings: WatchSettings) -> None:
    require_people(ctx, settings.people)
    if not settings.people and not settings.smart:
        raise Invalid("invalid_rule", "Say who watches.")


@part(
    APP.id,
    "watch",
    Family.ACTION,
    WatchSettings,
    title="Manage watchers",
    icon="eye",
    says="Lets people watch the issue, or no longer.",
    check=_check_watch,
)
def watch(work: Work, settings: WatchSettings) -> Done:
    """Let people watch an issue."""
    ctx = work.ctx
    named = [each.strip() for each in work.filled(settings.smart).split(",") if each.strip()]
    ids = [person_called(ctx, each).id for each in [*settings.people, *named]]
    act = watchers.watch if settings.verb == "add" else watchers.unwatch
    for each in dict.fromkeys(ids):
        act(ctx, issue=work.thing, person_id=each)
    called = ", ".join(row.name for row in site.people(ctx, ids).values())
    return Done(f"{called or 'Nobody'} {'watch' if settings.verb == 'add' else 'no longer watch'}")


class WorkSettings(Settings):
    """How much work was done."""

    amount: Annotated[Needed, Field(title="Time spent", description="Such as 1h 30m.")]
    note: Annotated[Line, Field(title="Note")] = ""


@part(
    APP.id,
    "log_work",
    Family.ACTION,
    WorkSettings,
    title="Log work",
    icon="clock",
    says="Logs work on the issue.",
)
def log_work(work: Work, settings: WorkSettings) -> Done:
    """Log work on an issue."""
    said = work.filled(settings.amount)
    seconds = durations.parse(said)
    if seconds is None:
        raise Invalid("invalid_rule", f"{said!r} is no amount of work.")
    note = work.filled(settings.note)
    body = rule_input.document(note) if note else None
    worklogs.add(work.ctx, issue=work.thing, seconds=seconds, body=body)
    return Done(f"Logged {durations.show(seconds)}")


class DeleteSettings(Settings):
    """Whether it is meant."""

    is_meant: Annotated[
        bool,
        Asked("tick"),
        Field(title="Delete it for good", description="Sub-tasks go with it. Nobody gets it back."),
    ] = False


def _check_delete(_ctx: Context, _scope_id: str, settings: DeleteSettings) -> None:
    if not settings.is_meant:
        raise Invalid("invalid_rule", "Delete issue: tick that it is meant.")


@part(
    APP.id,
    "delete",
    Family.ACTION,
    DeleteSettings,
    title="Delete issue",
    icon="trash-2",
    says="Deletes the issue for good, where whoever published the rule may.",
    check=_check_delete,
)
def delete(work: Work, settings: DeleteSettings) -> Done:
    """Delete an issue."""
    _check_delete(work.ctx, work.scope_id, settings)
    key = sight.read(work.ctx, work.thing).key
    issues.delete(work.ctx, issue=work.thing, subtasks=True)
    return Done(f"Deleted {key}")


class LogSettings(Settings):
    """What is written down."""

    text: Annotated[Needed, Asked("area"), Field(title="Text")]


@part(
    APP.id,
    "log",
    Family.ACTION,
    LogSettings,
    title="Write to the run log",
    icon="file-text",
    says="Notes a text with values in it, to see what they stand for.",
    needs_thing=False,
)
def log(work: Work, settings: LogSettings) -> Done:
    """Write a text to the log."""
    return Done(work.filled(settings.text))


class VariableSettings(Settings):
    """A name for a text."""

    name: Annotated[
        str,
        Asked("line"),
        Field(title="Name", pattern=r"^[a-zA-Z][a-zA-Z0-9_]{0,39}$", description="One word."),
    ]
    value: Annotated[Line, Field(title="Value")] = ""


@part(
    APP.id,
    "variable",
    Family.ACTION,
    VariableSettings,
    title="Create variable",
    icon="code",
    says="Keeps a text under a name: {{name}} in what follows.",
    needs_thing=False,
)
def variable(work: Work, settings: VariableSettings) -> Done:
    """Keep a text under a name."""
    value = work.filled(settings.value)
    work.facts.setdefault("variables", {})[settings.name] = value
    return Done(f"{settings.name} is {value}")


def assigned(ctx: Context, row: Issue, person_id: str | None) -> Done:
    """Give an issue to somebody, and say so."""
    version = row.version
    issues.assign(ctx, issue=row.id, person_id=person_id)
    person = site.people(ctx, [row.assignee_id]).get(row.assignee_id or "")
    whose = f"{person.name}'s" if person else "nobody's"
    return Done(f"{row.key} is {whose}", _since(ctx, row, version))


def _edited(ctx: Context, row: Issue, field_id: str, wanted: Any) -> Done:
    version = row.version
    if field_id == f.ASSIGNEE:
        return assigned(ctx, row, wanted)
    if field_id == f.FLAGGED:
        issues.flag(ctx, issue=row.id, flagged=bool(wanted))
    else:
        issues.edit(ctx, issue=row.id, fields={field_id: wanted})
    name = field_history.name_of(ctx, field_id)
    return Done(f"Edited {name} of {row.key}", _since(ctx, row, version))


def _since(ctx: Context, row: Issue, version: int) -> tuple[Change, ...]:
    """What the history says of an issue since it had a version."""
    ctx.session.flush()  # the history is read past the session
    found: Sequence[history.Change] = history.since(ctx, row, version)
    return tuple(
        Change(row.id, item.field, item.from_text or "", item.to_text or "")
        for change in found
        for item in change.items
    )


def _resolution(ctx: Context, name: str) -> str:
    for each in site.resolutions(ctx).values():
        if name.casefold() in (each.id, each.name.casefold()):
            return each.id
    raise Invalid("invalid_rule", f"There is no resolution called {name!r}.")
