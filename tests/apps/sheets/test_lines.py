"""The order of rows and columns, held to a plain list of ids."""

from hypothesis import given
from hypothesis import strategies as st

from workworld.apps.sheets.engine.lines import Lines


@given(st.data())
def test_edits_do_what_they_do_to_a_list(data: st.DataObject) -> None:
    lines, plain, fresh = Lines([(0, 6)]), list(range(6)), 6
    for _ in range(data.draw(st.integers(0, 12))):
        deed = data.draw(st.sampled_from(["insert", "delete", "move"]))
        at = data.draw(st.integers(0, len(plain)))
        end = data.draw(st.integers(at, len(plain)))
        if deed == "insert":
            count = data.draw(st.integers(1, 4))
            lines, plain[at:at] = lines.inserted(at, fresh, count), range(fresh, fresh + count)
            fresh += count
        elif deed == "delete":
            lines = lines.deleted(at, end)
            del plain[at:end]
        else:
            to = data.draw(st.integers(0, len(plain)))
            lines = lines.moved(at, end, to)
            if not at <= to <= end:
                taken, rest = plain[at:end], plain[:at] + plain[end:]
                to = to if to < at else to - (end - at)
                plain = rest[:to] + taken + rest[to:]
        assert list(lines.ids(0, len(lines))) == plain
        assert [lines.id_at(index) for index in range(len(plain))] == plain
        assert [lines.index_of(each) for each in plain] == list(range(len(plain)))
        assert all(lines.index_of(each) is None for each in range(fresh) if each not in plain)
        assert Lines(lines.runs) == lines


def test_runs_that_go_on_are_joined() -> None:
    assert Lines([(0, 1000)]).inserted(10, 1000, 2).deleted(10, 12).runs == ((0, 1000),)
    assert Lines([(0, 10)]).moved(2, 4, 8).moved(6, 8, 2).runs == ((0, 10),)
