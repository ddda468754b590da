"""Flows: what happens by itself when records are saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from sqlalchemy import insert
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Flow, FlowVersion
from workworld.apps.crm.service.flow_elements import APP_ID
from workworld.apps.crm.service.flow_settings import FlowSettings
from workworld.clock import to_microseconds
from workworld.rules import trees
from workworld.rules.trees import Part
from workworld.seed_data.crm.organization import users_by_key
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.facts import CompanyFacts
from workworld.zones import zone

_FILE = Path(__file__).with_name("flows.yaml")


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them; those that are in use run in the name of whoever looks after the CRM."""
    if facts.crm.at is None:
        return
    writer, admin = Writer(session), users_by_key(session, facts.crm)[facts.crm.admin]
    for each in yaml.safe_load(_FILE.read_text(encoding="utf-8")):
        at_us = to_microseconds(each["at"].replace(tzinfo=zone(facts.zone)))
        _add(writer, admin, at_us, each)


def _add(writer: Writer, admin: str, at_us: int, said: dict[str, Any]) -> None:
    told = {**said["trigger"], "name": said["name"], "description": said["description"]}
    trigger = FlowSettings.model_validate(told).model_dump(by_alias=True)
    elements = trees.checked(APP_ID, [Part.model_validate(part) for part in said["elements"]])
    draft, is_active = {"trigger": trigger, "elements": elements}, said["is_active"]
    flow_id, session = writer.next_id("300"), writer.session
    common = {"sobject": trigger["sobject"]}
    row = {"id": flow_id, "name": said["name"], "draft": draft, "is_changed": not is_active}
    row |= {"version": 1 if is_active else None, "latest": int(is_active), **common}
    session.execute(insert(Flow).values(changed_us=at_us, changed_by_id=admin, **row))
    if is_active:
        version = {"flow_id": flow_id, "version": 1, "moment": trigger["moment"], **common}
        made = {"definition": draft, "made_us": at_us, "made_by_id": admin}
        session.execute(insert(FlowVersion).values(**version, **made))
