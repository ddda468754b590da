"""What work that is logged does to an issue's time spent and remaining estimate.

https://support.atlassian.com/jira-software-cloud/docs/log-time-on-an-issue/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import history
from workworld.apps.tracker.service.history import Item
from workworld.context import Context
from workworld.errors import Invalid, Problem

AUTO, LEAVE, NEW, MANUAL = "auto", "leave", "new", "manual"
Adjust = Literal["auto", "leave", "new", "manual"]


def require_amount(adjust: Adjust, amount: int | None) -> None:
    """See to it that a way to adjust the estimate that needs an amount has one.

    Raises:
        Invalid: ``invalid_fields``.
    """
    if adjust in (NEW, MANUAL) and amount is None:
        field = "newEstimate" if adjust == NEW else "adjustmentAmount"
        said = "You must supply a valid estimate, such as 2d 4h."
        raise Invalid("invalid_fields", problems=[Problem(said, field)])


def apply(
    ctx: Context,
    issue: Issue,
    worked: int,
    adjust: Adjust,
    amount: int | None,
    *,
    also: Sequence[Item] = (),
) -> None:
    """Add seconds of work to an issue, and let its remaining estimate follow.

    Args:
        ctx: whose step it is.
        issue: the object of the issue.
        worked: the seconds; fewer than none, if work was taken back.
        adjust: ``auto`` takes the work from what remains, ``leave`` nothing, ``manual`` an amount
            (and gives it back when work is), and ``new`` says what remains.
        amount: seconds, for ``new`` and ``manual``.
        also: what else history is to tell of the same change.
    """
    before = issue.time_spent, issue.remaining_estimate
    issue.time_spent = max(0, issue.time_spent + worked)
    issue.remaining_estimate = _remaining(issue, worked, adjust, amount)
    items = [
        _item("timeestimate", before[1], issue.remaining_estimate),
        _item("timespent", before[0], issue.time_spent),
    ]
    changed = [item for item in items if item.from_id != item.to_id]
    if not history.note(ctx, issue, [*changed, *also]):
        history.stamp(ctx, issue)


def _remaining(issue: Issue, worked: int, adjust: Adjust, amount: int | None) -> int | None:
    left = issue.remaining_estimate
    if adjust == LEAVE:
        return left
    if adjust == NEW:
        return amount
    less = worked if adjust == AUTO else (amount or 0) * (1 if worked >= 0 else -1)
    known = left if left is not None else issue.original_estimate or 0
    return min(max(0, known - less), durations.LONGEST)


def _item(field: str, before: int | None, after: int | None) -> Item:
    texts = [None if each is None else str(each) for each in (before, after)]
    return Item(field, field, texts[0], texts[0], texts[1], texts[1])
