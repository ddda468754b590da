"""Types of files, as people name them when they search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, or_

from workworld.files.models import File

_mime = File.__table__.c.mime
_OFFICE = "application/vnd.openxmlformats-officedocument"
_BEGINNINGS: Mapping[str, Sequence[str]] = {
    "pdf": ("application/pdf",),
    "sheet": ("text/csv", "text/tab-separated-values", f"{_OFFICE}.spreadsheetml"),
    "image": ("image/",),
    "snippet": (
        "text/plain",
        "text/css",
        "text/html",
        "text/javascript",
        "text/x-python",
        "application/json",
        "application/xml",
        "application/yaml",
    ),
    "doc": (f"{_OFFICE}.wordprocessingml", "text/markdown"),
}
"""How the media types of each type begin."""


def of_type(name: str) -> ColumnElement[bool]:
    """Whether a file is of a type: ``pdf``, ``sheet``, ``image``, ``snippet`` or ``doc``."""
    return or_(*(_mime.startswith(start, autoescape=True) for start in _BEGINNINGS[name]))
