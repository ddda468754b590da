"""The colours of charts: those that the design system has for data, and for what stands around it.

A specification names the light ones. Each is told from all others, so that a picture can be given
those of another look after it was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Colours = Literal["page", "light", "dark"]
"""``page`` leaves the choice to the page's style sheet, which knows what the reader looks at."""

DATA = (
    "#6847c9",
    "#1f6fb5",
    "#197a5b",
    "#b0442d",
    "#9a3d8d",
    "#4b6b13",
    "#8a5a00",
    "#3d5a80",
    "#a8324f",
    "#0f7480",
)
"""Ten colours, told apart by people who do not see all of them, in the order of their use."""
_DARK = (
    "#a796ff",
    "#6fb4f0",
    "#5cc9a3",
    "#f09079",
    "#dd8ed2",
    "#a8cb66",
    "#e0b25a",
    "#93b1d8",
    "#f08ca4",
    "#5fc6d2",
)
VIOLET, BLUE, GREEN, RED, PINK, OLIVE, AMBER, SLATE, ROSE, TEAL = range(10)
TEXT = "#5d5f6b"
LINE = "#8b8d99"
GRID = "#dfdfe5"
SURFACE = "#fffffe"
"""Of the page behind; one step from white, which means nothing."""

_NAMES = {TEXT: "text-muted", LINE: "border-strong", GRID: "border", SURFACE: "surface"}
_OF_LOOK: Mapping[Colours, Mapping[str, str]] = {
    "page": {
        **{colour: f"var(--data-{number})" for number, colour in enumerate(DATA)},
        **{colour: f"var(--{name})" for colour, name in _NAMES.items()},
    },
    "light": {},
    "dark": {
        **dict(zip(DATA, _DARK, strict=True)),
        **{TEXT: "#a3a5b2", LINE: "#71737f", GRID: "#34363f", SURFACE: "#17181c"},
    },
}


def colour(number: int) -> str:
    """One of the ten; after the last the first comes again."""
    return DATA[number % len(DATA)]


def of_look(colours: Colours) -> Mapping[str, str]:
    """What each colour of a specification becomes."""
    return _OF_LOOK[colours]
