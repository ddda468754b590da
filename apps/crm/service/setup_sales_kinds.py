"""What administrators set up for those who sell: points, playbooks, cadences, territories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import (
    Cadence,
    EmailTemplate,
    LeadScoreRule,
    Playbook,
    Territory,
    TerritoryMember,
)
from workworld.apps.crm.service import setup_checks, setup_sales_settings
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.setup_settings import SetupSettings
from workworld.apps.crm.service.setup_shapes import SetupKind, Wrong, plain
from workworld.context import Context


def _check_points(_ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, "Lead", made.formula, "formula")


def _check_playbook(_ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, "Opportunity", made.formula, "formula")


def _check_territory(ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, "Account", made.formula, "formula")
    if made.parent_id and ctx.session.get(Territory, made.parent_id) is None:
        said = "Choose a territory."
        wrong.append(RecordError(setup_checks.REFERENCE, said, ("parentTerritory",)))
    seen: set[str] = set()
    for number, each in enumerate(made.members):
        at = f"members-{number}-userId"
        setup_checks.user(ctx, wrong, each.user_id, at)
        if each.user_id in seen:
            said = "Somebody is a member once."
            wrong.append(RecordError(setup_checks.INTEGRITY, said, (at,)))
        seen.add(each.user_id)


def _territory(ctx: Context, row: Any, settings: type[SetupSettings]) -> dict[str, Any]:
    query = select(TerritoryMember).where(TerritoryMember.territory_id == row.id)
    members = ctx.session.scalars(query.order_by(TerritoryMember.id)).all()
    names = [each for each in settings.model_fields if each != "members"]
    held = {name: getattr(row, name) for name in names}
    told = {name: "" if value is None else value for name, value in held.items()}
    return told | {"members": [{"user_id": each.user_id, "role": each.role} for each in members]}


def _territory_columns(made: Any) -> Mapping[str, Any]:
    held = {name: value for name, value in plain(made).items() if name != "members"}
    words = "".join(each if each.isalnum() else " " for each in made.name).split()
    held["developer_name"] = "_".join(words)
    return held | {"parent_id": made.parent_id or None, "description": made.description or None}


def _keep_members(ctx: Context, row: Any, made: Any) -> None:
    """Members are all written anew; a territory that is above itself is refused."""
    above: str | None = row.parent_id
    while above is not None:
        if above == row.id:
            said = "A territory does not lie below itself."
            wrong = RecordError(setup_checks.INTEGRITY, said, ("parentTerritory",))
            raise RecordRefused([wrong])
        above = ctx.session.scalar(select(Territory.parent_id).where(Territory.id == above))
    ctx.session.execute(delete(TerritoryMember).where(TerritoryMember.territory_id == row.id))
    for each in made.members:
        made_id = record_ids.next_id(ctx.ids, "0MT")
        member = TerritoryMember(id=made_id, territory_id=row.id, **plain(each))
        ctx.session.add(member)


def _check_cadence(ctx: Context, made: Any, wrong: Wrong) -> None:
    for number, step in enumerate(made.steps):
        found = ctx.session.get(EmailTemplate, step.template_id) if step.template_id else None
        at = f"steps-{number}-templateId"
        if step.template_id and (found is None or found.is_deleted):
            wrong.append(RecordError(setup_checks.REFERENCE, "Choose a template.", (at,)))
        elif step.template_id and step.kind != "email":
            said = "Only e-mails are written from templates."
            wrong.append(RecordError(setup_checks.INTEGRITY, said, (at,)))


SALES = (
    SetupKind(
        "LeadScoreRule",
        "Lead scoring rule",
        "Lead scoring rules",
        "0LS",
        LeadScoreRule,
        setup_sales_settings.LeadScoreRuleSettings,
        _check_points,
    ),
    SetupKind(
        "Playbook",
        "Playbook",
        "Playbooks",
        "0Pb",
        Playbook,
        setup_sales_settings.PlaybookSettings,
        _check_playbook,
    ),
    SetupKind(
        "ActionCadence",
        "Sales cadence",
        "Sales cadences",
        "77A",
        Cadence,
        setup_sales_settings.CadenceSettings,
        _check_cadence,
    ),
    SetupKind(
        "Territory2",
        "Territory",
        "Territories",
        "0MI",
        Territory,
        setup_sales_settings.TerritorySettings,
        _check_territory,
        read=_territory,
        columns=_territory_columns,
        follow=_keep_members,
    ),
)
