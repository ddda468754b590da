"""What texts, links and names a document may hold."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

SCHEMES = ("http", "https", "mailto")
"""Where links may lead."""
LANGUAGE = re.compile(r"[A-Za-z0-9_+#.-]{0,40}")
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U0001fffe\U0001ffff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(2, 17))
    + "]"
)
_UNFIT_IN_LINK = re.compile(r"[\s<>|\"\x00-\x20\x7f-\x9f]")


def fit(text: str) -> str:
    """Text without what no document holds: control characters, half pairs, noncharacters."""
    return _UNFIT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def is_fit(text: str) -> bool:
    """Whether a document may hold the text as it is."""
    return _UNFIT.search(text) is None


def is_link(href: str) -> bool:
    """Whether a link may lead there: a whole address of a scheme that does nothing by itself."""
    if _UNFIT_IN_LINK.search(href) or not is_fit(href) or len(href) > 4000:
        return False
    try:
        parts = urlsplit(href)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(
        parts.netloc or (parts.scheme == "mailto" and parts.path)
    )
