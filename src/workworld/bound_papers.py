"""Papers bound together: PDF files of a page each as one file of several.

It reads what the drawing engine writes, whose objects stand in the open, and no other files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_OBJECT = re.compile(rb"^(\d+) 0 obj\n(.*?)\nendobj$", re.DOTALL | re.MULTILINE)
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_KIND = re.compile(rb"/Type /(Catalog|Pages|Page)\b")
_PARENT = re.compile(rb"/Parent \d+ 0 R")
_HEAD = b"%PDF-1.7\n%\x80\x80\x80\x80\n"
_CATALOG, _PAGES, _FIRST = 1, 2, 3


def bound(papers: Sequence[bytes]) -> bytes:
    """One file with the pages of several, in their order.

    Args:
        papers: PDF files as the drawing engine makes them, one at least.
    """
    objects, pages = list[bytes](), list[int]()
    for paper in papers:
        _take(paper, objects, pages)
    kids = b" ".join(b"%d 0 R" % each for each in pages)
    head = [
        b"<<\n  /Type /Catalog\n  /Pages %d 0 R\n>>" % _PAGES,
        b"<<\n  /Type /Pages\n  /Count %d\n  /Kids [%s]\n>>" % (len(pages), kids),
    ]
    return _file([*head, *objects])


def _take(paper: bytes, objects: list[bytes], pages: list[int]) -> None:
    """Add the objects of a paper, under new numbers."""
    found = {int(each[1]): each[2] for each in _OBJECT.finditer(paper)}
    kinds = {
        number: kind[1] for number, body in found.items() if (kind := _KIND.search(_open(body)))
    }
    kept = [number for number in found if kinds.get(number) not in (b"Catalog", b"Pages")]
    numbers = {number: _FIRST + len(objects) + at for at, number in enumerate(kept)}

    def renumbered(match: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % numbers.get(int(match[1]), _PAGES)

    for number in kept:
        body = found[number]
        said = _open(body)
        written = _REFERENCE.sub(renumbered, said)
        if kinds.get(number) == b"Page":
            written = _PARENT.sub(b"/Parent %d 0 R" % _PAGES, written)
            pages.append(numbers[number])
        objects.append(written + body[len(said) :])


def _open(body: bytes) -> bytes:
    """What of an object stands before its stream, if it has one."""
    return body.split(b"\nstream\n", 1)[0]


def _file(objects: Sequence[bytes]) -> bytes:
    made, places = bytearray(_HEAD), list[int]()
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n\n" % (number, body)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(objects) + 1)
    for place in places:
        made += b"%010d 00000 n\r\n" % place
    trailer = b"<<\n  /Size %d\n  /Root %d 0 R\n>>" % (len(objects) + 1, _CATALOG)
    made += b"trailer\n%s\nstartxref\n%d\n%%%%EOF" % (trailer, start)
    return bytes(made)
