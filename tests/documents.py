"""Documents of rich text, drawn by Hypothesis."""

from hypothesis import strategies as st

from workworld.richtext.fitness import is_fit, is_link
from workworld.richtext.names import Names
from workworld.richtext.nodes import (
    PANELS,
    Block,
    Broadcast,
    ChannelReference,
    CodeBlock,
    Emoji,
    HardBreak,
    Heading,
    List,
    Marks,
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
    document,
)

NAMES = Names({"U1": "Ana"}, {"C1": "general"}, lambda key: f"/c/{key}", "U1")
EMOJI = frozenset({"tada", "+1"})

TEXTS = st.text(
    st.one_of(
        st.sampled_from("ab1 *_~`[]()<>&#!:.-+=>\\\"'\u00a0é\u3000😀\t;"),
        st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\n"),
    ),
    min_size=1,
    max_size=12,
).filter(is_fit)
HREFS = st.one_of(
    st.just(""),
    st.sampled_from(["https://x.example/a(b)_c*?d=1&e=2", "mailto:ana@x.example", "http://h/\\"]),
    st.text("ab/()&;*_[]!~`\\é", max_size=8).map(lambda tail: f"https://x.example/{tail}"),
).filter(lambda href: not href or is_link(href))
MARKS = st.builds(Marks, HREFS, st.booleans(), st.booleans(), st.booleans(), st.booleans())
INLINES = st.one_of(
    st.builds(Text, TEXTS, MARKS),
    st.builds(Mention, st.just("U1"), MARKS),
    st.builds(ChannelReference, st.just("C1"), MARKS),
    st.builds(Broadcast, st.sampled_from(["here", "channel"]), MARKS),
    st.builds(Emoji, st.sampled_from(sorted(EMOJI)), MARKS),
    st.just(HardBreak()),
)
LINES = st.lists(INLINES, min_size=1, max_size=6).map(tuple)
CODE = st.text("ab `~>-\n\t", max_size=20)


CELLS = st.lists(INLINES, max_size=3).map(tuple)
TABLES = st.builds(
    Table,
    st.lists(st.lists(CELLS, max_size=3).map(tuple), max_size=3).map(tuple),
    st.booleans(),
)


def _inside(blocks: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    several = st.lists(blocks, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Quote, several),
        st.builds(Panel, st.sampled_from(PANELS), several),
        st.builds(
            List,
            st.lists(several, min_size=1, max_size=3).map(tuple),
            st.one_of(st.none(), st.integers(0, 1000)),
        ),
    )


BLOCKS = st.recursive(
    st.one_of(
        st.builds(Paragraph, LINES),
        st.builds(Heading, st.integers(1, 6), LINES),
        st.builds(CodeBlock, CODE, st.sampled_from(["", "python", "c++"])),
        st.just(Rule()),
        TABLES,
    ),
    _inside,
    max_leaves=6,
)
DOCUMENTS = st.lists(BLOCKS, max_size=4).map(document)
