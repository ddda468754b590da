"""What is drawn in cells in the place of a text: sparklines, and pictures of files."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.grid_kit import GridPages, cells
from tests.files.sending import PNG, uploaded
from tests.kit import Doors

from workworld.apps.sheets.service import shares


@pytest.fixture
def book(desk: Desk) -> str:
    """A workbook with a row of numbers."""
    return desk.create([["12", "9", "-4", "20", "", "x"]], title="Plan")


@pytest.fixture
def grid(doors: Doors, book: str) -> GridPages:
    """Its editor."""
    return GridPages(doors, book)


def drawn(grid: GridPages, *formulas: str) -> list[Any]:
    """What is drawn by formulas, each in a cell of the third row."""
    shown = cells(grid.type(2, 0, list(formulas)))
    return [shown[2, at][3].get("g") for at in range(len(formulas))]


def told(options: str) -> str:
    return f"=SPARKLINE(A1:F1,{{{options}}})"


def test_a_line_goes_from_point_to_point(grid: GridPages) -> None:
    plain, thick, back, pairs = drawn(
        grid, "=SPARKLINE(A1:D1)", told('"color","Red";"linewidth",3;"empty","zero"'),
        told('"rtl",TRUE;"ymax",28'), "=SPARKLINE({0,1,4;1,3,5})",
    )  # fmt: skip
    said = "Line sparkline of 4 values: from 12 to 20, lowest -4, highest 20"
    assert plain == {"said": said, "parts": [
        ["M0 33.33L33.33 45.83L66.67 100L100 0", "", 1.0]]}  # fmt: skip
    ((path, ink, width),) = thick["parts"]
    assert (ink, width, path.count("L")) == ("red", 3.0, 4)
    assert back["parts"][0][0] == "M0 25L33.33 100L66.67 59.38L100 50"
    assert pairs["parts"][0][0] == "M0 100L25 50L100 0"


def test_columns_have_colours_by_place_and_value(grid: GridPages) -> None:
    plain, coloured, even, ignored = drawn(
        grid, told('"charttype","column"'),
        told('"charttype","column";"negcolor","red";"highcolor","#0a0";"firstcolor","blue";'
             '"lastcolor","no/colour";"axis",TRUE;"axiscolor","gray"'),
        told('"charttype","winloss";"nan","convert"'),
        told('"charttype","column";"ymin",-4;"ymax",-4'),
    )  # fmt: skip
    ((shapes, ink, width),) = plain["parts"]
    assert (shapes.count("Z"), ink, width) == (4, "", 0)
    assert shapes.startswith("M1.67 33.33H15V83.33H1.67Z")
    assert [part[1] for part in coloured["parts"]] == ["blue", "", "red", "#0a0", "gray"]
    assert coloured["parts"][-1][0] == "M0 83.33H100"
    assert even["said"] == "Win and loss sparkline of 5 values: 3 above zero, 1 below"
    assert even["parts"][0][0].count("V50") == 3
    assert ignored["parts"]


def test_bars_are_parts_of_a_whole(grid: GridPages) -> None:
    whole, part = drawn(
        grid, '=SPARKLINE({1,2,1},{"charttype","bar"})',
        '=SPARKLINE({1,2,1},{"charttype","bar";"max",8;"color1","teal";"rtl",TRUE})',
    )  # fmt: skip
    assert whole["said"] == "Bar sparkline of 3 values: 1, 2, 1"
    assert [each[0] for each in whole["parts"]] == [
        "M0 0H25V100H0ZM75 0H100V100H75Z", "M25 0H75V100H25Z"]  # fmt: skip
    assert part["parts"][0][:2] == ["M87.5 0H100V100H87.5ZM50 0H62.5V100H50Z", "teal"]


def test_what_cannot_be_drawn_is_an_error(grid: GridPages) -> None:
    page = grid.type(2, 0, [
        "=SPARKLINE(F1)", told('"charttype","pie"'), told('"ymin","low"'), told('"axis","maybe"'),
        "=SPARKLINE(A1:D1,5)",
    ])  # fmt: skip
    shown = cells(page)
    assert [shown[2, at][0] for at in range(5)] == ["#N/A", *["#VALUE!"] * 4]
    assert not any("g" in shown[2, at][3] for at in range(5))


def test_a_long_line_is_drawn_with_its_extremes(grid: GridPages) -> None:
    (long,) = drawn(grid, "=SPARKLINE(MAP(SEQUENCE(9000),LAMBDA(n,IF(n=4321,50,MOD(n,7)))))")
    ((path, _, _),) = long["parts"]
    assert 100 < path.count("L") < 400
    assert " 0L" in path


def test_formulas_are_shown_as_texts(grid: GridPages) -> None:
    grid.type(2, 0, ["=SPARKLINE(A1:D1)"])
    found = grid.get("blocks", blocks="0:0", formulas=1)
    cell = cells(found)[2, 0]
    assert cell[0] == "=SPARKLINE(A1:D1)"
    assert "g" not in cell[3]


def test_pictures_are_files_that_the_reader_may_see(
    grid: GridPages, doors: Doors, colleague: Doors, desk: Desk, book: str
) -> None:
    file = uploaded(doors, "logo.png", PNG)
    own = f"{doors.site.addresses.app('files')}/{file['id']}"
    modes = ("", ",2", ",3", ",4,20,30")
    formulas = [f'=IMAGE("{own}"{mode})' for mode in modes]
    found = drawn(grid, *formulas, '=IMAGE("https://elsewhere.example/x.png")')
    assert [each["mode"] for each in found[:4]] == ["fit", "stretch", "original", "custom"]
    assert found[3]["size"] == [30, 20]
    assert doors.home.get(found[0]["url"].partition(doors.site.root)[2]).data == PNG
    outside = found[4]
    assert (outside["url"], outside["said"]) == (
        "", "Picture that is not shown: https://elsewhere.example/x.png")  # fmt: skip
    desk.do(shares.share_with_all, workbook_id=book, role="reader")
    theirs = GridPages(colleague, book).get("blocks", blocks="0:0")
    assert cells(theirs)[2, 0][3]["g"]["url"] == ""


def test_files_for_print_and_web_have_what_is_drawn(
    grid: GridPages, doors: Doors, book: str
) -> None:
    file = uploaded(doors, "logo.png", PNG)
    own = f"{doors.site.addresses.app('files')}/{file['id']}"
    bare = doors.pages_of("sheets").get(f"/s/{book}/export/pdf").data
    drawn(grid, "=SPARKLINE(A1:D1)", f'=IMAGE("{own}")', '=IMAGE("https://a.example/x.png")')
    packed = doors.pages_of("sheets").get(f"/s/{book}/export/zip").data
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        page = archive.read("Sheet1.html").decode()
        name = f"resources/{file['id']}.png"
        assert archive.read(name) == PNG
    assert '<svg xmlns="http://www.w3.org/2000/svg" width="92" height="15" role="img"' in page
    assert f'src="{name}"' in page
    assert "<i>Picture that is not shown: https://a.example/x.png</i>" in page
    assert len(doors.pages_of("sheets").get(f"/s/{book}/export/pdf").data) > len(bare)
