"""The CRM's pages as one person sees them, in a test of reports, dashboards or imports."""

from __future__ import annotations

import html
import re
from typing import Any

from sqlalchemy import select
from tests.apps.crm.floor import MANAGER, Floor
from tests.kit import Doors

from workworld.apps.crm.models import Dashboard, Report


class Pages:
    """The CRM's pages, as the sales manager sees them unless somebody else is named."""

    def __init__(self, floor: Floor, doors: Doors, by: str = MANAGER) -> None:
        self.floor, self.doors = floor, doors
        self._client = Doors(floor.world, doors.authority, floor.people[by]).pages_of("crm")

    def report(self, name: str) -> str:
        """The path of a report."""
        (found,) = self.floor.rows(select(Report.id).where(Report.name == name))
        return f"/reports/{found.id}"

    def dashboard(self, name: str) -> str:
        """The path of a dashboard."""
        (found,) = self.floor.rows(select(Dashboard.id).where(Dashboard.name == name))
        return f"/dashboards/{found.id}"

    def read(self, path: str, expected: int = 200) -> str:
        """A page as text."""
        answer = self._client.get(path, follow_redirects=True)
        assert answer.status_code == expected, answer.text
        return html.unescape(answer.text)

    def send(self, path: str, expected: int = 303, /, **form: Any) -> str:
        """Where a form leads, as a path of the app, or what it answers."""
        answer = self._posted(path, expected, form)
        leads = answer.headers.get("Location", "").rpartition("/crm")[2]
        return leads or html.unescape(answer.get_data().decode("utf-8", "replace"))

    def file(self, path: str, /, **form: Any) -> bytes:
        """The file that a form answers with."""
        return bytes(self._posted(path, 200, form).get_data())

    def _posted(self, path: str, expected: int, form: dict[str, Any]) -> Any:
        proof = re.search(r'name="csrf" content="(\w+)"', self.read("/reports"))
        assert proof is not None
        answer = self._client.post(path, data={"csrf": proof[1], **form})
        assert answer.status_code == expected, answer.text
        return answer


def shown(text: str) -> str:
    """What people read of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2]).split())
