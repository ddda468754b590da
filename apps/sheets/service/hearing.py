"""Who hears that a workbook is not as it was: those who see it."""

from __future__ import annotations

from workworld.apps.sheets.models import Workbook
from workworld.context import Context
from workworld.permissions import seen
from workworld.topics import listens

TOPIC = "sheets.workbook"


def topic_of(workbook_id: str) -> str:
    """What pages listen to that show a workbook."""
    return f"{TOPIC}:{workbook_id}"


@listens(TOPIC)
def hears(ctx: Context, workbook_id: str) -> bool:
    """Whether somebody may hear of a workbook."""
    return seen(ctx, Workbook, workbook_id) is not None
