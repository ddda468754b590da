"""Papers: pages that are drawn as SVG, as PDF files that people send and print.

The bytes hang on nothing but the drawing: neither on the time nor on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal

from workworld.charts.drawing import engine

WIDTH, HEIGHT = 595, 842
"""A page of A4, in points."""
MARGIN = 48
INK, FAINT, LINE = "#1f2933", "#5b6673", "#d5dae0"
_FONT = "Inter"


class Paper:
    """A page that is drawn from above to below; it grows with what stands on it.

    Args:
        accent: the colour of the line at its head.
    """

    def __init__(self, accent: str) -> None:
        self._parts = [f'<rect x="0" y="0" width="{WIDTH}" height="6" fill="{accent}"/>']
        self.y = 0.0
        """How far down one has come, in points."""

    def text(
        self,
        x: float,
        y: float,
        said: str,
        *,
        size: float = 9.5,
        colour: str = INK,
        anchor: Literal["start", "middle", "end"] = "start",
    ) -> None:
        """Write a line.

        Args:
            x: where it begins, or ends, in points from the left.
            y: its base, in points from above.
            said: the line.
            size: of the letters, in points.
            colour: of the letters.
            anchor: which part of the line is at ``x``.
        """
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-family="{_FONT}" font-size="{size:g}"'
            f' fill="{colour}" text-anchor="{anchor}">{escape(said)}</text>'
        )
        self.y = max(self.y, y)

    def lines(self, x: float, y: float, said: Iterable[str], *, step: float = 13) -> None:
        """Write several lines below one another."""
        for place, line in enumerate(said):
            self.text(x, y + place * step, line)

    def drawing(self, x: float, y: float, markup: str) -> None:
        """Show a drawing.

        Args:
            x: where its left edge is, in points from the left.
            y: where its upper edge is, in points from above.
            markup: an element of SVG, drawn from its own upper left corner.
        """
        self._parts.append(f'<g transform="translate({x:g} {y:g})">{markup}</g>')

    def rule(self, y: float, start: float = MARGIN, end: float = WIDTH - MARGIN) -> None:
        """Draw a line from left to right."""
        self._parts.append(
            f'<line x1="{start:g}" y1="{y:g}" x2="{end:g}" y2="{y:g}" stroke="{LINE}"'
            f' stroke-width="0.8"/>'
        )
        self.y = max(self.y, y)

    @property
    def svg(self) -> str:
        """The drawing."""
        height = max(HEIGHT, round(self.y) + MARGIN)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
            f' viewBox="0 0 {WIDTH} {height}"><rect width="{WIDTH}" height="{height}"'
            f' fill="#ffffff"/>{"".join(self._parts)}</svg>'
        )

    @property
    def pdf(self) -> bytes:
        """The paper as a PDF file."""
        # A point of the drawing is one of the paper.
        made: bytes = engine().svg_to_pdf(self.svg)
        return made


def wrapped(said: str, longest: int) -> list[str]:
    """Text in lines of so many characters at most, broken between words."""
    found: list[str] = []
    for paragraph in said.splitlines():
        line = ""
        for word in paragraph.split():
            if line and len(line) + 1 + len(word) > longest:
                found.append(line)
                line = ""
            line = f"{line} {word}".strip()
        found.append(line)
    return found


def cut(said: str, longest: int) -> str:
    """A text that fits, with dots if it was too long."""
    return said if len(said) <= longest else f"{said[: longest - 1].rstrip()}…"
