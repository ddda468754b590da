"""The service levels of cases in the setup, and which currencies are in use."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.records import gone_to
from workworld.apps.crm.pages.setup_sheets import Sheet, as_found, sent, sheet
from workworld.apps.crm.service import company_settings, sla_targets
from workworld.apps.crm.service.sla_targets import TargetsSettings
from workworld.doors.web import nothing, page

_RULES, _SAYS = "/setup/rules", "Minutes of business hours, within which cases are to be handled."


@BLUEPRINT.get("/setup/rules/targets")
def targets_form() -> str:
    """The service levels."""
    return sheet(_targets())


@BLUEPRINT.post("/setup/rules/targets")
def save_targets() -> Any:
    """Set the service levels."""
    return sent(_targets(), lambda it: page(sla_targets.save, nothing, targets=it["targets"]))


@BLUEPRINT.post("/setup/company/currencies/<code>")
def use_currency(code: str) -> Any:
    """Let new records have a currency, or no longer."""
    is_active = flask.request.form.get("so") == "1"
    page(company_settings.use_currency, nothing, code=code, is_active=is_active)
    return gone_to(at("/setup/company"))


def _targets() -> Sheet:
    held = page(sla_targets.show, as_found)
    back = f"{at(_RULES)}#targets"
    return Sheet(
        "Service levels",
        [(at(_RULES), "Rules")],
        at(f"{_RULES}/targets"),
        back,
        TargetsSettings,
        held,
        says=_SAYS,
        is_tight=True,
    )
