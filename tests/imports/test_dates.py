"""Days and moments by patterns."""

from datetime import datetime

import pytest

from workworld.errors import Invalid
from workworld.imports.dates import fitting, moment_in, sniffed


@pytest.mark.parametrize(
    ("text", "pattern", "expected"),
    [
        ("17.03.2026", "dd.MM.yyyy", "2026-03-17T00:00"),
        ("3/17/2026 2:05 PM", "MM/dd/yyyy h:mm a", "2026-03-17T14:05"),
        ("12/17/2026 12:05 am", "MM/dd/yyyy h:mm a", "2026-12-17T00:05"),
        ("17/Mar/26", "dd/MMM/yy", "2026-03-17T00:00"),
        ("Mar 7, 2026", "MMM d, yyyy", "2026-03-07T00:00"),
        ("2026-03-17T09:30:00", "yyyy-MM-dd'T'HH:mm:ss", "2026-03-17T09:30"),
        ("2026-03-17", "dd/MM/yyyy", "2026-03-17T00:00"),
        ("31.02.2026", "dd.MM.yyyy", None),
        ("3/17/2026", "dd/MM/yyyy", None),
        ("17/Foo/26", "dd/MMM/yy", None),
        ("soon", "yyyy-MM-dd", None),
    ],
)
def test_text_is_read_by_its_pattern(text: str, pattern: str, expected: str | None) -> None:
    wanted = datetime.fromisoformat(expected) if expected else None
    assert moment_in(text, pattern) == wanted


def test_pattern_is_told_by_what_fits_most() -> None:
    assert fitting(["03/04/2026", "12/25/2026"]) == "MM/dd/yyyy"
    assert fitting(["17.3.2026", "18.3.2026", "soon"]) == "dd.MM.yyyy"
    assert fitting(["17.3.2026", "soon", "later"]) == fitting([""]) == ""
    assert sniffed([["who knows"], ["17.3.2026", ""]]) == "dd.MM.yyyy"
    assert sniffed([["who knows"]]) == "yyyy-MM-dd"


@pytest.mark.parametrize("pattern", ["", " ", "dd dd", "x" * 41])
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(Invalid) as refused:
        moment_in("1", pattern)
    assert refused.value.code == "invalid_date_format"
