"""Charts are drawn the same each time, follow the look of a page, and lead to our own pages."""

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from tests.test_house_rules import STATIC

from workworld.charts import (
    Axis,
    Chart,
    Point,
    Rule,
    Series,
    Size,
    draw,
    palettes,
    pie,
    plot,
    tables,
)

DAYS = [f"2026-03-{day:02}" for day in range(2, 12)]
DATE, WHOLE = Axis("Day", "date"), Axis("Issues", is_whole=True)


def burndown(url: str = "/w/a/tracker/issues?jql=a&view=1", name: str = "Left") -> Chart:
    points = [Point(day, 20 - number, url) for number, day in enumerate(DAYS)]
    return plot("Burndown", DATE, WHOLE, [Series(name, points, "step")], rules=[Rule(4, "Limit")])


def test_picture_is_the_same_in_another_process() -> None:
    code = "from tests.charts.test_charts import *; print(draw(burndown(), 'light'), end='')"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == draw(burndown(), "light")


def test_picture_is_well_formed_and_loads_nothing() -> None:
    root = ET.fromstring(draw(burndown()))
    assert root.tag.endswith("svg")
    assert not [
        each for each in root.iter() if each.tag.rpartition("}")[2] in ("a", "image", "use")
    ]
    assert "http" not in draw(burndown()).replace("http://www.w3.org/2000/svg", "")


def test_each_point_leads_where_it_says() -> None:
    root = ET.fromstring(draw(burndown()))
    led = [each.attrib for each in root.iter() if "data-href" in each.attrib]
    assert len(led) == len(DAYS)
    assert {each["data-href"] for each in led} == {"/w/a/tracker/issues?jql=a&view=1"}
    assert led[0]["data-tooltip"] == "Left, 2 Mar 2026: 20"


STAGES = ("Prospecting", "Qualification", "Needs Analysis", "Proposal", "Review", "Won", "Lost")


@pytest.mark.parametrize("size", ["small", "medium"])
def test_a_few_long_names_are_all_there_even_on_a_narrow_chart(size: Size) -> None:
    points = [Point(name, number, "/w/a/crm/x") for number, name in enumerate(STAGES)]
    chart = plot("Deals", Axis("Stage", "category"), WHOLE, [Series("n", points, "bar")], size=size)
    said = {each.text for each in ET.fromstring(draw(chart)).iter() if each.tag.endswith("text")}
    assert set(STAGES) <= said


@pytest.mark.parametrize(
    "url", ["//evil.example", "https://evil.example", "javascript:x", "/\\e", "x"]
)
def test_point_leads_nowhere_else(url: str) -> None:
    with pytest.raises(ValueError, match="path of our own"):
        burndown(url)


def test_texts_are_no_markup() -> None:
    chart = burndown(name="<script>\"&'</script>")
    assert "<script" not in draw(chart)
    assert ET.fromstring(draw(chart)) is not None


def test_colours_of_a_page_are_left_to_its_style_sheet() -> None:
    page, dark = draw(burndown()), draw(burndown(), "dark")
    assert "var(--data-0)" in page
    assert "#" not in page
    assert "var(" not in dark
    assert "#a796ff" in dark
    assert palettes.DATA[0] not in dark


def test_colours_are_those_of_the_design_system() -> None:
    tokens = (STATIC / "charts.css").read_text()
    pairs = zip(palettes.DATA, palettes.of_look("dark").values(), strict=False)
    for number, (light, dark) in enumerate(pairs):
        assert f"--data-{number}: light-dark({light}, {dark});" in tokens


def test_summary_and_table_tell_the_numbers() -> None:
    chart = burndown()
    assert chart.summary == (
        "Step chart: Burndown. Left: from 20 at 2 Mar 2026 to 11 at 11 Mar 2026, between 11 and 20."
    )
    assert chart.table.columns == ["Day", "Left"]
    assert chart.table.rows[0].head == "2 Mar 2026"
    assert chart.table.rows[0].cells[0] == tables.Cell("20", "/w/a/tracker/issues?jql=a&view=1")


def test_parts_of_nothing_are_left_out() -> None:
    chart = pie("States", [Point("To do", 0), Point("Done", 3), Point("Open", 1)], of="Status")
    assert [row.head for row in chart.table.rows] == ["Done", "Open"]
    assert chart.summary == "Pie chart: States. Done 3 (75%), Open 1 (25%); 4 in all."
    assert draw(chart).count("data-tooltip") == 2


@pytest.mark.parametrize("mark", ["line", "step", "dashed", "bar", "area", "dot"])
@pytest.mark.parametrize("count", [0, 1])
def test_little_is_drawn_too(mark: str, count: int) -> None:
    series = [Series("Left", [Point(day, 0) for day in DAYS[:count]], mark)]  # type: ignore[arg-type]
    assert draw(plot("Empty", DATE, WHOLE, series)).startswith("<svg")


@pytest.mark.parametrize("mark", ["line", "bar", "area"])
def test_nothing_drawn_has_a_name_without_a_role(mark: str) -> None:
    series = [Series(name, [Point(day, 2) for day in DAYS], mark) for name in "AB"]  # type: ignore[arg-type]
    assert "aria-label" not in draw(plot("Flow", DATE, WHOLE, series))


@pytest.mark.parametrize("most", range(6))
def test_whole_numbers_stand_at_an_axis_once(most: int) -> None:
    points = [Point(day, min(number, most)) for number, day in enumerate(DAYS)]
    root = ET.fromstring(draw(plot("Ended", DATE, WHOLE, [Series("Late", points, "bar")])))
    marked = [int(said) for each in root.iter() if (said := each.text or "").isdecimal()]
    assert marked == list(range(max(most, 1) + 1))


def test_long_table_keeps_the_newest() -> None:
    points = [Point(number, 1) for number in range(500)]
    table = plot("Long", Axis("Number"), WHOLE, [Series("A", points, "dot")]).table
    assert (len(table.rows), table.left_out) == (tables.MOST_ROWS, 500 - tables.MOST_ROWS)
    assert table.rows[-1].head == "499"


def test_library_is_loaded_with_the_first_picture_alone() -> None:
    code = "import sys, workworld.doors.web, workworld.charts; print('vl_convert' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
