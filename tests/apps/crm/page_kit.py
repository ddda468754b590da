"""The CRM's pages, as a test reads and sends them."""

from __future__ import annotations

import html
import json
import re

from tests.kit import Doors

_FRAGMENT = {"HX-Request": "true"}


class Pages:
    """The CRM's pages as one person sees them."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors
        self.client = doors.pages_of("crm")

    def read(self, path: str, expected: int = 200, *, fragment: bool = False) -> str:
        """A page's markup with its entities read."""
        answer = self.client.get(path, headers=_FRAGMENT if fragment else {})
        assert answer.status_code == expected, answer.text
        return html.unescape(answer.text)

    def words(self, path: str, expected: int = 200) -> str:
        """What a page says below its tabs, without its markup."""
        text = self.read(path, expected).partition('class="crm-page"')[2]
        return " ".join(re.sub(r"<[^>]+>", " ", text).split())

    def submit(self, path: str, expected: int = 303, /, **form: str | list[str]) -> str:
        """Where a form leads that is sent, or the page that refuses it."""
        answer = self.client.post(path, data={"csrf": self.doors.csrf, **form})
        assert answer.status_code == expected, answer.text
        return answer.headers.get("Location") or html.unescape(answer.text)

    def send(self, path: str, expected: int = 200, /, **form: str | list[str]) -> str:
        """What a script is answered that sends a form; or where it is sent."""
        data = {"csrf": self.doors.csrf, **form}
        answer = self.client.post(path, data=data, headers=_FRAGMENT)
        assert answer.status_code == expected, answer.text
        return answer.headers.get("HX-Redirect") or html.unescape(answer.text)

    def edit(self, path: str, expected: int = 303, /, **changed: str | list[str]) -> str:
        """Open a record's form, change some of its fields and save."""
        held = form_in(self.read(f"{path}/edit"))
        return self.submit(f"{path}/edit", expected, **{**held, **changed})


def bell(doors: Doors) -> str:
    """What the page behind somebody's bell says."""
    answer = doors.home.get("/notifications")
    assert answer.status_code == 200, answer.text
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def form_in(page: str) -> dict[str, str | list[str]]:
    """What a record's form holds: its version, what it was shown with, and its fields."""
    version = re.search(r'name="version" value="(\d+)"', page)
    base = re.search(r'name="base" value="(\{.*?\})">', page)
    assert version
    assert base
    fields: dict[str, list[str]] = json.loads(base[1])
    return {"version": version[1], "base": base[1], **fields}
