from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workworld.apps.tracker import jql
from workworld.apps.tracker.jql.completion import _start_of_typed
from workworld.apps.tracker.jql.parser import expectation
from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Empty,
    Field,
    Function,
    Listing,
    Not,
    Or,
    Predicate,
    Query,
    Sorting,
    Value,
)
from workworld.apps.tracker.jql.words import HISTORY, OPERATORS, PREDICATES

_WORDS = """
project status assignee "Story Points" 'x y' cf[10016] cf [ ] ( ) , = != ~ !~ < <= > >= in not is
was changed and or && || & | ! empty NULL currentUser() membersOf( a-b -7d 2w by after before on
during from to order by asc desc " ' \\ \\u0041 \\x { } @ ; select do
"""
_PIECES = _WORDS.split()
_texts = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\x00"))
_names = _texts.filter(lambda text: text.strip() == text and text != "")
_values = st.builds(Value, _texts, st.just(True))
_functions = st.builds(Function, _names, st.lists(_texts, max_size=3).map(tuple))
_operands = st.recursive(
    _values | _functions | st.just(Empty()),
    lambda inner: st.builds(Listing, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=4,
)
_fields = st.builds(Field, _names | st.integers(1, 99999).map(lambda number: f"cf[{number}]"))
_predicates = st.lists(
    st.builds(Predicate, st.sampled_from(PREDICATES), _operands), max_size=2
).map(tuple)
_clauses = st.one_of(
    st.builds(
        Clause, _fields, st.sampled_from([o for o in OPERATORS if o not in HISTORY]), _operands
    ),
    st.builds(Clause, _fields, st.sampled_from(HISTORY[:4]), _operands, _predicates),
    st.builds(Clause, _fields, st.just("changed"), st.none(), _predicates),
)
_nodes = st.recursive(
    _clauses,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(Or, st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(And, st.lists(inner, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)
_order = st.lists(st.builds(Sorting, _fields, st.sampled_from(("", "asc", "desc"))), max_size=2)
_queries = st.builds(Query, st.none() | _nodes, _order.map(tuple))


@settings(max_examples=60)
@given(st.lists(st.sampled_from(_PIECES), max_size=25).map(" ".join) | _texts)
def test_any_text_is_a_query_or_refused(text: str) -> None:
    with suppress(jql.JqlError):
        query = jql.parse(text)
        assert jql.parse(jql.written(query)) == query


@pytest.mark.parametrize("text", ["assignee = ä", "summary ~ x\\ y", "due < \x80"])
def test_words_beyond_plain_letters_are_the_same_when_written(text: str) -> None:
    query = jql.parse(text)
    assert jql.parse(jql.written(query)) == query


@settings(max_examples=60)
@given(_queries)
def test_what_is_written_is_read_again(query: Query) -> None:
    assert jql.parse(jql.written(query)) == query


@settings(max_examples=60)
@given(st.lists(st.sampled_from(_PIECES), max_size=12).map(" ".join) | _texts)
def test_any_beginning_has_something_to_follow_or_nothing(text: str) -> None:
    start = _start_of_typed(text)
    assert 0 <= start <= len(text)
    assert isinstance(expectation(text[:start]).kind, str)


def test_and_binds_tighter_than_or() -> None:
    assert jql.parse("a = 1 OR b = 2 AND c = 3") == jql.parse("a = 1 OR (b = 2 AND c = 3)")
    assert jql.parse("a = 1 OR b = 2 AND c = 3") != jql.parse("(a = 1 OR b = 2) AND c = 3")


def test_capitals_do_not_matter_and_escapes_do() -> None:
    query = jql.parse(r'PROJECT IN ("a\"b", a\ b, "\u0041\t") oRdEr By rank DeSc')
    listing = Listing(
        (Value('a"b', is_quoted=True), Value("a b", is_quoted=True), Value("A\t", is_quoted=True))
    )
    clause = Clause(Field("PROJECT"), "in", listing)
    assert query == Query(clause, (Sorting(Field("rank"), "desc"),))
