"""Any value of a list's field is refused, or kept and read as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gates.fuzzing import FEW, JUNK
from tests.kit import Doors

from workworld.apps.chat.models import ListColumn
from workworld.apps.chat.service import list_values
from workworld.apps.chat.service.list_columns import TYPES, Column, good_options
from workworld.calls import call
from workworld.context import Context, Request, Surface
from workworld.directory import people
from workworld.errors import Invalid

VALUES = st.one_of(
    JUNK,
    st.floats(),
    st.integers(),
    st.booleans(),
    st.dates().map(str),
    st.emails(),
    st.sampled_from(["First", "second", ["First", "Second"], "+1 617 555 0112", "4", "1,000.5"]),
)


def column(kind: str) -> ListColumn:
    options = {"choices": ["First", "Second"]} if "select" in kind else {}
    wanted = Column.model_validate({"name": kind, "type": kind, "options": options})
    return ListColumn(
        id="Col0",
        list_id="F0",
        position=0,
        key=kind,
        name=kind,
        type=kind,
        options=good_options(wanted),
    )


@pytest.mark.parametrize("kind", TYPES)
@FEW
@given(data=st.data())
def test_value_is_refused_or_read_as_it_was_kept(
    doors: Doors, kind: str, data: st.DataObject
) -> None:
    given_, wanted = data.draw(VALUES), column(kind)

    def look(ctx: Context, _me: object) -> None:
        value, code = _kept(ctx, wanted, given_)
        if code:
            assert code == "data_not_matching_schema"
            return
        again = _read_again(ctx, wanted, value)
        assert again == value, (given_, value, again)
        assert value is None or isinstance(list_values.words_of(wanted, value), str)
        writer = list_values.writer(ctx, [wanted], [{wanted.id: value}])
        assert isinstance(writer.text(wanted, value), str)

    request = Request(Surface.UI, "look", {"person_id": doors.person_id})
    call(doors.world, doors.actor, people.info, request, present=look)


def _kept(ctx: Context, wanted: ListColumn, given_: Any) -> tuple[Any, str]:
    """What is kept of a value, or the code of its refusal."""
    try:
        return list_values.read(ctx, wanted, given_), ""
    except Invalid as refused:
        return None, refused.code


def _read_again(ctx: Context, wanted: ListColumn, value: Any) -> Any:
    if wanted.type == "rich_text" and value is not None:
        writer = list_values.writer(ctx, [wanted], [{wanted.id: value}])
        return list_values.read(ctx, wanted, writer.text(wanted, value))
    return list_values.read(ctx, wanted, value)
