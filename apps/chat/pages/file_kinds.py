"""Kinds of files, as pages that list them offer them."""

from __future__ import annotations

from workworld.apps.chat.pages.asked import chosen

_OFFICE = "application/vnd.openxmlformats-officedocument"
_KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "": ("All types", ()),
    "image": ("Images", ("image/",)),
    "pdf": ("PDFs", ("application/pdf",)),
    "sheet": ("Sheets", ("text/csv", "application/vnd.ms-excel", f"{_OFFICE}.spreadsheet")),
    "doc": ("Documents", ("application/msword", f"{_OFFICE}.wordprocessing")),
    "text": ("Texts", ("text/", "application/json")),
}
NAMES = {key: name for key, (name, _mimes) in _KINDS.items()}


def asked_kind() -> str:
    """The kind that the address asks for; every one of them if it asks for none there is."""
    return chosen("type", _KINDS, "")


def mimes_of(kind: str) -> tuple[str, ...]:
    """How the media types of a kind begin."""
    return _KINDS[kind][1]
