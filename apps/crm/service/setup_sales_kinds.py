"""What administrators set up for those who sell: points of leads, and playbooks."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.models import LeadScoreRule, Playbook
from workworld.apps.crm.service import setup_checks, setup_sales_settings
from workworld.apps.crm.service.setup_shapes import SetupKind, Wrong
from workworld.context import Context


def _check_points(_ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, "Lead", made.formula, "formula")


def _check_playbook(_ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, "Opportunity", made.formula, "formula")


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
)
