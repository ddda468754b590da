"""Automation rules that people have built, and how some of their runs went → rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import rule_templates
from workworld.automation import read
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.rules import kinds, running, trees
from workworld.rules.models import Rule, RuleRun, RuleRunLine, RuleVersion
from workworld.rules.trees import Part
from workworld.seed_data.issue_facts import RuleFact, RuleRunFact
from workworld.seed_data.tracker.known import Known


def build(session: Session, known: Known, facts: list[RuleFact]) -> None:
    """Insert them; the projects and issues are there."""
    keys = dict(session.execute(select(Issue.key, Issue.id)).all())
    for fact in facts:
        version = _rule(session, known, fact)
        for run in fact.runs:
            _run(session, known, version, run, keys)


def _rule(session: Session, known: Known, fact: RuleFact) -> RuleVersion:
    at, ids = to_microseconds(fact.at), Ids(session)
    told = rule_templates.called(fact.template) if fact.template else fact
    begins = _trigger(told.trigger)
    parts = trees.checked(APP.id, [Part.model_validate(_named(known, each)) for each in told.parts])
    row = Rule(
        id=ids.next_id("Ru"),
        app_id=APP.id,
        scope_id=known.projects[fact.project].id,
        name=told.name,
        description=told.description,
        owner_id=known.people[fact.owner],
        follows_rules=False,
        draft={"trigger": begins, "parts": parts},
        version=1,
        changed_since=False,
        is_enabled=fact.enabled,
        secret=ids.next_id("rule ", 24).removeprefix("rule "),
        created_us=at,
        updated_us=at,
    )
    session.add(row)
    session.flush()  # its version refers to it
    version = RuleVersion(
        rule_id=row.id,
        version=1,
        trigger=f"{APP.id}.{begins['kind']}",
        settings=begins["settings"],
        parts=parts,
        actor_id=row.owner_id,
        published_us=at,
    )
    session.add(version)
    return version


def _trigger(told: Mapping[str, Any]) -> dict[str, Any]:
    kind = kinds.triggers(APP.id)[told["kind"]]
    return {"kind": kind.kind, "settings": read(kind, told["settings"]).model_dump()}


def _named(known: Known, part: Mapping[str, Any]) -> dict[str, Any]:
    """A part whose people are ids."""
    settings = dict(part["settings"])
    if "people" in settings:
        settings["people"] = [known.people[each] for each in settings["people"]]
    within = {
        slot: [_named(known, each) for each in part[slot]] for slot in trees.SLOTS if slot in part
    }
    return {**part, "settings": settings, **within}


def _run(
    session: Session,
    known: Known,
    version: RuleVersion,
    fact: RuleRunFact,
    keys: Mapping[str, str],
) -> None:
    if fact.outcome not in (running.SUCCESS, running.NO_ACTIONS, running.SOME_ERRORS):
        raise ValueError(f"no run ends as {fact.outcome}")
    row = RuleRun(
        id=Ids(session).next_id("Rr"),
        rule_id=version.rule_id,
        version=version.version,
        trigger=version.trigger,
        initiator_id=known.people[fact.by] if fact.by else None,
        thing_id=keys[fact.issue],
        depth=0,
        outcome=fact.outcome,
        reason=fact.reason,
        actions=fact.actions,
        began_us=to_microseconds(fact.at),
    )
    session.add(row)
    session.flush()  # its lines refer to it
    ids = {part["kind"]: part["id"] for part in version.parts}
    session.add_all(
        RuleRunLine(
            run_id=row.id,
            position=position,
            part_id=ids[line["kind"]],
            kind=line["kind"],
            depth=0,
            outcome=line["outcome"],
            thing_id=row.thing_id,
            text=line.get("text", ""),
            changes=[],
        )
        for position, line in enumerate(fact.lines, 1)
    )
