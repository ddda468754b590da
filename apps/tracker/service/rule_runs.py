"""Runs of automation rules: how they went, and starting them by hand."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.tracker import APP, permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import access, roles, rule_places, rule_triggers, sight
from workworld.apps.tracker.service.rule_settings import role_called
from workworld.apps.tracker.service.rules import Place, RuleId
from workworld.apps.tracker.types import IssueRef, PageSize, Start
from workworld.context import Context, Surface
from workworld.database import given, plain_rows, rows_of
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import seen, sight_of, visible
from workworld.rules import kinds, running
from workworld.rules.kinds import Begun
from workworld.rules.models import Rule, RuleRun, RuleRunLine, RuleVersion
from workworld.rules.running import Live

_DOORS = (Surface.MCP, Surface.UI)
_runs, _lines, _rules = RuleRun.__table__.c, RuleRunLine.__table__.c, Rule.__table__.c
_issues, _versions = Issue.__table__.c, RuleVersion.__table__.c
_HIDDEN = "About an issue that you do not see."
RunId = Annotated[str, Field(description="A run's id.", min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True)
class LineView:
    """What came of one part of a rule."""

    title: str
    icon: str
    depth: int
    outcome: str
    """``done``, ``met``, ``not_met``, ``failed`` or ``noted``."""
    issue: str
    """The key of what it was about, if the caller sees it."""
    text: str
    changes: Sequence[Mapping[str, str]]
    """``field``, ``before`` and ``after`` of each."""


@dataclass(frozen=True, slots=True)
class RunView:
    """How one run of a rule went."""

    id: str
    rule_id: str
    rule: str
    trigger: str
    initiator_id: str
    issue: str
    """The key of what it began with, if there is one that the caller sees."""
    outcome: str
    """``success``, ``no_actions``, ``some_errors``, ``failure`` or ``throttled``."""
    reason: str
    actions: int
    began_us: int
    lines: Sequence[LineView] = ()


@dataclass(frozen=True, slots=True)
class Startable:
    """A rule that the caller may start for an issue."""

    id: str
    name: str
    description: str


# The vendor's platform API has no rules: its pages show their logs.
@operation(Effect.READ, scope="manage:jira-project", doors=_DOORS)
def list(
    ctx: Context,
    *,
    project: Place = None,
    rule_id: Annotated[RuleId | None, Field(description="Of one rule alone.")] = None,
    outcome: Annotated[
        Literal["success", "no_actions", "some_errors", "failure", "throttled"] | None,
        Field(description="How they went."),
    ] = None,
    issue: Annotated[IssueRef | None, Field(description="Which began with this issue.")] = None,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[RunView]:
    """List runs of automation rules, the latest first: of a rule, a project or the whole site.

    With an issue and no project they are those of the issue's project.
    """
    query, about = visible(RuleRun), None
    if issue is not None:
        about = sight.read(ctx, issue)
        query = query.where(_runs.thing_id == about.id)
    if rule_id is not None:
        query = query.where(_runs.rule_id == rule_places.known(ctx, rule_id).id)
    else:
        where = project if project is not None or about is None else about.project_id
        scope_id = rule_places.scope_of(ctx, where)
        there = select(_rules.id).where(_rules.app_id == APP.id, _rules.scope_id == scope_id)
        query = query.where(_runs.rule_id.in_(there))
    if outcome is not None:
        query = query.where(_runs.outcome == outcome)
    counted = query.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    ordered = (
        query.order_by(_runs.began_us.desc(), _runs.depth.desc(), _runs.id.desc())
        .offset(start)
        .limit(limit)
    )
    rows = plain_rows(ctx.session, RuleRun, ordered, sight_of(ctx))
    return Listed(_views(ctx, rows), total, start)


@operation(Effect.READ, scope="manage:jira-project", doors=_DOORS)
def info(ctx: Context, *, run_id: RunId) -> RunView:
    """Read how one run of an automation rule went, part by part."""
    run = seen(ctx, RuleRun, run_id)
    if run is None:
        raise NotFound("run_not_found", "There is no run with this id.")
    query = select(RuleRunLine.__table__).where(_lines.run_id == run.id).order_by(_lines.position)
    return _views(ctx, [run], plain_rows(ctx.session, RuleRunLine, query, {}))[0]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def startable(ctx: Context, *, issue: IssueRef) -> Sequence[Startable]:
    """List the automation rules that the caller may start by hand for an issue."""
    row = sight.read(ctx, issue)
    kind = kinds.triggers(APP.id)[rule_triggers.MANUAL]
    found = [each for each in running.begun_by(ctx, kind) if _may_start(ctx, each, row)]
    said = {
        each.id: each.description
        for each in rows_of(
            ctx.session,
            select(_rules.id, _rules.description).where(_rules.id.in_(given("ids"))),
            {"ids": [each.rule_id for each in found]},
        )
    }
    views = [Startable(each.rule_id, each.name, said[each.rule_id]) for each in found]
    return sorted(views, key=lambda each: (each.name.casefold(), each.id))


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def start(ctx: Context, *, rule_id: RuleId, issue: IssueRef) -> Issue:
    """Start an automation rule by hand for an issue; it runs as soon as this step is over.

    Raises:
        NotFound: ``rule_not_found``: none that begins by hand and that the caller may start.
    """
    row = sight.read(ctx, issue)
    live = running.live_of(ctx, rule_id)
    if live is None or not _may_start(ctx, live, row):
        raise NotFound("rule_not_found", "There is no such rule to be started for this issue.")
    running.begin(ctx, live, Begun(row.project_id, row.id), ctx.actor.person_id)
    ctx.touch(f"tracker.issue:{row.id}")
    return row


# The address is the credential; no page and no tool takes what programs send there.
@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def receive(
    ctx: Context,
    *,
    rule_id: RuleId,
    data: Annotated[Mapping[str, Any], Field(description="What the program sent.")],
) -> None:
    """Begin a rule with what a program sent to the address of its web hook.

    Raises:
        NotFound: ``rule_not_found``: it begins otherwise, or is not on.
    """
    live = running.live_of(ctx, rule_id)
    if live is None or not _is_hook(live) or live.actor_id != ctx.actor.person_id:
        raise NotFound("rule_not_found", "There is no such web hook.")
    named = data.get("issues")
    things = named if isinstance(named, Sequence) and not isinstance(named, str) else ()
    for ref in [str(each) for each in things][:100] if _names_issues(live) else [""]:
        found = sight.found(ctx, ref) if ref else None
        if ref and (found is None or live.scope_id not in ("", found.project_id)):
            continue
        begun = Begun(live.scope_id, found.id if found else "", {"data": dict(data)})
        running.begin(ctx, live, begun, None)


def account_at(session: Session, rule_id: str, secret: str) -> str:
    """Who takes what comes to the address of a rule's web hook: whoever published it.

    Raises:
        NotFound: ``rule_not_found``: there is no such address.
    """
    row = session.get(Rule, rule_id)
    is_right = row is not None and hmac.compare_digest(secret.encode(), row.secret.encode())
    version = session.get(RuleVersion, (rule_id, row.version)) if row and row.version else None
    if not is_right or version is None:
        raise NotFound("rule_not_found", "There is no such web hook.")
    return version.actor_id


def _is_hook(live: Live) -> bool:
    return live.trigger == f"{APP.id}.{rule_triggers.WEBHOOK}"


def _names_issues(live: Live) -> bool:
    return live.settings.get("about") == "issues"


def _may_start(ctx: Context, live: Live, row: Issue) -> bool:
    if live.trigger != f"{APP.id}.{rule_triggers.MANUAL}":
        return False
    if live.scope_id not in ("", row.project_id):
        return False
    if name := live.settings.get("role"):
        held = roles.held(ctx, row.project_id, ctx.actor.person_id)
        return role_called(ctx, name).id in held
    return access.may(ctx, permission_names.EDIT, row)


def _views(
    ctx: Context, rows: Sequence[RuleRun], lines: Sequence[RuleRunLine] = ()
) -> Sequence[RunView]:
    """Runs as the caller sees them: of what is hidden from them they learn nothing."""
    ids = {row.rule_id for row in rows}
    names = dict(
        ctx.session.execute(select(_rules.id, _rules.name).where(_rules.id.in_(ids))).all()
    )
    things = {row.thing_id for row in rows} | {line.thing_id for line in lines}
    keys = _keys(ctx, things)
    begin = kinds.triggers(APP.id)
    return [
        RunView(
            id=row.id,
            rule_id=row.rule_id,
            rule=names[row.rule_id],
            trigger=begin[row.trigger.partition(".")[2]].title,
            initiator_id=row.initiator_id or "",
            issue=keys.get(row.thing_id, ""),
            outcome=row.outcome,
            reason=row.reason if not row.thing_id or row.thing_id in keys else _HIDDEN,
            actions=row.actions,
            began_us=row.began_us,
            lines=[_line(each, keys) for each in lines],
        )
        for row in rows
    ]


def _line(row: RuleRunLine, keys: Mapping[str, str]) -> LineView:
    kind, is_hidden = kinds.parts(APP.id).get(row.kind), False
    if row.thing_id and row.thing_id not in keys:
        is_hidden = row.kind != "delete"  # what it says of what is gone is its key alone
    shown = [] if is_hidden else row.changes
    return LineView(
        title=kind.title if kind else row.kind,
        icon=kind.icon if kind else "zap",
        depth=row.depth,
        outcome=row.outcome,
        issue=keys.get(row.thing_id, ""),
        text=_HIDDEN if is_hidden else row.text,
        changes=[{name: each[name] for name in ("field", "before", "after")} for each in shown],
    )


def _keys(ctx: Context, ids: set[str]) -> Mapping[str, str]:
    """Keys of those of some issues that the caller sees, by id."""
    query = visible(Issue).where(_issues.id.in_(given("ids")))
    wanted = query.with_only_columns(_issues.id, _issues.key)
    values = sight_of(ctx) | {"ids": sorted(ids - {""})}
    return {row.id: row.key for row in rows_of(ctx.session, wanted, values)}
