import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.errors import Invalid
from workworld.paging import decode_cursor, encode_cursor, page_of


@given(st.text(min_size=1).filter(lambda text: text.isprintable()))
def test_cursor_brings_its_key_back(key: str) -> None:
    assert decode_cursor("messages", encode_cursor("messages", key)) == key


@given(st.text(max_size=80))
def test_any_other_text_is_refused_as_a_cursor(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        decode_cursor("messages", text)
    assert refused.value.code == "invalid_cursor"


def test_cut_cursor_is_refused() -> None:
    cursor = encode_cursor("messages", "1770000000.000001")
    for end in range(len(cursor)):
        with pytest.raises(Invalid):
            decode_cursor("messages", cursor[:end])


def test_cursor_of_another_listing_is_refused() -> None:
    with pytest.raises(Invalid):
        decode_cursor("channels", encode_cursor("messages", "k"))


@pytest.mark.parametrize(("fetched", "more"), [(2, False), (3, False), (4, True)])
def test_page_says_whether_more_follow(fetched: int, more: bool) -> None:
    page = page_of([str(n) for n in range(fetched)], 3, "numbers", str)
    assert page.has_more is more
    assert len(page.items) == min(fetched, 3)
