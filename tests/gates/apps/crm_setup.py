"""Addresses of the CRM's setup for the gates: rules, flows, fields, and what was changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Flow, Profile, User, ValidationRule

_RULES, _FLOWS, _OBJECTS = "/setup/rules", "/setup/flows", "/setup/objects"
_KINDS = (
    "ValidationRule",
    "DuplicateRule",
    "AssignmentRule",
    "EscalationRule",
    "ApprovalProcess",
    "EmailTemplate",
    "BusinessHours",
)
_FIELD = f"{_OBJECTS}/<sobject>/fields/<field>"


def setup_facts(session: Session, person_id: str) -> dict[str, str]:
    """What leads to the setup, for whoever looks after it."""
    profile = select(Profile.manages_setup).join(User, User.profile_id == Profile.id)
    if not session.scalars(profile.where(User.person_id == person_id)).first():
        return {}
    rule = select(ValidationRule.id).order_by(ValidationRule.id)
    flow = session.scalars(select(Flow).order_by(Flow.id)).first()
    found = {"setup": "yes", "setup_rule": session.scalars(rule).first() or ""}
    found["setup_profile"] = session.scalars(select(Profile.id).order_by(Profile.id)).first() or ""
    found["setup_user"] = session.scalars(select(User.id).order_by(User.id)).first() or ""
    if flow is not None:
        parts = flow.draft.get("parts") or flow.draft.get("elements") or [{}]
        found |= {"setup_flow": flow.id, "setup_element": str(parts[0].get("id", ""))}
    return found


def screens(facts: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """The pages of the setup by their rule; none for others than administrators."""
    rule, flow = f"{_RULES}/ValidationRule/{facts.get('setup_rule')}", facts.get("setup_flow")
    fields = f"{_OBJECTS}/Opportunity/fields"
    element = facts.get("setup_element")
    found: dict[str, Sequence[str]] = {
        "/setup": ["/setup"],
        "/setup/audit": ["/setup/audit"],
        "/setup/login-history": ["/setup/login-history"],
        "/setup/export": ["/setup/export"],
        _OBJECTS: [_OBJECTS],
        f"{_OBJECTS}/<sobject>": [f"{_OBJECTS}/Opportunity"],
        f"{_OBJECTS}/<sobject>/fields": [fields],
        f"{_OBJECTS}/<sobject>/fields/new": [f"{fields}/new", f"{fields}/new?type=Text"],
        _FIELD: [f"{fields}/StageName", f"{fields}/Amount"],
        f"{_FIELD}/delete": [],  # the company has added none
        f"{_FIELD}/values": [f"{fields}/LeadSource/values"],
        f"{_FIELD}/dependence": [f"{fields}/LeadSource/dependence"],
        _RULES: [_RULES],
        f"{_RULES}/<type>/new": [f"{_RULES}/{kind}/new" for kind in _KINDS],
        f"{_RULES}/<type>/<item_id>": [rule] if facts.get("setup_rule") else [],
        f"{_RULES}/<type>/<item_id>/delete": [f"{rule}/delete"] if facts.get("setup_rule") else [],
        _FLOWS: [_FLOWS],
        f"{_FLOWS}/new": [f"{_FLOWS}/new"],
        **_organisation(facts),
        f"{_FLOWS}/<flow_id>": [f"{_FLOWS}/{flow}"] if flow else [],
        f"{_FLOWS}/<flow_id>/start": [f"{_FLOWS}/{flow}/start"] if flow else [],
        f"{_FLOWS}/<flow_id>/delete": [f"{_FLOWS}/{flow}/delete"] if flow else [],
        f"{_FLOWS}/<flow_id>/elements/new": [f"{_FLOWS}/{flow}/elements/new"] if flow else [],
        f"{_FLOWS}/<flow_id>/elements/<element_id>": (
            [f"{_FLOWS}/{flow}/elements/{element}"] if element else []
        ),
    }
    return found if facts.get("setup") else dict.fromkeys(found, ())


def _organisation(facts: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """The pages of the company, and of who sees what."""
    profile, user = f"/setup/profiles/{facts.get('setup_profile')}", facts.get("setup_user")
    types = f"{_OBJECTS}/Opportunity/record-types"
    return {
        "/setup/company": ["/setup/company"],
        "/setup/company/edit": ["/setup/company/edit"],
        "/setup/company/rates/new": ["/setup/company/rates/new"],
        f"{_OBJECTS}/<sobject>/layouts": [f"{_OBJECTS}/Opportunity/layouts"],
        f"{_OBJECTS}/<sobject>/layouts/<type_id>": [],
        f"{_OBJECTS}/<sobject>/record-types": [types],
        f"{_OBJECTS}/<sobject>/record-types/<type_id>": [],
        f"{_OBJECTS}/<sobject>/record-types/new": [f"{types}/new"],
        "/setup/profiles": ["/setup/profiles"],
        "/setup/profiles/<profile_id>": [profile],
        "/setup/profiles/<profile_id>/<sobject>": [f"{profile}/Opportunity"],
        "/setup/sharing": ["/setup/sharing"],
        "/setup/sharing/defaults/<sobject>": ["/setup/sharing/defaults/Opportunity"],
        "/setup/sharing/rules/<rule_id>": [],
        "/setup/sharing/rules/<rule_id>/delete": [],
        "/setup/users": ["/setup/users"],
        "/setup/users/new": ["/setup/users/new"],
        "/setup/rules/targets": ["/setup/rules/targets"],
        "/setup/users/<user_id>/login-history": [f"/setup/users/{user}/login-history"],
        "/setup/users/<user_id>": [f"/setup/users/{user}"],
    }
