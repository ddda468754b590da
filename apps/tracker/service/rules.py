"""Automation rules: building them, publishing them, switching them on and off.

What is built is a draft; what runs is what was published last, in the name and by the rights of
whoever published it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationError
from sqlalchemy import func, select

from workworld.apps.tracker import APP
from workworld.apps.tracker.service import rule_checks, rule_places, rule_templates
from workworld.apps.tracker.service.rule_views import RuleView, views
from workworld.apps.tracker.types import ProjectRef
from workworld.automation import read
from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.errors import Conflict, Invalid
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible
from workworld.rules import kinds, runs, trees
from workworld.rules.models import Rule, RuleVersion
from workworld.rules.sight import topic_of
from workworld.rules.trees import Part, Trigger

_DOORS = (Surface.MCP, Surface.UI)
_rules, _versions = Rule.__table__.c, RuleVersion.__table__.c
RuleId = runs.RuleId
Place = Annotated[
    ProjectRef | None,
    Field(description="The project in which it holds; none for rules of the whole site."),
]
Name = Annotated[str, Field(description="What it is called; at most 255 characters.")]
About = Annotated[str, Field(description="What it is for.", max_length=2_000)]
Begins = Annotated[
    Mapping[str, Any] | None,
    Field(description="What begins it: kind and settings, as the list of components has them."),
]
Parts = Annotated[
    Sequence[Mapping[str, Any]],
    Field(
        description="What it does, in order: kind and settings of each, and what stands in it"
        " under tests, parts and otherwise.",
        max_length=trees.MOST_PARTS,
    ),
]
Follows = Annotated[bool, Field(description="Whether what other rules do begins it as well.")]


@dataclass(frozen=True, slots=True)
class Component:
    """What rules can begin with or consist of."""

    kind: str
    family: str
    """``trigger``, ``condition``, ``action``, ``branch`` or ``if``."""
    title: str
    says: str
    settings: Mapping[str, Any]
    """The JSON schema of its settings."""


# The vendor's platform API has no rules: its pages make them.
@operation(Effect.READ, scope="manage:jira-project", doors=_DOORS)
def list(ctx: Context, *, project: Place = None) -> Sequence[RuleView]:
    """List the automation rules of a project, or those of the whole site, by name."""
    scope_id = rule_places.scope_of(ctx, project)
    query = visible(Rule).where(_rules.app_id == APP.id, _rules.scope_id == scope_id)
    query = query.order_by(func.lower(_rules.name), _rules.id)
    return views(ctx, plain_rows(ctx.session, Rule, query, sight_of(ctx)))


@operation(Effect.READ, scope="manage:jira-project", doors=_DOORS)
def info(ctx: Context, *, rule_id: RuleId) -> RuleView:
    """Read an automation rule as it is built."""
    return views(ctx, [rule_places.known(ctx, rule_id)])[0]


# Pages show them where one is chosen.
@operation(Effect.READ, scope="manage:jira-project", doors=(Surface.MCP,))
def components(ctx: Context) -> Sequence[Component]:
    """List what automation rules can begin with and consist of, with the schemas of settings."""
    people.me(ctx)
    begin = [
        Component(each.kind, "trigger", each.title, each.says, _schema(each))
        for each in kinds.triggers(APP.id).values()
    ]
    return begin + [
        Component(each.kind, each.family, each.title, each.says, _schema(each))
        for each in kinds.parts(APP.id).values()
    ]


@operation(Effect.READ, scope="manage:jira-project", doors=_DOORS)
def templates(ctx: Context) -> Sequence[rule_templates.Template]:
    """List the rules from which one can begin to build."""
    people.me(ctx)
    return rule_templates.TEMPLATES


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def create(
    ctx: Context,
    *,
    name: Name = "",
    project: Place = None,
    description: About = "",
    trigger: Begins = None,
    parts: Parts = (),
    template: Annotated[
        str | None, Field(description="The id of the template to begin with.", max_length=60)
    ] = None,
) -> RuleView:
    """Make an automation rule as a draft; it does nothing until it is published."""
    scope_id = rule_places.scope_of(ctx, project)
    if template is not None:
        chosen = rule_templates.called(template)
        name, description = name or chosen.name, description or chosen.description
        trigger, parts = trigger or chosen.trigger, parts or chosen.parts
    now = ctx.clock.now_us()
    row = Rule(
        id=ctx.ids.next_id("Ru"),
        app_id=APP.id,
        scope_id=scope_id,
        name=_good_name(name),
        description=description.strip(),
        owner_id=ctx.actor.person_id,
        follows_rules=False,
        draft={"trigger": _begins(trigger), "parts": _parts(parts)},
        version=None,
        changed_since=False,
        is_enabled=False,
        secret=ctx.ids.next_id("rule ", 24).removeprefix("rule "),
        created_us=now,
        updated_us=now,
    )
    insert_row(ctx.session, row)
    ctx.emit("tracker.rule_created", rule_id=row.id, project_id=scope_id)
    return info(ctx, rule_id=row.id)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def update(
    ctx: Context,
    *,
    rule_id: RuleId,
    name: Annotated[Name | None, Field(description="What it is called.")] = None,
    description: Annotated[About | None, Field(description="What it is for.")] = None,
    follows_rules: Annotated[
        Follows | None, Field(description="Whether what other rules do begins it as well.")
    ] = None,
    trigger: Begins = None,
    parts: Annotated[Parts | None, Field(description="All that it does, as for a new one.")] = None,
) -> RuleView:
    """Change an automation rule's draft; what is left out stays. What runs stays as published."""
    row = rule_places.changing(ctx, rule_id)
    if name is not None:
        row.name = _good_name(name)
    if description is not None:
        row.description = description.strip()
    if follows_rules is not None:
        row.follows_rules = follows_rules
    draft = dict(row.draft)
    if trigger is not None:
        draft["trigger"] = _begins(trigger)
    if parts is not None:
        draft["parts"] = _parts(parts)
    if draft != row.draft:
        row.draft, row.changed_since = draft, row.version is not None
    return _changed(ctx, row)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def publish(ctx: Context, *, rule_id: RuleId) -> RuleView:
    """Let an automation rule run as its draft is now, in the caller's name and by their rights.

    A rule that is published for the first time is switched on.

    Raises:
        Invalid: ``invalid_rule``, with what is wrong with each part.
    """
    row = rule_places.changing(ctx, rule_id)
    rule_checks.require_sound(ctx, row)
    last = select(_versions.version).where(_versions.rule_id == row.id)
    number = max(ctx.session.scalars(last), default=0) + 1
    version = RuleVersion(
        rule_id=row.id,
        version=number,
        trigger=f"{APP.id}.{row.draft['trigger']['kind']}",
        settings=row.draft["trigger"]["settings"],
        parts=row.draft["parts"],
        actor_id=ctx.actor.person_id,
        published_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, version)
    row.is_enabled = row.is_enabled or row.version is None
    row.version, row.changed_since = number, False
    ctx.emit("tracker.rule_published", rule_id=row.id, version=number)
    return _changed(ctx, row, is_replanned=True)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def switch(
    ctx: Context,
    *,
    rule_id: RuleId,
    enabled: Annotated[bool, Field(description="Whether it is to run.")],
) -> RuleView:
    """Switch a published automation rule on or off."""
    row = rule_places.changing(ctx, rule_id)
    if row.version is None:
        raise Conflict("rule_not_published", "This rule is not published yet.")
    row.is_enabled = enabled
    return _changed(ctx, row, is_replanned=True)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def discard(ctx: Context, *, rule_id: RuleId) -> RuleView:
    """Let an automation rule's draft be again what is published."""
    row = rule_places.changing(ctx, rule_id)
    live = published(ctx, row)
    if live is None:
        raise Conflict("rule_not_published", "This rule is not published yet.")
    kind = live.trigger.partition(".")[2]
    row.draft = {"trigger": {"kind": kind, "settings": live.settings}, "parts": live.parts}
    row.changed_since = False
    return _changed(ctx, row)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def delete(ctx: Context, *, rule_id: RuleId) -> None:
    """Delete an automation rule, and with it the log of its runs."""
    row = rule_places.changing(ctx, rule_id)
    row.is_enabled = False
    runs.replan(ctx, row.id)
    ctx.emit("tracker.rule_deleted", rule_id=row.id)
    ctx.touch(topic_of(row.id))
    ctx.session.delete(row)


