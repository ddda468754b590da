"""Drawing charts to SVG, with our own font and without a network.

The library starts an engine of its own on the first picture of a process, which takes a second or
two and some 100 MB, and some 80 ms for each other one: it is loaded when there is something to be
drawn and not before, and what was drawn is kept by its content.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from types import ModuleType

from workworld.charts.palettes import Colours, of_look
from workworld.charts.points import Chart

_FONTS = Path(__file__).parent.parent / "vendor"
_VERSION = "6.4"
_KEPT = 400
_NEEDLESS = re.compile(
    r'<path class="(?:back|fore)ground"[^>]*/>'
    r'| (?:class|role|aria-roledescription|aria-hidden|xmlns:xlink|version)="[^"]*"'
    r'| stroke-miterlimit="[^"]*"'
    r'| (?:opacity|stroke-width)="1"| pointer-events="none"| font-family="[^"]*"'
)
_HOLLOW = re.compile(r"<g[^>]*/>|<g[^>]*></g>")
_LONG = re.compile(r"(?<![\w#-])(-?\d+\.\d{3,})")
_TIPPED = re.compile(r' aria-label="(\d+)"')
_LABELLED = re.compile(r' aria-label="[^"]*"')
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_SIZE = re.compile(r'<svg([^>]*) width="([\d.]+)" height="([\d.]+)"')


def draw(chart: Chart, colours: Colours = "page") -> str:
    """The picture of a chart as an SVG element.

    Args:
        chart: what is drawn.
        colours: those of a page, which follow its look, or of one look.

    Returns:
        Markup. Of colours of a page the points that lead somewhere carry their address in
        ``data-href`` and what they say in ``data-tooltip``, of which the page's script knows.
    """
    found = _drawn(chart.specification)
    known = of_look(colours)
    coloured = _COLOUR.sub(lambda match: known.get(match[0], match[0]), found)
    if colours != "page":
        return _LABELLED.sub("", coloured)

    def tip(match: re.Match[str]) -> str:
        url, said = chart.tips[int(match[1])]
        leads = f' data-href="{escape(url)}"' if url else ""
        return f'{leads} data-tooltip="{escape(said)}"'

    # The engine names what it draws by itself, such as the line above an area, for roles it lost.
    return _LABELLED.sub("", _TIPPED.sub(tip, coloured))


@lru_cache(maxsize=_KEPT)
def _drawn(specification: str) -> str:
    """The picture as it was drawn, without what nobody needs."""
    svg: str = engine().vegalite_to_svg(
        specification, vl_version=_VERSION, allowed_base_urls=[], show_warnings=False
    )
    lean = _NEEDLESS.sub("", svg)
    while (leaner := _HOLLOW.sub("", lean)) != lean:
        lean = leaner
    lean = _LONG.sub(lambda match: f"{float(match[1]):.2f}".rstrip("0").rstrip("."), lean)
    return _SIZE.sub(
        r'<svg\1 width="\2" height="\3" font-family="Inter, sans-serif"', lean, count=1
    )


@cache
def engine() -> ModuleType:
    """What draws, with our font: made when there is something to be drawn, and then kept."""
    import vl_convert

    vl_convert.register_font_directory(str(_FONTS))
    return vl_convert
