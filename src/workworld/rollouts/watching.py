"""Watching an oracle work in a browser: a picture after each thing that it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # Playwright is an extra
    from playwright.sync_api import Page

Take = Callable[[str, bytes], None]

_DEEDS = {
    "click": "Click {}",
    "dblclick": "Double-click {}",
    "fill": "Fill {} with “{}”",
    "press": "Press {1} in {0}",
    "type": "Type “{1}” into {0}",
    "insert_text": "Type “{1}”",
    "goto": "Go to {1}",
    "press_sequentially": "Type “{1}” into {0}",
    "check": "Tick {}",
    "uncheck": "Untick {}",
    "select_option": "Choose in {}",
    "set_input_files": "Attach a file to {}",
    "drag_to": "Drag {}",
}
"""What changes a page, and how it is told: of the part that it is done to, and its arguments."""
_ALONE = {"press": "Press", "type": "Type", "insert_text": "Type", "goto": "Go to"}
_SETTLED_MS = 200
_QUALITY = 60
_LONGEST = 80


class Watched:
    """A page, or a part of one, that tells what is done to it.

    It has whatever Playwright's object has, and hands on parts that are watched as well.

    Args:
        inner: Playwright's object.
        page: the page that it is, or is part of.
        said: what it is called, in a few words.
        take: given what was done, and a picture of the page after it.
    """

    def __init__(self, inner: Any, page: Page, said: str, take: Take) -> None:
        self._inner, self._page, self._said, self._take = inner, page, said, take

    @classmethod
    def page(cls, page: Page, take: Take) -> Watched:
        """A whole page, of which a first picture is taken at once."""
        watched = cls(page, page, "", take)
        watched._picture("Signed in")
        return watched

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return self._watching(found, self._said)

        def called(*given: Any, **options: Any) -> Any:
            result = found(
                *(_bare(each) for each in given),
                **{key: _bare(each) for key, each in options.items()},
            )
            if name in _DEEDS:
                self._picture(self._deed(name, given))
            return self._watching(result, self._part(name, given, options))

        return called

    def _watching(self, found: Any, said: str) -> Any:
        if isinstance(found, list):
            return [self._watching(each, said) for each in found]
        if type(found).__module__.startswith("playwright.") and hasattr(type(found), "press"):
            return Watched(found, self._page, said, self._take)
        return found

    def _deed(self, name: str, given: tuple[Any, ...]) -> str:
        words = [word for word in given if isinstance(word, str)]
        if not self._said:  # a page and its keyboard have no name
            return _short(f"{_ALONE.get(name, name)} {' '.join(words)}")
        return _short(_DEEDS[name].format(self._said, *words, ""))

    def _part(self, name: str, given: tuple[Any, ...], options: dict[str, Any]) -> str:
        named = options.get("name")
        if name == "get_by_role":
            return f"the {given[0]} “{_text(named)}”" if named else f"the {given[0]}"
        if name.startswith("get_by_"):
            return f"“{_text(given[0])}”"
        return self._said

    def _picture(self, said: str) -> None:
        self._page.wait_for_load_state()
        self._page.wait_for_timeout(_SETTLED_MS)
        self._take(said, self._page.screenshot(type="jpeg", quality=_QUALITY))


def _bare(value: Any) -> Any:
    """What Playwright itself understands."""
    return value._inner if isinstance(value, Watched) else value


def _text(value: Any) -> str:
    """A name, which may be a pattern."""
    return value if isinstance(value, str) else str(getattr(value, "pattern", value))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
