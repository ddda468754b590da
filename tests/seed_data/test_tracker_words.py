"""What is said in seeds' issues reads the same whether or not it goes through the parser."""

from __future__ import annotations

import pytest

from workworld.richtext.markdown_reader import from_markdown
from workworld.seed_data.tracker import known

_SAID = (
    "Merged, goes out with 4.18.0.",
    "<@UABCDEFGH12> what should happen after a rename?",
    "I watch `gw-01.fra` for a day, and `outbox` too.",
    "Müllerbach sees it: 5% of rows (about 40) are late!",
    "(c) is no sign here, and --- no line - nor 3 * 4",
    "1. is a list",
    "- is one as well",
    "a_b_c and *stars*",
    "two\nlines",
    "ends in a space ",
    "`` empty",
    "https://example.test/path",
    "Setext: no === line",
)


@pytest.mark.parametrize("text", _SAID)
def test_simple_lines_read_as_the_parser_reads_them(text: str) -> None:
    if known._SIMPLE.fullmatch(text):
        assert known._line(text) == from_markdown(text, breaks=True)


def test_most_of_what_is_said_goes_past_the_parser() -> None:
    assert sum(bool(known._SIMPLE.fullmatch(each)) for each in _SAID) >= 4
