"""A workflow drawn: statuses as boxes in a column for each category, transitions as arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.models import Status
from workworld.apps.tracker.service.workflows import Flow

_WIDE, _HIGH = 148, 38
_STEP_X, _STEP_Y, _EDGE = 236, 84, 24
_COLUMNS = ("new", "indeterminate", "done")
_BEND = 0.16
"""How far arrows bend aside, of their length, so that there and back are two."""


@dataclass(frozen=True, slots=True)
class Box:
    """A status."""

    name: str
    category: str
    x: int
    y: int
    is_initial: bool
    is_from_anywhere: bool
    """Whether a transition leads here from every other status."""
    width: int = _WIDE
    height: int = _HIGH

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + _WIDE / 2, self.y + _HIGH / 2


@dataclass(frozen=True, slots=True)
class Diagram:
    """A workflow."""

    width: int
    height: int
    boxes: Sequence[Box]
    arrows: Sequence[str]
    """Paths, as SVG has them."""


def diagram_of(flow: Flow) -> Diagram:
    """A workflow as a drawing."""
    anywhere = {way.to.id for way in flow.ways if way.is_global}
    boxes: dict[str, Box] = {}
    rows: dict[str, int] = dict.fromkeys(_COLUMNS, 0)
    used = [kind for kind in _COLUMNS if any(each.category == kind for each in flow.statuses)]
    for status in flow.statuses:
        column, row = used.index(status.category), rows[status.category]
        rows[status.category] += 1
        boxes[status.id] = _box(status, column, row, flow.initial.id, anywhere)
    arrows = [
        _arrow(boxes[source.id], boxes[way.to.id])
        for way in flow.ways
        for source in way.sources
        if source.id in boxes and way.to.id in boxes and source.id != way.to.id
    ]
    width = 2 * _EDGE + (len(used) - 1) * _STEP_X + _WIDE
    height = 2 * _EDGE + (max(rows.values(), default=1) - 1) * _STEP_Y + _HIGH
    return Diagram(width, height, [*boxes.values()], list(dict.fromkeys(arrows)))


def _box(status: Status, column: int, row: int, initial: str, anywhere: set[str]) -> Box:
    x, y = _EDGE + column * _STEP_X, _EDGE + row * _STEP_Y
    return Box(status.name, status.category, x, y, status.id == initial, status.id in anywhere)


def _arrow(start: Box, end: Box) -> str:
    (ax, ay), (bx, by) = start.middle, end.middle
    dx, dy = bx - ax, by - ay
    bend_x, bend_y = (ax + bx) / 2 - dy * _BEND, (ay + by) / 2 + dx * _BEND
    sx, sy = _border(start, bend_x, bend_y)
    ex, ey = _border(end, bend_x, bend_y)
    return f"M{sx:.1f} {sy:.1f} Q{bend_x:.1f} {bend_y:.1f} {ex:.1f} {ey:.1f}"


def _border(box: Box, x: float, y: float) -> tuple[float, float]:
    """Where a line from a box's centre to a point leaves the box."""
    cx, cy = box.middle
    dx, dy = x - cx, y - cy
    reach = max(abs(dx) / (_WIDE / 2 + 3), abs(dy) / (_HIGH / 2 + 3), 0.01)
    return cx + dx / reach, cy + dy / reach
