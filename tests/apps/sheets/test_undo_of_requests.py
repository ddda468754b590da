"""Whatever is done to a workbook can be taken back and done again, to the last byte."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.sheets.workbook_kit import Plan
from tests.kit import Office

from workworld.apps.sheets.service import following
from workworld.errors import Refused
from workworld.worlds import World

STEPS = 100
_TABLES = ("sheets_sheets", "sheets_cells", "sheets_lines", "sheets_names")

index = st.integers(0, 7)
words = st.sampled_from(["a", "b b", "1", "2.5", "=A1*2", "=SUM(A1:B4)", "Item 1", "3/17/2026", ""])


@st.composite
def ranges(draw: st.DrawFn) -> dict[str, Any]:
    """A small range of the first sheet."""
    top, left = draw(index), draw(st.integers(0, 4))
    return {
        "sheetId": 0,
        "startRowIndex": top,
        "endRowIndex": top + draw(st.integers(1, 4)),
        "startColumnIndex": left,
        "endColumnIndex": left + draw(st.integers(1, 3)),
    }


@st.composite
def dimensions(draw: st.DrawFn) -> dict[str, Any]:
    """Some rows or columns of the first sheet."""
    start = draw(index)
    dimension = draw(st.sampled_from(["ROWS", "COLUMNS"]))
    end = start + draw(st.integers(1, 2))
    return {"sheetId": 0, "dimension": dimension, "startIndex": start, "endIndex": end}


def given_as(name: str, **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Requests of a kind."""
    return st.fixed_dictionaries(parts).map(lambda found: {name: found})


corner = st.builds(lambda row, column: {"rowIndex": row, "columnIndex": column}, index, index)
look = {"userEnteredFormat": {"textFormat": {"bold": True}}}
line = {"style": "SOLID"}
more = {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "=B2"}]}
requests = st.one_of(
    given_as(
        "enterText",
        start=corner,
        rows=st.lists(
            st.fixed_dictionaries({"values": st.lists(words, min_size=1, max_size=3)}), max_size=4
        ),
    ),
    given_as("repeatCell", range=ranges(), cell=st.just(look), fields=st.just("userEnteredFormat")),
    given_as("insertDimension", range=dimensions()),
    given_as("deleteDimension", range=dimensions()),
    given_as("moveDimension", source=dimensions(), destinationIndex=index),
    given_as(
        "updateDimensionProperties",
        range=dimensions(),
        properties=st.sampled_from([{"pixelSize": 40}, {"hiddenByUser": True}, {}]),
        fields=st.just("pixelSize,hiddenByUser"),
    ),
    given_as("mergeCells", range=ranges(), mergeType=st.sampled_from(["MERGE_ALL", "MERGE_ROWS"])),
    given_as("unmergeCells", range=ranges()),
    given_as("copyPaste", source=ranges(), destination=ranges()),
    given_as("cutPaste", source=ranges(), destination=corner),
    given_as(
        "autoFill",
        sourceAndDestination=st.fixed_dictionaries(
            {"source": ranges(), "dimension": st.just("ROWS"), "fillLength": st.integers(-2, 4)}
        ),
    ),
    given_as(
        "sortRange",
        range=ranges(),
        sortSpecs=st.lists(
            st.fixed_dictionaries({"dimensionIndex": st.integers(0, 6)}), min_size=1, max_size=2
        ),
    ),
    given_as("randomizeRange", range=ranges()),
    given_as("updateBorders", range=ranges(), top=st.just(line), innerVertical=st.just(line)),
    given_as(
        "findReplace",
        find=st.sampled_from(["a", "1", "b b"]),
        replacement=words,
        sheetId=st.just(0),
        includeFormulas=st.booleans(),
    ),
    given_as("deleteDuplicates", range=ranges()),
    given_as("trimWhitespace", range=ranges()),
    given_as("insertRange", range=ranges(), shiftDimension=st.sampled_from(["ROWS", "COLUMNS"])),
    given_as("deleteRange", range=ranges(), shiftDimension=st.sampled_from(["ROWS", "COLUMNS"])),
    given_as("setDataValidation", range=ranges(), rule=st.just({"condition": more})),
    given_as(
        "addConditionalFormatRule",
        rule=ranges().map(
            lambda each: {"ranges": [each], "booleanRule": {"condition": more, "format": {}}}
        ),
    ),
    given_as(
        "setBasicFilter",
        filter=ranges().map(
            lambda each: {
                "range": each,
                "criteria": {str(each["startColumnIndex"]): {"hiddenValues": ["a", "1"]}},
            }
        ),
    ),
    given_as("clearBasicFilter", sheetId=st.just(0)),
    given_as("addDimensionGroup", range=dimensions()),
    given_as(
        "addBanding",
        bandedRange=st.fixed_dictionaries(
            {"range": ranges(), "rowProperties": st.just({"headerColor": {"red": 1}})}
        ),
    ),
    given_as(
        "addNamedRange",
        namedRange=st.fixed_dictionaries(
            {"name": st.sampled_from(["Costs", "Plans", "Rest"]), "range": ranges()}
        ),
    ),
    given_as("duplicateSheet", sourceSheetId=st.just(0)),
    given_as(
        "updateCells",
        start=corner,
        rows=ranges().map(
            lambda each: [
                {
                    "values": [
                        {
                            "pivotTable": {
                                "source": each,
                                "rows": [{"showTotals": True}],
                                "values": [{"sourceColumnOffset": 0}],
                            }
                        }
                    ]
                }
            ]
        ),
        fields=st.just("pivotTable"),
    ),
)


def state(plan: Plan) -> dict[str, list[Any]]:
    """All that is kept of a workbook, but for how often it was edited."""
    tables = (*_TABLES, *(str(each.__tablename__) for each in following.ranged_models()))
    with plan.world.reading() as session:
        run = session.connection().exec_driver_sql
        return {
            table: sorted(map(tuple, run(f"SELECT * FROM {table}").all()), key=repr)
            for table in dict.fromkeys(tables)
        }


@settings(
    max_examples=4,  # the first two are hardly anything
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(st.lists(requests, min_size=STEPS, max_size=STEPS))
def test_all_is_taken_back_and_done_again(
    world: World, office: Office, steps: list[dict[str, Any]]
) -> None:
    plan = Plan.new(world, office.people)
    begin, states = state(plan), list[dict[str, list[Any]]]()
    for each in steps:
        before = state(plan)
        try:
            plan.do(each)
        except Refused:
            assert state(plan) == before, each
            continue
        if state(plan) != before:
            states.append(before)
        if len(states) % 10 == 0:
            assert plan.values("A1:L20") == plan.recalculated("A1:L20"), each
    end = state(plan)
    for before in reversed(states):
        plan.undo()
        assert state(plan) == before
    assert state(plan) == begin
    for _ in states:
        plan.redo()
    assert state(plan) == end
