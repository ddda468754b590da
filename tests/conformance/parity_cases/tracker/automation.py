"""Automation rules."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import rules
from workworld.calls import perform
from workworld.context import Actor
from workworld.rules.models import Rule
from workworld.worlds import World

_LOG = {"text": "Seen"}
_CREATED = {"kind": "created", "settings": {}}


def _draft(world: World, facts: Facts) -> None:
    """The persona has built a rule of CAL and not published it."""
    given = {"trigger": _CREATED, "parts": [{"kind": "log", "settings": _LOG}]}
    made = perform(world, Actor(facts["aruiz"]), rules.create, project="CAL", name="Mine", **given)
    facts["rule"] = made.id


def _published(world: World, facts: Facts) -> None:
    """It is published, and its draft is another one."""
    _draft(world, facts)
    me, rule = Actor(facts["aruiz"]), facts["rule"]
    perform(world, me, rules.publish, rule_id=rule)
    perform(world, me, rules.update, rule_id=rule, parts=[])


def _manual(world: World, facts: Facts) -> None:
    """The rule of CAL that is started by hand."""
    with world.reading() as session:
        named = select(Rule.id).where(Rule.name == "Ask for steps to reproduce")
        facts["rule"] = session.scalars(named).one()


def _building() -> Iterator[Case]:
    for name, outcome, said in (("new", "ok", "Mine"), ("nameless", "invalid_name", "")):
        yield case(
            "rules.create",
            name,
            outcome,
            mcp=("createJiraAutomationRule", {"projectIdOrKey": "CAL", "name": said}),
            ui=("/p/CAL/settings/automation/new", {"name": said}),
        )
    for name, outcome, rule in (
        ("own", "ok", "$rule"),
        ("missing", "rule_not_found", "RuNONE"),
    ):
        yield case(
            "rules.update",
            name,
            outcome,
            mcp=(
                "editJiraAutomationRule",
                {"ruleId": rule, "trigger": {"kind": "assigned", "settings": {}}},
            ),
            ui=(f"/automation/rules/{rule}/trigger", {"kind": "assigned"}),
            before=_draft,
        )
        yield case(
            "rules.switch",
            name,
            outcome,
            mcp=("switchJiraAutomationRule", {"ruleId": rule, "enabled": False}),
            ui=(f"/automation/rules/{rule}/switch", {"so": ""}),
            before=_published,
        )
        yield case(
            "rules.discard",
            name,
            outcome,
            mcp=("discardJiraAutomationDraft", {"ruleId": rule}),
            ui=(f"/automation/rules/{rule}/discard", {}),
            before=_published,
        )
    for name, outcome, before in (("draft", "ok", _draft), ("empty", "invalid_rule", _published)):
        yield case(
            "rules.publish",
            name,
            outcome,
            mcp=("publishJiraAutomationRule", {"ruleId": "$rule"}),
            ui=("/automation/rules/$rule/publish", {}),
            before=before,
        )


def _ending() -> Iterator[Case]:
    for name, outcome, handle in (("own", "ok", "aruiz"), ("hidden", "rule_not_found", "mchen")):
        yield case(
            "rules.delete",
            name,
            outcome,
            mcp=("deleteJiraAutomationRule", {"ruleId": "$rule"}),
            ui=("/automation/rules/$rule/delete", {}),
            before=_draft,
            handle=handle,
        )
    for name, outcome, rule in (
        ("by-hand", "ok", "$rule"),
        ("missing", "rule_not_found", "RuNONE"),
    ):
        yield case(
            "rule_runs.start",
            name,
            outcome,
            mcp=("runJiraAutomationRule", {"ruleId": rule, "issueIdOrKey": "$issue"}),
            ui=("/browse/$issue/automation", {"rule": rule}),
            before=_manual,
        )


CASES = (*_building(), *_ending())
