"""The editor of a workbook, as a grid's script asks for its parts."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from tests.kit import Doors
from werkzeug.test import TestResponse

Json = dict[str, Any]


class GridPages:
    """The pages of one workbook, as one person asks for them."""

    def __init__(self, doors: Doors, workbook_id: str) -> None:
        self._doors, self._client = doors, doors.pages_of("sheets")
        self.path = f"/s/{workbook_id}"

    def page(self, status: int = 200, **query: Any) -> str:
        """The editor's markup."""
        answer = self._client.get(self.path, query_string=query)
        assert answer.status_code == status, answer.text
        return answer.text

    def start(self, **query: Any) -> Json:
        """What the grid begins with."""
        found = re.search(r'id="grid-data">(.*?)</template>', self.page(**query), re.DOTALL)
        assert found is not None
        start: Json = json.loads(found[1])
        return start

    def get(self, part: str, status: int = 200, **query: Any) -> Any:
        """A part that the script fetches: JSON, or what a refusal says."""
        asked = f"{self.path}/{part}"
        return _read(self._client.get(asked, query_string=query, headers=_SCRIPT), status)

    def post(self, part: str, body: Any, status: int = 200) -> Any:
        """Something that the script sends."""
        headers = {**_SCRIPT, "X-CSRF": self._doors.csrf}
        answer = self._client.post(f"{self.path}/{part}", json=body, headers=headers)
        return _read(answer, status)

    def edit(self, *requests: Json, status: int = 200, **more: Any) -> Any:
        """Send requests, with the first block in sight."""
        return self.post("commands", {"requests": requests, **more}, status)

    def type(self, row: int, column: int, *rows: list[str | None], gid: int = 0) -> Json:
        """Type texts into cells; the page as it is afterwards."""
        start = {"sheetId": gid, "rowIndex": row, "columnIndex": column}
        request = {"enterText": {"start": start, "rows": [{"values": each} for each in rows]}}
        page: Json = self.edit(request, view={"gid": gid, "blocks": "0:0"})["page"]
        return page


def cells(page: Json) -> dict[tuple[int, int], list[Any]]:
    """Cells of all blocks by their places: text, kind, style and what else there is."""
    return {
        (row[0], cell[0]): (cell[1:] + ["", "", "", {}][len(cell) - 1 :])
        for block in page["blocks"]
        for row in block["rows"]
        for cell in row[1:]
    }


def texts(page: Json) -> dict[tuple[int, int], str]:
    """What cells show that show something."""
    return {place: cell[0] for place, cell in cells(page).items() if cell[0]}


_SCRIPT = {"HX-Request": "true"}


def _read(answer: TestResponse, status: int) -> Any:
    assert answer.status_code == status, answer.text
    if answer.is_json:
        return answer.json
    return html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).strip()
