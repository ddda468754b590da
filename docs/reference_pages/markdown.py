"""How values are written in Markdown."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from typing import Any

_SECTION = re.compile(r"^(Args|Raises|Returns|Yields):$", re.MULTILINE)
_TITLES = {"Args": "Arguments", "Raises": "Raises", "Returns": "Returns", "Yields": "Yields"}
_ENTRY = re.compile(r"^ {4}(\S[^:\n]*):\s*(.*(?:\n {5,}.*)*)", re.MULTILINE)


def code(text: str) -> str:
    """A text as code, on a line."""
    return f"`{text}`" if text else ""


def plain(text: str) -> str:
    """A text that means nothing to Markdown but code in backticks, on one line."""
    parts = re.split(r"(`+[^`]+`+)", " ".join(text.split()))
    kept = [part if part.startswith("`") else _escaped(part) for part in parts]
    return "".join(kept).replace("``", "`")


def _escaped(text: str) -> str:
    return re.sub(r"([\\*_\[\]<>#$~|{}])", r"\\\1", text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; nothing if there are no rows."""
    lines = [f"| {' | '.join(_cell(each) for each in row)} |" for row in rows]
    if not lines:
        return ""
    rule = " | ".join("---" for _ in head)
    return "\n".join([f"| {' | '.join(head)} |", f"| {rule} |", *lines]) + "\n"


def _cell(text: str) -> str:
    """Bars end a cell even inside of code."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def verbatim(text: str) -> str:
    """A text of several lines as it is."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    return f"{fence}text\n{text}\n{fence}\n"


def first_sentence(of: Any) -> str:
    """The first sentence of a docstring."""
    text = (inspect.getdoc(of) or "").split("\n\n", 1)[0]
    return plain(re.split(r"(?<=[.!?])\s+(?=[A-Z`])", text, maxsplit=1)[0])


def docstring(of: Any) -> str:
    """A docstring, its arguments and errors as lists."""
    text = inspect.getdoc(of) or ""
    said, *sections = _SECTION.split(text)
    found = ["\n\n".join(plain(part) for part in re.split(r"\n\s*\n", said.strip()))]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        entries = _ENTRY.findall(body)
        lines = [f"- `{name}`: {plain(text)}" for name, text in entries]
        found.append(f"**{_TITLES[title]}**\n\n" + ("\n".join(lines) or plain(body)))
    return "\n\n".join(found) + "\n"
