"""Charts: Vega-Lite specifications as data, drawn to SVG on the server.

A builder (``plot``, ``pie``) makes a ``Chart`` of points; ``draw`` makes its picture. What a chart
says in words, and as a table, comes of the same points, so that neither can tell another story.
"""

from workworld.charts.drawing import draw as draw
from workworld.charts.palettes import Colours as Colours
from workworld.charts.plots import Size as Size
from workworld.charts.plots import pie as pie
from workworld.charts.plots import plot as plot
from workworld.charts.points import Axis as Axis
from workworld.charts.points import Chart as Chart
from workworld.charts.points import Point as Point
from workworld.charts.points import Rule as Rule
from workworld.charts.points import Scale as Scale
from workworld.charts.points import Series as Series
from workworld.charts.tables import Cell as Cell
from workworld.charts.tables import Row as Row
from workworld.charts.tables import Table as Table
