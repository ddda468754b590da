"""The tables of spreadsheets."""

from workworld.apps.sheets.models.cells import Cell, Line, Style
from workworld.apps.sheets.models.edits import Edit, Version
from workworld.apps.sheets.models.pictures import Chart, Pivot
from workworld.apps.sheets.models.presences import Presence
from workworld.apps.sheets.models.ranges import (
    Banding,
    BasicFilter,
    ConditionalRule,
    FilterView,
    Group,
    Merge,
    Metadata,
    Name,
    PrintSetup,
    Protection,
    Ranged,
    Source,
    Sourced,
    Table,
    Validation,
)
from workworld.apps.sheets.models.sign_offs import SignOff
from workworld.apps.sheets.models.sources import Fetch
from workworld.apps.sheets.models.threads import Comment, Thread
from workworld.apps.sheets.models.uploads import Upload
from workworld.apps.sheets.models.watching import NotificationRule
from workworld.apps.sheets.models.workbooks import Opening, Share, Sheet, Star, Workbook

__all__ = [
    "Banding",
    "BasicFilter",
    "Cell",
    "Chart",
    "Comment",
    "ConditionalRule",
    "Edit",
    "Fetch",
    "FilterView",
    "Group",
    "Line",
    "Merge",
    "Metadata",
    "Name",
    "NotificationRule",
    "Opening",
    "Pivot",
    "Presence",
    "PrintSetup",
    "Protection",
    "Ranged",
    "Share",
    "Sheet",
    "SignOff",
    "Source",
    "Sourced",
    "Star",
    "Style",
    "Table",
    "Thread",
    "Upload",
    "Validation",
    "Version",
    "Workbook",
]
