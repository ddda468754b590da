"""The pages of spreadsheets, as a test reads and sends them."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from tests.kit import Doors

_FRAGMENT = {"HX-Request": "true"}


class Pages:
    """The pages as one person sees them."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors
        self.client = doors.pages_of("sheets")

    def read(self, path: str, expected: int = 200, *, fragment: bool = False) -> str:
        """A page's markup with its entities read."""
        answer = self.client.get(path, headers=_FRAGMENT if fragment else {})
        assert answer.status_code == expected, answer.text
        return html.unescape(answer.text)

    def submit(self, path: str, expected: int = 303, /, **form: str | list[str]) -> str:
        """Where a form leads that is sent without a script."""
        answer = self.client.post(path, data={"csrf": self.doors.csrf, **form})
        assert answer.status_code == expected, answer.text
        return answer.headers.get("Location") or html.unescape(answer.text)

    def take(
        self, workbook_id: str, dialog: str, expected: int = 204, /, **form: str | list[str]
    ) -> str:
        """Send a dialog's form as the editor's script does: what the dialog shows then."""
        place = {"gid": "0", "selected": "A1", "active": "A1"}
        answer = self.client.post(
            f"/s/{workbook_id}/dialogs/{dialog}",
            data={"csrf": self.doors.csrf, **place, **form},
            headers=_FRAGMENT,
        )
        assert answer.status_code == expected, answer.text
        self.triggers: dict[str, Any] = json.loads(answer.headers.get("HX-Trigger", "{}"))
        return html.unescape(answer.text)

    def dialog(self, workbook_id: str, name: str, **query: str) -> str:
        """A dialog by itself."""
        values = "&".join(f"{key}={value}" for key, value in {"gid": "0", **query}.items())
        return self.read(f"/s/{workbook_id}/dialogs/{name}?{values}", fragment=True)


def said(markup: str) -> str:
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())
