"""What is looked up but once while many records are changed: the caller and their rights."""

from __future__ import annotations

from workworld.apps.crm.service import people
from workworld.context import Context

STEADY = (
    "crm user",
    "crm profile",
    "crm organization",
    "crm owners",
    "crm groups",
    "crm subordinates",
    "crm object permissions",
    "crm field permissions",
    "crm sharing defaults",
    "crm sharing rules",
    "crm lead score rules",
)
"""What does not change while records do."""


def prepared(ctx: Context) -> Context:
    """The same context, that looks up who the caller is and what they may do but once.

    Raises:
        Refused: the caller does not use the CRM.
    """
    people.me(ctx)
    return ctx.remembering(*STEADY)