def published(ctx: Context, row: Rule) -> RuleVersion | None:
    """What runs, or would if it were on."""
    return None if row.version is None else ctx.session.get(RuleVersion, (row.id, row.version))


def _changed(ctx: Context, row: Rule, *, is_replanned: bool = False) -> RuleView:
    row.updated_us = ctx.clock.now_us()
    ctx.touch(topic_of(row.id))
    ctx.session.flush()  # it is read past the session
    if is_replanned:
        runs.replan(ctx, row.id)
    return views(ctx, [row])[0]


def _begins(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """A trigger in shape; nothing for none."""
    if not given:
        return {}
    trigger = _shaped(Trigger, given)
    kind = kinds.triggers(APP.id).get(trigger.kind)
    if kind is None:
        raise Invalid("invalid_rule", f"There is no trigger of the kind {trigger.kind!r}.")
    try:
        settings = read(kind, trigger.settings).model_dump()
    except Invalid as wrong:
        raise Invalid("invalid_rule", f"{kind.title}: {wrong.message}") from None
    return {"kind": kind.kind, "settings": settings}


def _parts(given: Sequence[Mapping[str, Any]]) -> Sequence[dict[str, Any]]:
    return trees.checked(APP.id, [_shaped(Part, each) for each in given])


def _shaped(model: Any, given: Mapping[str, Any]) -> Any:
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Invalid("invalid_rule", f"{where}: {first['msg']}.") from None
    except RecursionError:
        raise Invalid("invalid_rule", "Parts stand too deep in one another.") from None


def _schema(kind: kinds.TriggerKind | kinds.PartKind) -> Mapping[str, Any]:
    return kind.settings.model_json_schema()


def _good_name(name: str) -> str:
    name = " ".join(name.replace("\x00", " ").split())
    if not 1 <= len(name) <= 255:
        raise Invalid("invalid_name", "A rule's name has 1 to 255 characters.")
    return name
