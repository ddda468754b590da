"""What signs mean in wiki markup; its reader and its writer agree on it."""

from __future__ import annotations

import re

MARKS = {"*": "strong", "_": "em", "-": "strike"}
SIGNS = {name: sign for sign, name in MARKS.items()}
ESCAPABLE = "*_-+^~{}[]|!?#:"
"""A backslash before one of them makes it a letter; two backslashes are a new line."""
PANELS = {
    "info": "#deebff",
    "note": "#eae6ff",
    "success": "#e3fcef",
    "warning": "#fffae6",
    "error": "#ffebe6",
}
"""The colours by which the vendor tells its kinds of panels apart."""
REFERENCE = re.compile(r"&#(\d{2,7});")
"""A letter by its number, as in HTML."""
RULE = re.compile(r"-{4,}")
HEADING = re.compile(r"h([1-6])\.\s+(.*)")
QUOTED = re.compile(r"bq\.\s+(.*)")
ITEM = re.compile(r"([*#]+|-+)\s+(.*)")
LINK = re.compile(r"\[((?:\\.|[^\]\[\n|\\])*)\|([^\]\n|\s]+)(?:\|[^\]\n|]*)?\]|\[([^\]\[\n|\s]+)\]")
MENTION = re.compile(r"\[~(?:accountid:)?([A-Za-z0-9][A-Za-z0-9_-]{0,63})\]")
CODE = re.compile(r"\{\{(.+?)\}\}(?!\})")
COLOR = re.compile(r"\{color(?::[^}\n]*)?\}")


def may_open(before: str, after: str) -> bool:
    """Whether a mark's sign counts as its beginning between these letters."""
    return not before.isalnum() and bool(after) and not after.isspace()


def may_close(before: str, after: str) -> bool:
    """Whether it counts as its end."""
    return bool(before) and not before.isspace() and not after.isalnum()


def named(letter: str) -> str:
    """A letter by its number."""
    return f"&#{ord(letter)};"


def decoded(text: str) -> str:
    """A text with the letters that are written by their numbers."""
    return REFERENCE.sub(lambda match: _letter(match[0], int(match[1])), text)


def _letter(written: str, number: int) -> str:
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else written
