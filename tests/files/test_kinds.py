"""What bytes are, whatever they are called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.sending import PNG

from workworld.files.kinds import OTHER, image_size, mime_of


@pytest.mark.parametrize(
    ("content", "name", "mime"),
    [
        (PNG, "x.txt", "image/png"),
        (b"GIF89a....", "x", "image/gif"),
        (b"RIFF....WEBPVP8 ", "x", "image/webp"),
        (b"%PDF-1.4", "x.html", "application/pdf"),
        (b"PK\x03\x04broken", "x.xlsx", "application/zip"),
        (b"a,b\n", "X.CSV", "text/csv"),
        (b"\xef\xbb\xbfhi", "x", "text/plain"),
        (b"\x00\x01", "x.txt", OTHER),
        (b"\xff\xfe", "x.html", OTHER),
    ],
)
def test_bytes_say_what_they_are(content: bytes, name: str, mime: str) -> None:
    assert mime_of(content, name) == mime


@given(
    st.sampled_from(
        [b"", PNG[:20], b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF____WEBP", b"PK\x03\x04"]
    ),
    st.binary(max_size=200),
    st.text(max_size=20),
)
def test_no_bytes_are_too_strange(beginning: bytes, rest: bytes, name: str) -> None:
    content = beginning + rest
    image_size(content, mime_of(content, name))
