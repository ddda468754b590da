"""Reports of all formats, run: a joined one block by block, in groups that all blocks share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from workworld.apps.crm.service import report_blocks, report_runs
from workworld.apps.crm.service.report_definitions import JOINED, Definition
from workworld.apps.crm.service.report_groups import Axis, Group
from workworld.apps.crm.service.report_parts import Filter
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_types import ReportType
from workworld.context import Context


def performed(
    ctx: Context,
    of: ReportType,
    definition: Definition,
    *,
    also: Sequence[Filter] = (),
    groups: Mapping[int, str] | None = None,
    has_details: bool | None = None,
) -> Result:
    """Run a definition of any format as the caller; arguments as ``report_runs.performed``.

    Raises:
        Invalid: ``BAD_REQUEST``: it makes no sense for them.
    """
    first = report_runs.performed(
        ctx, of, definition, also=also, groups=groups, has_details=has_details
    )
    if definition.format != JOINED:
        return first
    found = [replace(first, title=of.label)]
    for block in definition.blocks:
        beside = report_blocks.type_of(ctx, block.report_type)
        said = report_blocks.definition_of(ctx, of, definition, block)
        result = report_runs.performed(ctx, beside, said, groups=groups, has_details=has_details)
        found.append(replace(result, title=block.name or beside.label))
    shared = _merged([each.down for each in found], first.axes, is_closed=first.is_cut)
    whole = [replace(each, down=shared) for each in found]
    return replace(whole[0], beside=whole[1:])


def _merged(
    blocks: Sequence[Sequence[Group]], axes: Sequence[Axis], *, is_closed: bool
) -> list[Group]:
    """The groups of all blocks: in the order of the first one's, or in that of their axis.

    Args:
        blocks: the groups of each block.
        axes: what the first block is grouped by.
        is_closed: whether only groups of the first block are wanted.
    """
    if not axes:
        return []
    known: dict[str, Group] = {}
    within: dict[str, list[Sequence[Group]]] = {}
    for place, groups in enumerate(blocks):
        for group in groups:
            if place and is_closed and group.key not in known:
                continue
            known.setdefault(group.key, Group(group.key, group.label, group.record_id))
            within.setdefault(group.key, []).append(group.groups)
    found = list(known.values())
    grouping = axes[0].grouping
    if not grouping.sort_by:
        found.sort(key=axes[0].place, reverse=grouping.descending)
    for group in found:
        group.groups = _merged(within[group.key], axes[1:], is_closed=is_closed)
    return found
